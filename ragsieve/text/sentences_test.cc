#include "ragsieve/text/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> cut(std::string_view text, const SentenceOptions& options = {}) {
  std::vector<std::string> found;
  for (const ByteRange& range : sentences(text, options)) {
    found.emplace_back(text.substr(range.start, range.end - range.start));
  }
  return found;
}

TEST(Sentences, EndAtFullStopsAndQuestionMarks) {
  EXPECT_THAT(cut("The limit is six days. Is it? Yes!"),
              ElementsAre("The limit is six days.", "Is it?", "Yes!"));
}

TEST(Sentences, AbbreviationsAndNumbersDoNotEndThem) {
  EXPECT_THAT(cut("Dr. Kjelland measured 3.5 volts. It held."),
              ElementsAre("Dr. Kjelland measured 3.5 volts.", "It held."));
}

TEST(Sentences, AWordThatEndsLikeAnAbbreviationEndsThem) {
  EXPECT_THAT(cut("It was real. Nobody saw it."), ElementsAre("It was real.", "Nobody saw it."));
}

TEST(Sentences, EachLineIsOneOfItsOwn) {
  EXPECT_THAT(cut("# Heading\n- first item\n- second item\r\n\n  text goes on"),
              ElementsAre("# Heading", "- first item", "- second item", "text goes on"));
}

TEST(Sentences, OtherScriptsHaveTheirOwnStops) {
  EXPECT_THAT(cut("会议在三月举行。请准时到达。"), ElementsAre("会议在三月举行。", "请准时到达。"));
  EXPECT_THAT(cut("यह पहला है। यह दूसरा है।"), ElementsAre("यह पहला है।", "यह दूसरा है।"));
}

TEST(Sentences, ATextOfWhiteSpaceHasNone) {
  EXPECT_THAT(cut(""), IsEmpty());
  EXPECT_THAT(cut(" \n\t \xC2\xA0"), IsEmpty());
}

TEST(Sentences, ALongRunIsCutAtWhiteSpace) {
  SentenceOptions options;
  options.max_code_points = 16;
  EXPECT_THAT(cut("one two three four five six seven", options),
              ElementsAre("one two three four", "five six seven"));
}

TEST(Sentences, ALongRunWithoutWhiteSpaceIsCutAtTwiceTheLength) {
  SentenceOptions options;
  options.max_code_points = 16;
  const std::string text(70, 'a');
  const std::vector<ByteRange> ranges = sentences(text, options);
  EXPECT_THAT(ranges, ElementsAre(ByteRange{0, 32}, ByteRange{32, 64}, ByteRange{64, 70}));
}

TEST(Sentences, AQuestionEndsWithItsMark) {
  for (const char* asks :
       {"How many days?", "\"Is it?\"", "**Really?**", "何日ですか？", "كم يوما؟"}) {
    EXPECT_TRUE(is_question(asks)) << asks;
  }
  for (const char* states : {"Six days.", "Why? Because.", "", "?!a"}) {
    EXPECT_FALSE(is_question(states)) << states;
  }
}

TEST(Sentences, ATitleIsNotJoinedWithTheText) {
  Document document;
  set_fields(document, "Annual leave", "Days accrue monthly. They expire.");
  std::vector<std::string> found;
  for (const ByteRange& range : document_sentences(document)) {
    found.push_back(document.indexed_text.substr(range.start, range.end - range.start));
  }
  EXPECT_THAT(found, ElementsAre("Annual leave", "Days accrue monthly.", "They expire."));
}

}  // namespace
}  // namespace ragsieve
