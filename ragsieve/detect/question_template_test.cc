#include "ragsieve/detect/question_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

// "question | fact" of the best question; "-" where there is none.
std::string best(std::string_view sentence, std::string_view topic = "", bool english = true) {
  const auto questions = fact_questions(sentence, {topic, english});
  if (questions.empty()) return "-";
  return questions.front().question + " | " + questions.front().fact;
}

TEST(QuestionTemplate, NumbersAndTheirUnits) {
  EXPECT_EQ(best("The warranty on sensors is five years."),
            "The warranty on sensors is how many years? | five years");
  EXPECT_EQ(best("Customers are informed within 48 hours after it was confirmed."),
            "Customers are informed within how many hours after it was confirmed? | 48 hours");
  EXPECT_EQ(best("We recalled 1,140 gauges last autumn."),
            "We recalled how many gauges last autumn? | 1,140 gauges");
  EXPECT_EQ(best("Nothing was decided after five working days of waiting."),
            "Nothing was decided after how many working days of waiting? | five working days");
  EXPECT_EQ(best("The limit of requests is set to 600."),
            "The limit of requests is set to what number? | 600");
  EXPECT_EQ(best("The radar works at 26GHz in the standard version."),
            "The radar works at how much in the standard version? | 26GHz");
  EXPECT_EQ(best("Two hundred people came to the opening."),
            "How many people came to the opening? | Two hundred people");
}

TEST(QuestionTemplate, MoneyAndShares) {
  EXPECT_EQ(best("A hotel room may cost 165 euro per night."),
            "A hotel room may cost how much per night? | 165 euro");
  EXPECT_EQ(best("The reward is $12,000 at the most."),
            "The reward is how much at the most? | $12,000");
  EXPECT_EQ(best("Lunch costs 38 € for guests."), "Lunch costs how much for guests? | 38 €");
  EXPECT_EQ(best("It was found that 86 percent said yes."),
            "It was found that what percentage said yes? | 86 percent");
  EXPECT_EQ(best("The discount is 15 % for schools."),
            "The discount is what percentage for schools? | 15 %");
}

TEST(QuestionTemplate, DatesYearsAndTimes) {
  EXPECT_EQ(best("The factory opened on 2 June 2003 with a party."),
            "The factory opened on which date with a party? | 2 June 2003");
  EXPECT_EQ(best("The factory opened on June 2, 2003."),
            "The factory opened on which date? | June 2, 2003");
  EXPECT_EQ(best("The contract ends 2024-12-31 without notice."),
            "The contract ends which date without notice? | 2024-12-31");
  EXPECT_EQ(best("The office has been there since 2011."),
            "The office has been there since which year? | 2011");
  EXPECT_EQ(best("The canteen opens at 11:30 for everyone."),
            "The canteen opens at what time for everyone? | 11:30");
  EXPECT_EQ(best("Reports are due on Monday as always."),
            "Reports are due on which day as always? | Monday");
  EXPECT_EQ(best("You may leave when you are done."), "-");
}

TEST(QuestionTemplate, NamesThatDoNotOpenTheSentence) {
  EXPECT_EQ(best("The laboratory is led by Anders Kjelland today."),
            "The laboratory is led by who or what today? | Anders Kjelland");
  EXPECT_EQ(best("The pressure sensors are made in Tartu by hand."),
            "The pressure sensors are made in which place or thing by hand? | Tartu");
  EXPECT_EQ(best("Sensors are cheap and easy."), "-");
}

TEST(QuestionTemplate, PolarityIsAskedAsYesOrNo) {
  EXPECT_EQ(best("The housing must not be opened by customers."),
            "Is it true that the housing must not be opened by customers? | must");
  EXPECT_EQ(best("Opening a housing doesn't void the warranty."),
            "True or false: Opening a housing doesn't void the warranty? | doesn't");
}

TEST(QuestionTemplate, NoByteOfALetterIsChanged) {
  // A no-break space opens the sentence in front of its first word.
  EXPECT_EQ(best("\xC2\xA0it is not sold to schools."),
            "Is it true that \xC2\xA0it is not sold to schools? | not");
}

