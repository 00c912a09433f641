#include "ragsieve/detect/answer_change.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

// A set whose documents are one chunk and one sentence each, at an angle from the question.
class Set {
 public:
  void add(double angle, const std::string& text) {
    Document document;
    document.id = std::to_string(documents_.size());
    document.indexed_text = text;
    documents_.push_back(document);
    const std::vector<ByteRange> whole{{0, text.size()}};
    units_.add_document(whole);
    rows_.dim = 2;
    ++rows_.n_rows;
    rows_.values.push_back(static_cast<float>(std::cos(angle)));
    rows_.values.push_back(static_cast<float>(std::sin(angle)));
    norms_.push_back(1);
    near_.push_back({static_cast<std::uint32_t>(near_.size()), std::cos(angle)});
  }
  [[nodiscard]] EncodedDocuments view() const {
    EncodedDocuments view;
    view.documents = documents_;
    view.chunks = &units_;
    view.sentences = &units_;
    view.document_vectors = rows_.view();
    view.document_vectors.inverse_norms = norms_;
    view.chunk_vectors = view.document_vectors;
    view.sentence_vectors = view.document_vectors;
    return view;
  }
  [[nodiscard]] std::span<const Neighbour> near() const { return near_; }

 private:
  std::vector<Document> documents_;
  TextUnits units_;
  Matrix rows_;
  std::vector<double> norms_;
  std::vector<Neighbour> near_;  // documents are added nearest first
};

const std::vector<float> kQuestion{1, 0};

Set leave_corpus() {
  Set corpus;
  corpus.add(0.30, "The limit is six days.");
  corpus.add(0.60, "The plant closes in July.");
  corpus.add(0.90, "Ferry tickets are cheap.");
  return corpus;
}

ProbeOutcome ask(const Set& corpus, const Set& candidates,
                 std::span<const std::size_t> left_out = {},
                 const AnswerChangeOptions& options = {}) {
  const EncodedDocuments trusted = corpus.view();
  const EncodedDocuments set = candidates.view();
  const Overlay overlay{&trusted, &set, 0, left_out};
  return ask_probe({"What is the limit?", kQuestion, corpus.near()}, overlay, options);
}

TEST(AnswerChange, AnotherNumberForASupportedAnswerCounts) {
  Set candidates;
  candidates.add(0.10, "The limit is seventeen days.");
  const ProbeOutcome outcome = ask(leave_corpus(), candidates);
  EXPECT_EQ(outcome.rank, 1);
  EXPECT_TRUE(outcome.changed);
  EXPECT_TRUE(outcome.supported);
  EXPECT_NEAR(outcome.strength, std::cos(0.30), 1e-6);
  EXPECT_NEAR(outcome.shift, 1 - std::cos(0.20), 1e-6);
  const std::vector<ProbeOutcome> outcomes{outcome, ProbeOutcome{}};
  EXPECT_NEAR(answer_change_score(outcomes), std::cos(0.30), 1e-6);
  const PaperInfluence influence = paper_influence(outcomes);
  EXPECT_DOUBLE_EQ(influence.capture, 0.5);
  EXPECT_NEAR(influence.score, 0.4 * 0.5 + 0.4 * outcome.shift / 2 + 0.2 * outcome.shift, 1e-12);
}

TEST(AnswerChange, OtherWordsForTheSameAnswerDoNot) {
  Set candidates;
  candidates.add(0.10, "It is 6 days, the limit.");
  const ProbeOutcome outcome = ask(leave_corpus(), candidates);
  EXPECT_EQ(outcome.rank, 1);
  EXPECT_FALSE(outcome.changed);
  EXPECT_EQ(outcome.strength, 0);
}

TEST(AnswerChange, ACandidateThatIsNotRetrievedHasNone) {
  Set candidates;
  candidates.add(1.50, "The limit is seventeen days.");
  AnswerChangeOptions options;
  options.top_k = 3;
  const ProbeOutcome outcome = ask(leave_corpus(), candidates, {}, options);
  EXPECT_EQ(outcome.rank, 0);
  EXPECT_FALSE(outcome.before.has_value());
  EXPECT_EQ(outcome.shift, 0);
}

TEST(AnswerChange, AnAnswerThatTheCorpusLackedIsNews) {
  Set corpus;
  corpus.add(1.20, "Ferry tickets are valid for 40 days.");
  Set candidates;
  candidates.add(0.10, "The limit is seventeen days.");
  const ProbeOutcome outcome = ask(corpus, candidates);
  EXPECT_TRUE(outcome.changed);
  EXPECT_FALSE(outcome.supported);
  EXPECT_EQ(outcome.strength, 0);
}

TEST(AnswerChange, LeaveOneOutTakesTheDocumentFromTheCleanAnswer) {
  const Set corpus = leave_corpus();
  const EncodedDocuments trusted = corpus.view();
  const std::vector<std::size_t> itself{0};
  const Overlay overlay{&trusted, &trusted, 0, itself};
  const ProbeOutcome outcome =
      ask_probe({"What is the limit?", kQuestion, corpus.near()}, overlay, {});
  ASSERT_TRUE(outcome.before.has_value());
  EXPECT_EQ(outcome.before->sentence, 1);
  EXPECT_EQ(outcome.rank, 1);
}

TEST(AnswerChange, RefusesOptionsOutOfRange) {
  AnswerChangeOptions options;
  options.top_k = 0;
  const Status status = options.validate();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kInvalidArgument);
  EXPECT_THAT(status.error().message, HasSubstr("top_k"));
  options = {};
  options.support_cosine = 1.5;
  EXPECT_FALSE(options.validate().ok());
}

}  // namespace
}  // namespace ragsieve
