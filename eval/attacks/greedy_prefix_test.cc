#include <gmock/gmock.h>

#include "eval/attacks/carrier.h"
#include "eval/attacks/testing.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve::eval {
namespace {

class GreedyPrefix : public AttackTest {
 protected:
  double similarity(const std::string& question, const std::string& text) {
    return material_->similarities(question, {text}, {}).value().front();
  }
};

TEST_F(GreedyPrefix, EndsNearerToTheQuestionThanItStarted) {
  for (std::size_t target = 0; target < 3; ++target) {
    const std::size_t before = material_->n_encodings();
    const std::vector<Draft> made = drafts(greedy_prefix, target);
    EXPECT_LE(material_->n_encodings() - before, 2002U);
    ASSERT_EQ(made.size(), 1U);
    double start = 2;
    double end = 0;
    unsigned long n_encodings = 0;
    ASSERT_EQ(std::sscanf(made[0].note.c_str(),
                          "search without gradients, %lu encodings, similarity %lf to %lf",
                          &n_encodings, &start, &end),
              3)
        << made[0].note;
    EXPECT_GE(n_encodings, 2001U);
    EXPECT_GT(end, start);
    const Scene same = scene(target);
    EXPECT_NEAR(similarity(same.target.query, made[0].text), end, 6e-4);
  }
}

TEST_F(GreedyPrefix, IsTwelveWordsOfTheCorpusBeforeThePayload) {
  Scene same = scene(0);
  std::vector<std::string> sentences = carrier(same);
  sentences.pop_back();
  const std::string payload = joined(sentences);
  const std::string text = drafts(greedy_prefix)[0].text;
  ASSERT_THAT(text, testing::EndsWith(" " + payload));
  const std::string prefix = text.substr(0, text.size() - payload.size() - 1);
  EXPECT_EQ(std::ranges::count(prefix, ' '), 11);
  std::string corpus;
  for (const Document& document : data_.clean.documents) corpus += document.indexed_text + " ";
  for (const std::string& word : usable_words(prefix)) {
    EXPECT_THAT(corpus, testing::HasSubstr(word));
  }
}

TEST_F(GreedyPrefix, NeedsWords) {
  for (Document& document : data_.clean.documents) set_fields(document, "", "12 a 34.");
  open();
  EXPECT_TRUE(drafts(greedy_prefix).empty());
}

TEST_F(GreedyPrefix, CanBeStopped) {
  Scene stopped = scene(0);
  RunOptions run;
  run.cancel.request();
  const auto made = greedy_prefix(stopped, run);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve::eval
