#include "ragsieve/detect/fluency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace ragsieve {
namespace {

using Texts = std::vector<std::string_view>;

std::vector<Fluency> scored(const Texts& texts, FluencyOptions options = {}, int threads = 1) {
  RunOptions run;
  run.threads = threads;
  auto result = corpus_fluency(texts, options, run);
  EXPECT_TRUE(result.ok());
  return *result;
}

// "a b" against {"a b", "a c"}: N = 4 words of V = 3. P(a) = (2 + 1) / 8 as the first word;
// c(a) = 2, m = 2 / 22, P(b | a) = m / 2 + (1 - m) (1 + 1) / 8.
TEST(Fluency, IsTheMeanOfTheInterpolatedSurprisals) {
  const double m = 2.0 / 22;
  const double expected = (-std::log2(3.0 / 8) - std::log2(m * 0.5 + (1 - m) * 2 / 8)) / 2;
  EXPECT_NEAR(scored({"a b", "a b", "a c"})[0].bits, expected, 1e-12);
}

// Counts {"a b", "a c"}: N = 4, V = 3. A text that is none of them has no counts to leave out.
TEST(CorpusLanguage, ScoresATextThatIsNotOfTheCorpus) {
  const Texts texts{"a b", "a c"};
  const auto language = CorpusLanguage::of(texts, {}, {});
  ASSERT_TRUE(language.ok());
  const double m = 2.0 / 22;
  const double expected = (-std::log2(3.0 / 8) - std::log2(m * 0.5 + (1 - m) * 2 / 8)) / 2;
  EXPECT_NEAR(language->fluency(ngram_words("a b"), false).bits, expected, 1e-12);
  EXPECT_NEAR(language->word_bits(ngram_words("a")[0].hash), -std::log2(3.0 / 8), 1e-12);
  EXPECT_NEAR(language->word_bits(ngram_words("z")[0].hash), 3, 1e-12);
}

TEST(CorpusLanguage, RarityIsTheMeanOverDifferentWords) {
  const Texts texts{"a b", "a c"};
  const auto language = CorpusLanguage::of(texts, {}, {});
  ASSERT_TRUE(language.ok());
  EXPECT_NEAR(language->rarity(ngram_words("A a z"), false), (-std::log2(3.0 / 8) + 3) / 2, 1e-12);
  // "a b" is counted: without it N = 2, c(a) = 1, c(b) = 0.
  EXPECT_NEAR(language->rarity(ngram_words("a b"), true),
              (-std::log2(2.0 / 6) - std::log2(1.0 / 6)) / 2, 1e-12);
  EXPECT_EQ(language->rarity({}, false), 0);
}

// Without its own counts nothing is known of "x y": N = 2, V = 4, and no pair begins with x.
TEST(Fluency, TakesTheDocumentsOwnCountsOut) {
  EXPECT_NEAR(scored({"x y", "a b"})[0].bits, std::log2(7.0), 1e-12);
}

TEST(Fluency, CountsAWordAtMostAsMuchAsAsked) {
  FluencyOptions options;
  options.most_bits = 2;
  EXPECT_EQ(scored({"x y", "a b"}, options)[0].bits, 2);
}

TEST(Fluency, IsThatOfTheWorstStretch) {
  FluencyOptions options;
  options.window = 2;
  const std::string_view odd = "the cat sat zyx wvu the cat sat";
  const Fluency found = scored({odd, "the cat sat", "the cat sat", "The cat sat"}, options)[0];
  EXPECT_EQ(odd.substr(found.range.start, found.range.end - found.range.start), "zyx wvu");
  EXPECT_EQ(found.words, 8U);
}

TEST(Fluency, OfATextWithoutWordsIsZero) {
  const Fluency none = scored({"...", "one two"})[0];
  EXPECT_EQ(none.bits, 0);
  EXPECT_EQ(none.range, ByteRange{});
  EXPECT_TRUE(scored({}).empty());
}

TEST(Fluency, SeesNonsenseInAnyScript) {
  Texts texts(20, "погода сегодня хорошая и завтра будет хорошая");
  texts.push_back("хорошая будет сегодня жыршй вфцй и и погода");
  const auto scores = scored(texts);
  EXPECT_GT(scores.back().bits, scores.front().bits + 1);
}

TEST(Fluency, IsTheSameForAnyNumberOfThreads) {
  std::vector<std::string> kept;
  for (int i = 0; i < 500; ++i) {
    kept.push_back("word" + std::to_string(i % 7) + " and word" + std::to_string(i % 11));
  }
  const Texts texts(kept.begin(), kept.end());
  const auto one = scored(texts, {}, 1);
  const auto three = scored(texts, {}, 3);
  for (std::size_t i = 0; i < texts.size(); ++i) ASSERT_EQ(one[i].bits, three[i].bits);
}

TEST(Fluency, RefusesOptionsOutOfRange) {
  FluencyOptions options;
  options.window = 0;
  const auto refused = corpus_fluency(Texts{}, options, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidArgument);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("window is 0"));
  options = {};
  options.weight = 0;
  EXPECT_FALSE(corpus_fluency(Texts{}, options, {}).ok());
  options = {};
  options.most_bits = 0;
  EXPECT_FALSE(corpus_fluency(Texts{}, options, {}).ok());
}

}  // namespace
}  // namespace ragsieve
