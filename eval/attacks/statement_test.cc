#include "eval/attacks/statement.h"

#include <gtest/gtest.h>

namespace ragsieve::eval {
namespace {

TEST(Statement, PutsTheAnswerForWhoAndWhat) {
  EXPECT_EQ(statement_of("Who wrote the Iliad", "bob"), "Bob wrote the Iliad.");
  EXPECT_EQ(statement_of("Who was the writer of the Iliad", "Bob"),
            "The writer of the Iliad was Bob.");
  EXPECT_EQ(statement_of("what are field peas", "beans"), "Field peas are beans.");
}

TEST(Statement, NamesTheNounOfWhich) {
  EXPECT_EQ(statement_of("Which film starring Bob is based on a book", "The Pianist"),
            "The Pianist is the film starring Bob that is based on a book.");
  EXPECT_EQ(statement_of("What race track in the midwest hosts a race", "Kansas"),
            "Kansas is the race track in the midwest that hosts a race.");
}

TEST(Statement, PutsTheAnswerWhereTheQuestionWordStands) {
  EXPECT_EQ(statement_of("he taught at a school that is located in what city", "Rome"),
            "He taught at a school that is located in Rome.");
  EXPECT_EQ(statement_of("It has a population of how many inhabitants", "12"),
            "It has a population of 12 inhabitants.");
  EXPECT_EQ(statement_of("It holds how many", "12"), "It holds 12.");
}

TEST(Statement, SaysWhenAndWhere) {
  EXPECT_EQ(statement_of("When was Diablo 3 released", "May 1, 2002"),
            "Diablo 3 was released on May 1, 2002.");
  EXPECT_EQ(statement_of("when was OpenAI founded", "1998"), "OpenAI was founded in 1998.");
  EXPECT_EQ(statement_of("Where are both parks located", "Germany"),
            "Both parks are located in Germany.");
  EXPECT_EQ(statement_of("where is Teide", "Germany"), "Teide is in Germany.");
}

TEST(Statement, QuotesWhatFitsNoRule) {
  for (const char* question :
       {"Who did it", "How old is he", "Are both in Rome", "", "who", "What did he say then",
        "the town where what is done is known", "When did it end", "calories in butter"}) {
    EXPECT_EQ(statement_of(question, "Bob"),
              "The answer to the question \"" + std::string(question) + "\" is Bob.");
  }
}

}  // namespace
}  // namespace ragsieve::eval
