// Word sets as numbers must overlap exactly as word sets of strings do.
#include "ragsieve/detect/word_ids.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "ragsieve/text/words.h"

namespace ragsieve {
namespace {

std::vector<std::string> random_texts(std::size_t n) {
  std::mt19937 generator(11);
  std::vector<std::string> texts(n);
  for (std::string& text : texts) {
    const std::size_t n_words = generator() % 12;
    for (std::size_t i = 0; i < n_words; ++i) {
      text += "Word" + std::to_string(generator() % 15) + ", ";
    }
  }
  return texts;
}

TEST(WordIds, OverlapAsWordSetsDoAtAnyThreadCount) {
  const std::vector<std::string> texts = random_texts(67);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  for (const int threads : {1, 2}) {
    RunOptions run;
    run.threads = threads;
    const auto sets = word_id_sets(views, std::vector<bool>(views.size(), true), run);
    ASSERT_TRUE(sets.ok());
    for (std::size_t i = 0; i < views.size(); ++i) {
      for (std::size_t j = 0; j < views.size(); ++j) {
        EXPECT_EQ(jaccard((*sets)[i], (*sets)[j]), jaccard(word_set(views[i]), word_set(views[j])));
      }
    }
  }
}

TEST(WordIds, OnlyWantedTextsAreCut) {
  const std::vector<std::string_view> views = {"a b", "a c"};
  const auto sets = word_id_sets(views, {false, true}, {});
  ASSERT_TRUE(sets.ok());
  EXPECT_TRUE((*sets)[0].empty());
  EXPECT_EQ((*sets)[1].size(), 2U);
}

TEST(WordIds, TwoEmptySetsDoNotOverlap) { EXPECT_EQ(jaccard(WordIds{}, WordIds{}), 0); }

TEST(WordIds, StopsAsAsked) {
  RunOptions run;
  run.cancel.request();
  const std::vector<std::string_view> views = {"a"};
  EXPECT_EQ(word_id_sets(views, {true}, run).error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve
