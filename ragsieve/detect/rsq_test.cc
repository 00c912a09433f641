// RSQ on retrieval results made by hand: what it must flag, and near misses that it must not.
#include "ragsieve/detect/rsq.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ragsieve {
namespace {

using testing::HasSubstr;

constexpr std::string_view kQuery = "Which river flows through Vienna?";

// Twenty plain English texts about the query, each with words of its own.
std::vector<std::string> clean_texts() {
  std::vector<std::string> texts;
  for (char c = 'a'; c < 'a' + 20; ++c) {
    const std::string own = std::string("topic") + c + c;
    texts.push_back("The river of Vienna and " + own + " in the old city, with 10 bridges.");
  }
  return texts;
}

std::vector<RsqDocument> documents_of(const std::vector<std::string>& texts) {
  std::vector<RsqDocument> documents;
  for (const std::string& text : texts) documents.push_back({text, 0, 0});
  return documents;
}

TEST(Rsq, PlainEnglishScoresTheConstantOnly) {
  const std::vector<std::string> texts = clean_texts();
  const auto result = rsq(kQuery, documents_of(texts), {});
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->size(), 5U);
  for (const RsqCandidate& candidate : *result) {
    EXPECT_EQ(candidate.anchor, 0) << "words that all 20 hold prove nothing";
    EXPECT_DOUBLE_EQ(candidate.integrity, 0.2);
    EXPECT_EQ(candidate.integrity_p, 0.5);
    EXPECT_EQ(candidate.alignment, 0);
    EXPECT_EQ(candidate.surprisal, 0);
    EXPECT_FALSE(std::signbit(candidate.anchor));
    EXPECT_FALSE(candidate.flagged);
  }
}

TEST(Rsq, FlagsFiveCopiesOfTheQuestionWithOneFalseAnswer) {
  std::vector<std::string> texts = clean_texts();
  for (std::size_t i = 0; i < 5; ++i) {
    texts[i] = std::string(kQuery) + " The Zambezi.";
  }
  const auto result = rsq(kQuery, documents_of(texts), {});
  ASSERT_TRUE(result.ok());
  for (const RsqCandidate& candidate : *result) {
    // "the" is in all 20 (p = 1), "zambezi" in the five candidates alone: Simes 2 / 15504.
    EXPECT_NEAR(candidate.anchor_p, 2.0 / 15504, 1e-15);
    EXPECT_NEAR(candidate.anchor, 1 - std::log(2) / std::log(15504), 1e-12);
    EXPECT_TRUE(candidate.flagged);
    ASSERT_EQ(candidate.anchors.size(), 2U);
    EXPECT_EQ(candidate.anchors[0].token, "zambezi");
    EXPECT_EQ(candidate.anchors[0].candidates, 5U);
    EXPECT_EQ(candidate.anchors[0].documents, 5U);
    EXPECT_EQ(candidate.anchors[1].token, "the");
    EXPECT_EQ(candidate.anchors[1].documents, 20U);
  }
}

TEST(Rsq, PerfectConcentrationScoresOne) {
  std::vector<std::string> texts = clean_texts();
  for (std::size_t i = 0; i < 5; ++i) texts[i] = "Zambezi, river of Vienna; delta";
  const auto result = rsq("which river of vienna", documents_of(texts), {});
  ASSERT_TRUE(result.ok());
  EXPECT_NEAR((*result)[0].anchor, 1, 1e-12);
}

TEST(Rsq, WordsOfTheQueryAndShortWordsAreNoAnchors) {
  std::vector<std::string> texts(20, "nothing here");
  for (std::size_t i = 0; i < 5; ++i) texts[i] = "river xy 42 7 \xC3\xA9\xC3\xA8";
  const auto result = rsq(kQuery, documents_of(texts), {});
  ASSERT_TRUE(result.ok());
  const std::vector<Anchor>& anchors = (*result)[0].anchors;
  ASSERT_EQ(anchors.size(), 2U) << "digits of any length count";
  EXPECT_EQ(anchors[0].token, "42");
  EXPECT_EQ(anchors[1].token, "7");
}

TEST(Rsq, ATypeOfOneCandidateIsNotTested) {
  std::vector<std::string> texts(20, "nothing here");
  texts[0] = "zambezi";
  const auto result = rsq(kQuery, documents_of(texts), {});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE((*result)[0].anchors.empty());
  EXPECT_EQ((*result)[0].anchor_p, 1);
  EXPECT_EQ((*result)[0].anchor, 0);
}

