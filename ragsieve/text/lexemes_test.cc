#include "ragsieve/text/lexemes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ragsieve/text/fact_words.h"
#include "ragsieve/text/revision_marks.h"

namespace ragsieve {
namespace {

std::vector<std::string> texts(std::string_view sentence) {
  std::vector<std::string> list;
  for (const Lexeme& lexeme : lexemes(sentence)) list.push_back(lexeme.text);
  return list;
}

TEST(Lexemes, CliticsAreSplitOff) {
  EXPECT_EQ(texts("They don't."), (std::vector<std::string>{"they", "do", "not", "."}));
  EXPECT_EQ(texts("can’t won't"), (std::vector<std::string>{"can", "not", "will", "not"}));
  EXPECT_EQ(texts("l'essence d’Anna's"), (std::vector<std::string>{"l", "essence", "d", "anna"}));
}

TEST(Lexemes, NumeralsKeepTheirSeparators) {
  EXPECT_EQ(texts("1,200.5 kg"), (std::vector<std::string>{"1,200.5", "kg"}));
  EXPECT_EQ(texts("45 000 of 3, 4"), (std::vector<std::string>{"45 000", "of", "3", ",", "4"}));
  EXPECT_EQ(texts("180d"), (std::vector<std::string>{"180", "d"}));
  EXPECT_TRUE(lexemes("180d")[1].glued);
}

TEST(Lexemes, MarksAndCaseAreFolded) {
  EXPECT_EQ(fold_word("Inês"), "ines");
  EXPECT_EQ(fold_word("Straße"), "strasse");
  EXPECT_EQ(fold_word("ＡＢ"), "ab");
  EXPECT_EQ(fold_word("Ёлка"), "елка");
  EXPECT_TRUE(lexemes("API")[0].all_capital);
  EXPECT_TRUE(lexemes("Élan")[0].capital);
}

TEST(Lexemes, IdeographsStandAlone) {
  EXPECT_EQ(texts("接口 100 次"), (std::vector<std::string>{"接", "口", "100", "次"}));
}

TEST(Lexemes, BytesThatAreNoTextAreLeftOutAndTheLimitCuts) {
  EXPECT_EQ(texts("a\xFF"
                  "b"),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(lexemes("a b c", 2).size(), 2U);
}

TEST(FactWords, StemsMeetAcrossInflectionAndLeaveGrammarOut) {
  const auto stems = [](std::string_view text) {
    std::vector<std::string> list;
    for (const FactWord& word : fact_words(text)) list.push_back(word.stem);
    return list;
  };
  EXPECT_EQ(stems("the requests of a client"), stems("a request by the clients"));
  EXPECT_EQ(stems("接口"), (std::vector<std::string>{"接口"}));
  EXPECT_TRUE(stems("and of the 12 %").empty());
}

TEST(RevisionMarks, AreFoundInSeveralLanguages) {
  for (const std::string_view text :
       {"From May it costs 44 kroner instead of 38.", "The limit, formerly 700 euro, is higher.",
        "Das Bad öffnet um sieben statt um acht.", "L'abonnement passe de 29 à 32 euros.",
        "退货期限由原来的 7 天延长至 15 天。"}) {
    EXPECT_TRUE(says_it_revises(lexemes(text))) << text;
  }
  EXPECT_FALSE(says_it_revises(lexemes("A lunch costs 38 kroner.")));
}

}  // namespace
}  // namespace ragsieve
