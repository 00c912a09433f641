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

TEST(CorpusEvidence, ALonelyDocumentHasNone) {
  const Circle candidates({0.0}, {"omega"});
  const CorpusEvidence evidence =
      corpus_evidence(kCorpus.view(), kNeighbours, {}, candidates.view(), 0, {}, small());
  EXPECT_EQ(evidence.density, 0);
  EXPECT_EQ(evidence.set_density, 0);
  EXPECT_THAT(evidence.set, IsEmpty());
}

TEST(CorpusEvidence, ASetIsSeenTogetherThatIsNotSeenAlone) {
  const Circle candidates({0.0, 0.05, 0.1}, {"one says so", "two agree", "three repeat it"});
  const std::vector<std::size_t> companions{1, 2};
  const CorpusEvidence evidence =
      corpus_evidence(kCorpus.view(), kNeighbours, {}, candidates.view(), 0, companions, small());
  EXPECT_EQ(evidence.density, 0);
  // The third neighbour is the corpus's nearest: b = .54; mean cosine of the two companions.
  const double mean = (std::cos(0.05) + std::cos(0.1)) / 2;
  EXPECT_NEAR(evidence.set_density, (mean - 0.54) / (1 - 0.54), 1e-6);
  EXPECT_THAT(evidence.set, ElementsAre(1, 2));
}

TEST(CorpusEvidence, CopiesOfOneTextAreNoSet) {
  const Circle candidates({0.0, 0.05}, {"the same words", "the same words"});
  const std::vector<std::size_t> companions{1};
  const CorpusEvidence evidence =
      corpus_evidence(kCorpus.view(), kNeighbours, {}, candidates.view(), 0, companions, small());
  EXPECT_EQ(evidence.set_density, 0);
  EXPECT_THAT(evidence.set, IsEmpty());
}

TEST(CorpusEvidence, TheDocumentItselfIsLeftOut) {
  const Circle candidates({1.0}, {"alpha"});
  const std::vector<std::size_t> itself{0};
  const std::vector<Neighbour> neighbours{{0, 1.0}, {1, 0.995}, {2, 0.98}, {3, 0.955}};
  const CorpusEvidence evidence =
      corpus_evidence(kCorpus.view(), neighbours, itself, candidates.view(), 0, {}, small());
  // Of the three others all are eligible: the mean of their cosines above the third.
  EXPECT_NEAR(evidence.density, ((0.995 + 0.98 + 0.955) / 3 - 0.955) / (1 - 0.955), 1e-9);
}

}  // namespace
}  // namespace ragsieve
