#include "ragsieve/detect/corpus_evidence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Documents on a circle: document i at angles[i], its text texts[i].
struct Circle {
  Circle(const std::vector<double>& angles, const std::vector<std::string>& texts) {
    vectors = Matrix{angles.size(), 2, {}};
    for (std::size_t i = 0; i < angles.size(); ++i) {
      vectors.values.push_back(static_cast<float>(std::cos(angles[i])));
      vectors.values.push_back(static_cast<float>(std::sin(angles[i])));
      Document document;
      document.id = std::to_string(i);
      document.indexed_text = texts[i];
      documents.push_back(document);
    }
    norms.assign(angles.size(), 1.0);
  }
  [[nodiscard]] EncodedDocuments view() const {
    EncodedDocuments view;
    view.documents = documents;
    view.document_vectors = vectors.view();
    view.document_vectors.inverse_norms = norms;
    return view;
  }
  std::vector<Document> documents;
  Matrix vectors;
  std::vector<double> norms;
};

EvidenceOptions small() {
  EvidenceOptions options;
  options.rsg.k_g = 3;
  return options;
}

const Circle kCorpus({1.0, 1.1, 1.2, 1.3}, {"alpha", "beta", "gamma", "delta"});
const std::vector<Neighbour> kNeighbours{{0, 0.54}, {1, 0.45}, {2, 0.36}, {3, 0.26}};

CorpusEvidence evidence_of(const Circle& candidates, const std::vector<Neighbour>& neighbours,
                           const std::vector<std::size_t>& left_out,
                           const std::vector<std::size_t>& companions,
                           const std::vector<RecentDocument>& recent = {}) {
  const EncodedDocuments corpus = kCorpus.view();
  const EncodedDocuments set = candidates.view();
  return corpus_evidence(
      {&corpus, neighbours, left_out, &set, 0, companions, recent, Digest{}, false}, small());
}

RecentDocument recent_at(double angle, std::string_view text) {
  RecentDocument recent;
  recent.vector = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
  recent.words = word_hashes(text);
  recent.text.bytes[0] = static_cast<std::uint8_t>(text.size());
  return recent;
}

TEST(CorpusEvidence, ALonelyDocumentHasNone) {
  const Circle candidates({0.0}, {"omega"});
  const CorpusEvidence evidence = evidence_of(candidates, kNeighbours, {}, {});
  EXPECT_EQ(evidence.density, 0);
  EXPECT_EQ(evidence.set_gain, 0);
  EXPECT_THAT(evidence.set, IsEmpty());
}

TEST(CorpusEvidence, ASetIsSeenTogetherThatIsNotSeenAlone) {
  const Circle candidates({0.0, 0.05, 0.1}, {"one says so", "two agree", "three repeat it"});
  const std::vector<std::size_t> companions{1, 2};
  const CorpusEvidence evidence = evidence_of(candidates, kNeighbours, {}, companions);
  EXPECT_EQ(evidence.density, 0);
  // The two companions against the corpus's two nearest.
  const double first = (std::cos(0.05) - 0.54) / (1 - 0.54);
  const double second = (std::cos(0.1) - 0.45) / (1 - 0.45);
  EXPECT_NEAR(evidence.set_gain, (first + second) / 2, 1e-6);
  EXPECT_THAT(evidence.set, ElementsAre(1, 2));
}

TEST(CorpusEvidence, WhatWasAdmittedBeforeCountsAsItsSet) {
  const Circle candidates({0.0}, {"one says so"});
  const std::vector<RecentDocument> recent{recent_at(0.05, "two agree"),
                                           recent_at(0.02, "one says so"),  // the same words
                                           recent_at(0.1, "three repeat it")};
  const CorpusEvidence evidence = evidence_of(candidates, kNeighbours, {}, {}, recent);
  EXPECT_EQ(evidence.density, 0);
  EXPECT_GT(evidence.set_gain, 0.4);
  EXPECT_THAT(evidence.recent, ElementsAre(0, 2));
  EXPECT_THAT(evidence.set, IsEmpty());
}

TEST(CorpusEvidence, ARecentVectorOfAnotherLengthIsPassedOver) {
  RecentDocument other = recent_at(0.05, "two agree");
  other.vector.push_back(0);
  const CorpusEvidence evidence =
      evidence_of(Circle({0.0}, {"one says so"}), kNeighbours, {}, {}, {other});
  EXPECT_EQ(evidence.set_gain, 0);
}

TEST(CorpusEvidence, OfACorpusDocumentTheNearestAreTakenForItsSet) {
  const Circle candidates({0.0}, {"omega"});
  const EncodedDocuments corpus = kCorpus.view();
  const EncodedDocuments set = candidates.view();
  EvidenceOptions options = small();
  options.rsg.k_g = 8;
  const std::vector<Neighbour> neighbours{{0, 0.9}, {1, 0.9}, {2, 0.8}, {3, 0.8}};
  const CorpusEvidence evidence =
      corpus_evidence({&corpus, neighbours, {}, &set, 0, {}, {}, Digest{}, true}, options);
  EXPECT_NEAR(evidence.set_gain, 0.1 / 0.2, 1e-9);
}

TEST(CorpusEvidence, CopiesOfOneTextAreNoSet) {
  const Circle candidates({0.0, 0.05}, {"the same words", "the same words"});
  const std::vector<std::size_t> companions{1};
  const CorpusEvidence evidence = evidence_of(candidates, kNeighbours, {}, companions);
  EXPECT_EQ(evidence.set_gain, 0);
  EXPECT_THAT(evidence.set, IsEmpty());
}

TEST(CorpusEvidence, TheDocumentItselfIsLeftOut) {
  const Circle candidates({1.0}, {"alpha"});
  const std::vector<std::size_t> itself{0};
  const std::vector<Neighbour> neighbours{{0, 1.0}, {1, 0.995}, {2, 0.98}, {3, 0.955}};
  const CorpusEvidence evidence = evidence_of(candidates, neighbours, itself, {});
  // Of the three others all are eligible: the mean of their cosines above the third.
  EXPECT_NEAR(evidence.density, ((0.995 + 0.98 + 0.955) / 3 - 0.955) / (1 - 0.955), 1e-9);
}

}  // namespace
}  // namespace ragsieve