TEST(Rsq, FlagsALetterOfAnotherScript) {
  std::vector<std::string> texts = clean_texts();
  texts[2] += " p\xD0\xB0ypal";
  const auto result = rsq(kQuery, documents_of(texts), {});
  ASSERT_TRUE(result.ok());
  EXPECT_DOUBLE_EQ((*result)[2].integrity_p, 1.0 / 32);
  EXPECT_DOUBLE_EQ((*result)[2].integrity, 1);
  EXPECT_TRUE((*result)[2].flagged);
  EXPECT_EQ((*result)[2].scripts.counts.size(), 2U);
  EXPECT_DOUBLE_EQ((*result)[1].integrity, 0.2);
}

TEST(Rsq, PassesATextInTheScriptOfItsTail) {
  std::vector<std::string> texts(20, "\xD0\xB4\xD1\x83\xD0\xBD\xD0\xB0\xD0\xB9 Danube");
  const auto result = rsq(kQuery, documents_of(texts), {});
  ASSERT_TRUE(result.ok());
  EXPECT_FALSE((*result)[0].flagged);
}

TEST(Rsq, JumpAboveTheWholeTailCounts) {
  const std::vector<std::string> texts = clean_texts();
  std::vector<RsqDocument> documents = documents_of(texts);
  for (std::size_t i = 0; i < 20; ++i) documents[i].jump = 0.01 * static_cast<double>(i);
  documents[3].jump = 0.5;
  const auto result = rsq(kQuery, documents, {});
  ASSERT_TRUE(result.ok());
  EXPECT_DOUBLE_EQ((*result)[3].jump_p, 1.0 / 32);
  EXPECT_NEAR((*result)[3].alignment, std::log(1.6) / std::log(20), 1e-12);
  EXPECT_EQ((*result)[4].alignment, 0);
}

TEST(Rsq, SurprisalIsAddedAsItIs) {
  const std::vector<std::string> texts = clean_texts();
  std::vector<RsqDocument> documents = documents_of(texts);
  documents[1].surprisal = 0.81;
  documents[4].surprisal = 0.79;
  const auto result = rsq(kQuery, documents, {});
  ASSERT_TRUE(result.ok());
  EXPECT_NEAR((*result)[1].score, 1.01, 1e-12);
  EXPECT_TRUE((*result)[1].flagged);
  EXPECT_FALSE((*result)[4].flagged);
}

TEST(Rsq, RefusesAnotherDepth) {
  const std::vector<std::string> texts(19, "x");
  const auto result = rsq(kQuery, documents_of(texts), {});
  EXPECT_EQ(result.error().code, Code::kInvalidArgument);
  EXPECT_THAT(result.error().message, HasSubstr("documents is 19, expected 20"));
}

TEST(Rsq, RefusesWhatCouldNotBeMeasured) {
  const std::vector<std::string> texts = clean_texts();
  std::vector<RsqDocument> documents = documents_of(texts);
  documents[19].jump = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(rsq(kQuery, documents, {}).error().message,
              HasSubstr("document 20 by rank: jump is nan"));
  documents[19].jump = 0;
  documents[4].surprisal = std::numeric_limits<double>::infinity();
  EXPECT_THAT(rsq(kQuery, documents, {}).error().message, HasSubstr("surprisal is inf"));
  documents[4].surprisal = 0;
  documents[5].surprisal = -1;  // not a candidate: not looked at
  EXPECT_TRUE(rsq(kQuery, documents, {}).ok());
}

TEST(Rsq, OptionsNameWhatIsWrong) {
  EXPECT_TRUE(RsqOptions{}.validate().ok());
  const auto message = [](auto change) {
    RsqOptions options;
    change(options);
    const Status status = options.validate();
    return status.ok() ? std::string("ok") : status.error().message;
  };
  EXPECT_THAT(message([](RsqOptions& o) { o.k = 0; }), HasSubstr("k is 0"));
  EXPECT_THAT(message([](RsqOptions& o) { o.n = 5; }), HasSubstr("n is 5, expected more than"));
  EXPECT_THAT(message([](RsqOptions& o) { o.n = 10001; }), HasSubstr("n is 10001"));
  EXPECT_THAT(message([](RsqOptions& o) { o.min_word_bytes = 0; }), HasSubstr("min_word_bytes"));
  EXPECT_THAT(message([](RsqOptions& o) { o.min_candidates = 6; }), HasSubstr("min_candidates"));
  EXPECT_THAT(message([](RsqOptions& o) { o.alpha_s = 1; }), HasSubstr("alpha_s"));
  EXPECT_THAT(message([](RsqOptions& o) { o.surprisal.windows = {}; }), HasSubstr("windows"));
}

}  // namespace
}  // namespace ragsieve