TEST(QuestionTemplate, APronounGetsTheTopicInFront) {
  EXPECT_EQ(best("It lasts five years from delivery.", "Warranty"),
            "Warranty: It lasts how many years from delivery? | five years");
  EXPECT_EQ(best("In the financial year it was 2,150 euro.", "Profit sharing"),
            "Profit sharing: In the financial year it was how much? | 2,150 euro");
  EXPECT_EQ(best("| Frequency | 26 GHz |", "Wave radar"),
            "Wave radar: Frequency: how many GHz? | 26 GHz");
}

TEST(QuestionTemplate, OtherLanguagesGetAGap) {
  EXPECT_EQ(best("Die Garantie beträgt fünf Jahre.", "", false),
            "Die Garantie beträgt … Jahre? | fünf Jahre");
  EXPECT_EQ(best("La garantie dure 24 mois.", "", false), "La garantie dure … mois? | 24 mois");
  EXPECT_EQ(best("保修期为五年。", "", false), "保修期为…年? | 五年");
  EXPECT_EQ(best("पंजीकरण ३० दिन में समाप्त होता है।", "", false), "पंजीकरण … दिन में समाप्त होता है? | ३०");
}

TEST(QuestionTemplate, NumberWordsOfOtherLanguagesAreNoneInEnglish) {
  EXPECT_EQ(best("The fire brigade came at once."), "-");
  EXPECT_EQ(best("Le délai est de cinq jours.", "", false),
            "Le délai est de … jours? | cinq jours");
}

TEST(QuestionTemplate, NumbersOfNamesAreWorthLittle) {
  const auto questions =
      fact_questions("The quiet logger Tern 8 draws 38 microamperes.", {"", true});
  ASSERT_FALSE(questions.empty());
  EXPECT_EQ(questions.front().fact, "38 microamperes");
}

TEST(QuestionTemplate, LongSentencesAreCutAroundTheToken) {
  std::string sentence = "Somebody";
  for (int i = 0; i < 60; ++i) sentence += " says";
  sentence += " that the fee is 12 euro";
  for (int i = 0; i < 60; ++i) sentence += " then";
  const std::string made = best(sentence, "Fees");
  EXPECT_EQ(made.substr(0, 6), "Fees: ");
  EXPECT_THAT(made, HasSubstr("that the fee is how much then"));
  EXPECT_LT(made.size(), 300U);
}

TEST(QuestionTemplate, WhatStatesNothingGivesNothing) {
  for (const char* sentence : {"", "?", "How many years is it, five?", "12", "...",
                               "see https://a.b/12", "if (a == 5) { b = 7; } else { c = 8; }"}) {
    EXPECT_EQ(best(sentence), "-") << sentence;
  }
}

TEST(QuestionTemplate, QuestionLinesStayAsTheyAre) {
  EXPECT_EQ(as_question("## How long is the warranty?"), "How long is the warranty?");
  EXPECT_EQ(as_question("**Q1: Who pays for shipping?**"), "Who pays for shipping?");
  EXPECT_EQ(as_question("3. Who pays?"), "Who pays?");
  EXPECT_EQ(as_question("如何退货？"), "如何退货？");
  EXPECT_EQ(as_question("Really?"), std::nullopt);
  EXPECT_EQ(as_question("The fee is 5."), std::nullopt);
  EXPECT_EQ(as_question(std::string(300, 'a') + " b?"), std::nullopt);
}

TEST(QuestionTemplate, Headings) {
  EXPECT_EQ(as_heading("## Returns and refunds ##"), "Returns and refunds");
  EXPECT_EQ(as_heading("#hashtag"), std::nullopt);
  EXPECT_EQ(as_heading("Returns"), std::nullopt);
  EXPECT_EQ(as_heading("###"), std::nullopt);
}

TEST(QuestionTemplate, EnglishIsKnownByItsFunctionWords) {
  EXPECT_TRUE(reads_english("The days accrue monthly and are counted."));
  EXPECT_TRUE(reads_english("Refunds take 14 days."));
  EXPECT_FALSE(reads_english("Die Garantie ist nicht verlängert und gilt fünf Jahre."));
  EXPECT_FALSE(reads_english("La garantie est de cinq ans."));
  EXPECT_FALSE(reads_english("保修期为五年。"));
}

}  // namespace
}  // namespace ragsieve
