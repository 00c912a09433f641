#include "ragsieve/text/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

namespace ragsieve {
namespace {

struct Case {
  std::string_view text;
  Language language;
  double value;
};

TEST(Numbers, WordsOfSixLanguagesAreComposed) {
  using enum Language;
  const std::vector<Case> cases{{"forty-eight", kEnglish, 48},
                                {"one hundred and ten", kEnglish, 110},
                                {"twelve thousand four hundred", kEnglish, 12400},
                                {"two million", kEnglish, 2e6},
                                {"siebenundvierzig", kGerman, 47},
                                {"zweihundertzehn", kGerman, 210},
                                {"dreitausendfünfhundert", kGerman, 3500},
                                {"soixante et onze", kFrench, 71},
                                {"quatre-vingt-dix-sept", kFrench, 97},
                                {"deux cents", kFrench, 200},
                                {"mil doscientos", kSpanish, 1200},
                                {"treinta y uno", kSpanish, 31},
                                {"сто двадцать пять", kRussian, 125},
                                {"две тысячи", kRussian, 2000},
                                {"三万五千", kChinese, 35000},
                                {"一百零五", kChinese, 105},
                                {"二十", kChinese, 20}};
  for (const Case& one : cases) {
    const auto number = number_at(lexemes(one.text), 0, one.language);
    ASSERT_TRUE(number.has_value()) << one.text;
    EXPECT_DOUBLE_EQ(number->value, one.value) << one.text;
    EXPECT_TRUE(number->in_words);
  }
}

TEST(Numbers, DigitsWithSeparatorsHaveTheirReadings) {
  using enum Language;
  const std::vector<Case> cases{{"1,200.50", kEnglish, 1200.5}, {"1.200,50", kGerman, 1200.5},
                                {"45 000", kFrench, 45000},     {"1'000", kGerman, 1000},
                                {"0.125", kEnglish, 0.125},     {"1.2 billion", kEnglish, 1.2e9},
                                {"3,5", kGerman, 3.5},          {"1,000,000", kEnglish, 1e6},
                                {"12 万", kChinese, 12e4},      {"٢٥", kOther, 25}};
  for (const Case& one : cases) {
    const auto number = number_at(lexemes(one.text), 0, one.language);
    ASSERT_TRUE(number.has_value()) << one.text;
    EXPECT_DOUBLE_EQ(number->value, one.value) << one.text;
  }
  const auto grams = number_at(lexemes("1.150"), 0, Language::kGerman);
  ASSERT_TRUE(grams.has_value());
  EXPECT_TRUE(same_number(grams->value, grams->alternative, 1150, NAN));
  EXPECT_FALSE(same_number(grams->value, grams->alternative, 115, NAN));
}

TEST(Numbers, VersionsDatesAndWordsAloneAreNone) {
  for (const std::string_view text : {"3.9.1", "05.06.2019", "hundreds of", "third", "and"}) {
    EXPECT_FALSE(number_at(lexemes(text), 0, Language::kEnglish).has_value()) << text;
  }
  EXPECT_TRUE(number_at(lexemes("one"), 0, Language::kEnglish)->article);
  EXPECT_FALSE(number_at({}, 0, Language::kEnglish).has_value());
}

TEST(Numbers, SharesArePercent) {
  const auto two_thirds = number_at(lexemes("two thirds of them"), 0, Language::kEnglish);
  ASSERT_TRUE(two_thirds.has_value());
  EXPECT_TRUE(two_thirds->share);
  EXPECT_NEAR(two_thirds->value, 66.67, 0.01);
}

}  // namespace
}  // namespace ragsieve
