#include "ragsieve/text/decisive_tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ragsieve {
namespace {

DecisiveToken only(std::string_view sentence, DecisiveKind kind) {
  std::vector<DecisiveToken> found;
  for (const DecisiveToken& token : decisive_tokens(sentence)) {
    if (token.kind == kind) found.push_back(token);
  }
  EXPECT_EQ(found.size(), 1U) << sentence;
  return found.empty() ? DecisiveToken{} : found.front();
}

bool has_kind(std::string_view sentence, DecisiveKind kind) {
  for (const DecisiveToken& token : decisive_tokens(sentence)) {
    if (token.kind == kind) return true;
  }
  return false;
}

struct Values {
  std::string_view a;
  std::string_view b;
};

TEST(DecisiveTokens, OneValueInTwoFormsIsTheSame) {
  const std::vector<Values> same{
      {"announced half a year ahead", "announced 6 months ahead"},
      {"a lease of thirty-six months", "a lease of 3 years"},
      {"it takes a day and a half", "it takes 1.5 days"},
      {"takes an hour and a half", "takes 90 minutes"},
      {"the town has 12,400 inhabitants", "the town has 12.4 thousand inhabitants"},
      {"a profit of EUR 1,200 million", "a profit of 1.2 billion euro"},
      {"42,195 metres of road", "42.195 kilometres of road"},
      {"half of the members", "50 percent of the membership"},
      {"a weight of 500 g", "a weight of 0.5 kg"},
      {"within two weeks of it", "within 14 days of it"},
      {"one hundred and ten days", "110 days"},
      {"eine Frist von fünfundvierzig Tagen", "eine Frist von 45 Tagen"},
      {"el estadio de cuarenta y cinco mil personas", "el estadio de 45 000 personas"},
      {"un bail de quatre-vingt-dix jours", "un bail de 90 jours"},
      {"срок составляет десять лет", "срок составляет 10 лет"},
      {"全长一千二百米", "全长 1200 米"},
      {"at most 600 requests per minute", "at most 600 requests a minute"}};
  for (const Values& values : same) {
    EXPECT_TRUE(
        same_value(only(values.a, DecisiveKind::kNumber), only(values.b, DecisiveKind::kNumber)))
        << values.a << " / " << values.b;
  }
}

TEST(DecisiveTokens, OtherValuesAndUnitsDiffer) {
  const std::vector<Values> other{{"after 100 hours", "after 100 days"},
                                  {"a tablet of 20 g", "a tablet of 20 mg"},
                                  {"a depth of 200 feet", "a depth of 200 metres"},
                                  {"600 requests per minute", "600 requests per day"},
                                  {"it holds 43 litres", "it holds 34 litres"},
                                  {"a price of 5 euro", "a price of 5 dollars"}};
  for (const Values& values : other) {
    const DecisiveToken a = only(values.a, DecisiveKind::kNumber);
    const DecisiveToken b = only(values.b, DecisiveKind::kNumber);
    EXPECT_FALSE(a.dimension == b.dimension && same_value(a, b)) << values.a << " / " << values.b;
  }
}

TEST(DecisiveTokens, DatesMeetInEveryForm) {
  const std::vector<Values> same{{"signed on 5 June 2019 there", "signed on June 5th, 2019 there"},
                                 {"burned on 3 December 1988", "burned on 1988-12-03"},
                                 {"am 05.06.2019 unterzeichnet", "on 5 June 2019"},
                                 {"于2019年6月5日签署", "on 5 June 2019"},
                                 {"подписан 5 июня 2019 года", "on 5 June 2019"},
                                 {"le 5 juin 2019", "el 5 de junio de 2019"},
                                 {"it opened in 2019", "it opened in June 2019"}};
  for (const Values& values : same) {
    EXPECT_TRUE(
        same_value(only(values.a, DecisiveKind::kDate), only(values.b, DecisiveKind::kDate)))
        << values.a << " / " << values.b;
  }
  EXPECT_FALSE(same_value(only("by the end of May", DecisiveKind::kDate),
                          only("by the end of March", DecisiveKind::kDate)));
  EXPECT_FALSE(has_kind("it may be used", DecisiveKind::kDate));
}

TEST(DecisiveTokens, TimesOfDayMeetInEveryForm) {
  const std::vector<Values> same{{"until half past two at night", "until 02:30"},
                                 {"le train part à dix heures et demie du soir", "à 22 h 30"},
                                 {"open at 10 p.m.", "open at 22:00"},
                                 {"seven o'clock", "7:00"}};
  for (const Values& values : same) {
    EXPECT_TRUE(
        same_value(only(values.a, DecisiveKind::kTime), only(values.b, DecisiveKind::kTime)))
        << values.a << " / " << values.b;
  }
  EXPECT_FALSE(
      same_value(only("at 11:15", DecisiveKind::kTime), only("at 11:45", DecisiveKind::kTime)));
}

TEST(DecisiveTokens, NamesAndCodesAreWholes) {
  EXPECT_EQ(only("designed by the engineer Klara Aubert in haste", DecisiveKind::kName).name,
            "klara aubert");
  EXPECT_EQ(only("the memory of the Tern 8 is full", DecisiveKind::kName).name, "tern 8");
  EXPECT_EQ(only("a thermograph designated HI-1 appeared", DecisiveKind::kName).name, "hi-1");
  EXPECT_TRUE(only("see version 3.9 of it", DecisiveKind::kName).code);
  EXPECT_TRUE(same_value(only("built by Klara Aubert", DecisiveKind::kName),
                         only("built by Aubert", DecisiveKind::kName)));
  EXPECT_FALSE(same_value(only("designed by Paul Stettner", DecisiveKind::kName),
                          only("designed by Klara Aubert", DecisiveKind::kName)));
  EXPECT_TRUE(only("Wardens are chosen", DecisiveKind::kName).opens);
}

TEST(DecisiveTokens, NegationTurnsAnOpposite) {
  EXPECT_EQ(only("it is not allowed there", DecisiveKind::kPolarity).side, -1);
  EXPECT_EQ(only("it is forbidden there", DecisiveKind::kPolarity).side, -1);
  EXPECT_EQ(only("it may not be used", DecisiveKind::kPolarity).side, -1);
  EXPECT_TRUE(has_kind("they don't answer", DecisiveKind::kNegation));
  for (const std::string_view negated :
       {"das ist nicht so", "ce n'est jamais ainsi", "eso no es así", "это не так", "这不是真的",
        "non è vero", "dat is niet waar"}) {
    EXPECT_TRUE(has_kind(negated, DecisiveKind::kNegation)) << negated;
  }
}

TEST(DecisiveTokens, RangesLieInTheSentenceInOrder) {
  const std::string sentence = "On 5 June 2019 Klara Aubert paid 1,200 euro per day, not 12 %.";
  std::size_t end = 0;
  for (const DecisiveToken& token : decisive_tokens(sentence)) {
    EXPECT_GE(token.range.start, end);
    EXPECT_LT(token.range.start, token.range.end);
    end = token.range.end;
  }
  EXPECT_LE(end, sentence.size());
  EXPECT_EQ(shown(only("at most 600 requests per minute here", DecisiveKind::kNumber),
                  "at most 600 requests per minute here"),
            "600 requests per minute");
}

TEST(DecisiveTokens, WhatLiesBehindTheLimitIsNotRead) {
  std::string sentence;
  for (std::size_t i = 0; i < kMaxLexemes; ++i) sentence += "a ";
  EXPECT_TRUE(decisive_tokens(sentence + "7 days").empty());
  EXPECT_TRUE(decisive_tokens("\xFF\xFE").empty());
  EXPECT_TRUE(decisive_tokens("").empty());
}

TEST(DecisiveTokens, AnswersDifferInFactsNotInWording) {
  EXPECT_TRUE(decisive_tokens_differ("Six days may be carried over.", "Eleven days are kept."));
  EXPECT_TRUE(decisive_tokens_differ("Yes, it is.", "No."));
  EXPECT_TRUE(decisive_tokens_differ("The filter may be washed.", "The filter may not be washed."));
  EXPECT_TRUE(decisive_tokens_differ("It was built by Paul Stettner.", "Klara Aubert built it."));
  EXPECT_TRUE(decisive_tokens_differ("600 requests per minute", "25 requests per day"));
  EXPECT_FALSE(decisive_tokens_differ("A lease runs for thirty-six months.", "It lasts 3 years."));
  EXPECT_FALSE(decisive_tokens_differ("The surgeon removed the plaster after six weeks.",
                                      "After 6 weeks the plaster was taken off."));
  EXPECT_FALSE(decisive_tokens_differ("It opens at seven.", "It is a hall in the town."));
}

}  // namespace
}  // namespace ragsieve
