#include "ragsieve/detect/conflict.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ragsieve {
namespace {

constexpr std::string_view kLeave =
    "Unused leave may be carried into the next year only up to a limit of six days.";

WordRarity rarity() {
  WordRarity words;
  for (const std::string_view text :
       {kLeave, std::string_view("The lunch in Messa costs employees 38 kroner."),
        std::string_view("The old bridge of Verin was designed by the engineer Klara Aubert."),
        std::string_view("The dishwasher uses 9 litres of water in the eco programme."),
        std::string_view("The surgeon removed the plaster after six weeks."),
        std::string_view("Employees may use the rack for bicycles on every day of the year.")}) {
    words.add(text);
  }
  return words;
}

FactComparison compare(std::string_view candidate, std::string_view trusted, double cosine = 0.9) {
  return compare_facts(FactSentence(candidate), FactSentence(trusted), cosine, rarity());
}

struct Pair {
  std::string_view candidate;
  std::string_view trusted;
};

TEST(Conflict, OneValueChangedInACopyIsOne) {
  const std::vector<Pair> pairs{
      {"Unused leave may be carried into the next year only up to a limit of eleven days.", kLeave},
      {"The lunch in Messa costs employees 52 kroner.",
       "The lunch in Messa costs employees 38 kroner."},
      {"The old bridge of Verin was designed by the engineer Paul Stettner.",
       "The old bridge of Verin was designed by the engineer Klara Aubert."},
      {"The filter may be cleaned in the dishwasher.",
       "The filter may not be cleaned in the dishwasher."},
      {"Die Bibliothek leiht Bücher für 14 Tage aus.",
       "Die Bibliothek leiht Bücher für 28 Tage aus."},
      {"该接口每分钟最多允许 500 次请求。", "该接口每分钟最多允许 100 次请求。"}};
  for (const Pair& pair : pairs) {
    const FactComparison comparison = compare(pair.candidate, pair.trusted, 0.95);
    EXPECT_TRUE(comparison.conflict) << pair.candidate << " " << comparison.score;
    EXPECT_FALSE(comparison.differs.empty());
    EXPECT_GT(comparison.score, 0);
    EXPECT_LE(comparison.score, 1);
  }
}

TEST(Conflict, OtherWordsForTheSameFactsAreNone) {
  const std::vector<Pair> pairs{
      {"After 6 weeks the plaster was taken off by the surgeon.",
       "The surgeon removed the plaster after six weeks."},
      {"No more than six days of leave go into the next year.", kLeave},
      {"A lease runs for thirty-six months.", "A lease runs for three years."}};
  for (const Pair& pair : pairs) {
    const FactComparison comparison = compare(pair.candidate, pair.trusted, 0.8);
    EXPECT_FALSE(comparison.conflict) << pair.candidate << " " << comparison.score;
  }
}

TEST(Conflict, SistersWithNumbersOfTheirOwnAreNone) {
  const std::vector<Pair> pairs{
      {"The dishwasher D-620 uses 11 litres of water in the eco programme.",
       "The dishwasher D-410 uses 9.5 litres of water in the eco programme."},
      {"Version 3.9 of the server needs Java 11 and 1 GB of memory.",
       "Version 4.2 of the server needs Java 17 and 2 GB of memory."},
      {"The town hall of Lindow was built in 1642 and has a tower of 48 metres.",
       "The town hall of Arnberg was built in 1588 and has a tower of 61 metres."},
      {"In 2022 revenue amounted to 79 million dollars.",
       "In 2021 revenue amounted to 84 million dollars."}};
  for (const Pair& pair : pairs) {
    const FactComparison comparison = compare(pair.candidate, pair.trusted, 0.85);
    EXPECT_FALSE(comparison.conflict) << pair.candidate << " " << comparison.score;
  }
}

TEST(Conflict, TheDifferenceIsShownWithItsKind) {
  const FactComparison comparison = compare("The lunch in Messa costs employees 52 kroner.",
                                            "The lunch in Messa costs employees 38 kroner.");
  ASSERT_EQ(comparison.differs.size(), 1U);
  EXPECT_EQ(comparison.differs[0], "number: 52 kroner / 38 kroner");
  EXPECT_GT(comparison.subject_overlap, 0.9);
  EXPECT_FALSE(comparison.agrees);
}

TEST(Conflict, TheSameSentenceAgrees) {
  const FactComparison comparison = compare(kLeave, kLeave, 1);
  EXPECT_TRUE(comparison.agrees);
  EXPECT_EQ(comparison.score, 0);
  EXPECT_TRUE(comparison.differs.empty());
}

TEST(Conflict, ARevisionSaysSo) {
  const FactComparison comparison =
      compare("From September the lunch in Messa costs employees 44 kroner instead of 38.",
              "The lunch in Messa costs employees 38 kroner.");
  EXPECT_TRUE(comparison.says_it_revises);
  EXPECT_FALSE(comparison.differs.empty());
}

TEST(Conflict, SentencesWithoutWordsAreNone) {
  for (const std::string_view text : {"", "!!!", "7", "\xFF\xFE", "。"}) {
    EXPECT_FALSE(compare(text, kLeave, 0).conflict) << text;
    EXPECT_FALSE(compare(kLeave, text, 0).conflict) << text;
  }
}

TEST(Conflict, HostileSentencesAreBounded) {
  std::string numbers;
  for (int i = 0; i < 20000; ++i) numbers += std::to_string(i) + " days not ";
  EXPECT_LE(compare(numbers, numbers + "x", 1).score, 1);
}

}  // namespace
}  // namespace ragsieve
