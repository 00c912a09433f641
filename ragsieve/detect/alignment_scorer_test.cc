#include "ragsieve/detect/alignment_scorer.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "ragsieve/models/fake/fake_models.h"

namespace ragsieve {
namespace {

std::unique_ptr<ValueCache> cache() {
  std::string pattern = (std::filesystem::temp_directory_path() / "ragsieve-jump-XXXXXX").string();
  const std::string folder = mkdtemp(pattern.data());
  return ValueCache::open(CacheOptions{folder + "/c.sqlite"}, nullptr).value();
}

std::string question_then_prose() {
  std::string text = "who founded the company in oslo ";
  for (int i = 0; i < 80; ++i) text += "word" + std::to_string(i) + " ";
  return text;
}

TEST(AlignmentScorer, LeadingQuestionJumps) {
  FakeTokenEncoder encoder;
  const AlignmentScorer scorer(encoder, nullptr, AlignmentOptions{});
  const std::string poisoned = question_then_prose();
  const std::array<std::string_view, 2> documents{poisoned, "short text"};
  const auto jumps =
      scorer.jumps("who founded the company in oslo", documents, RunOptions{}).value();
  EXPECT_GT(jumps[0].jump.value, 0.1);
  EXPECT_EQ(jumps[0].second_window.start, poisoned.find("word10"));
  EXPECT_EQ(jumps[1].jump.value, 0);
}

TEST(AlignmentScorer, KnownPairsAskNoModel) {
  const auto store = cache();
  const std::string poisoned = question_then_prose();
  const std::array<std::string_view, 2> documents{poisoned, ""};
  FakeTokenEncoder first;
  const auto cold = AlignmentScorer(first, store.get(), AlignmentOptions{})
                        .jumps("who founded", documents, RunOptions{})
                        .value();
  EXPECT_EQ(first.n_encoded(), 3U);
  FakeTokenEncoder second;
  const AlignmentScorer warm(second, store.get(), AlignmentOptions{});
  const auto again = warm.jumps("who founded", documents, RunOptions{}).value();
  EXPECT_EQ(second.n_encoded(), 0U);
  EXPECT_EQ(again[0].jump.value, cold[0].jump.value);
  EXPECT_EQ(again[0].second_window, cold[0].second_window);
  ASSERT_TRUE(warm.jumps("another question", documents, RunOptions{}).ok());
  EXPECT_EQ(second.n_encoded(), 3U);
}

}  // namespace
}  // namespace ragsieve
