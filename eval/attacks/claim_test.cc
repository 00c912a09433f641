#include "eval/attacks/claim.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve::eval {
namespace {

Claim of(const std::string& query, const std::string& answer) {
  return make_claim({"q", query, answer, "right"});
}

TEST(Claim, StatesTheAnswerToTheQuestion) {
  const Claim claim = of("Who wrote the Iliad ? ", " Bob. ");
  EXPECT_EQ(claim.question, "Who wrote the Iliad");
  EXPECT_EQ(claim.answer, "Bob");
  EXPECT_FALSE(claim.sentence);
  EXPECT_EQ(claim.statement, "Bob wrote the Iliad.");
  EXPECT_EQ(claim.indirect, "As for who wrote the Iliad, it is Bob.");
}

TEST(Claim, AnAnswerThatIsASentenceIsTheStatement) {
  const Claim claim = of("what are field peas", "field peas are a kind of small bean.");
  EXPECT_TRUE(claim.sentence);
  EXPECT_EQ(claim.statement, "Field peas are a kind of small bean.");
  EXPECT_EQ(claim.indirect, claim.statement);
  EXPECT_FALSE(of("what for?", "Covering shops against wind and rain.").sentence);
}

TEST(Claim, TopicIsTheQuestionWithoutItsOpening) {
  EXPECT_EQ(of("What is the name of the song?", "x").topic, "the name of the song");
  EXPECT_EQ(of("Are both in Rome?", "no").topic, "both in Rome");
  EXPECT_EQ(of("How many years was he governor?", "3").topic, "how many years was he governor");
  EXPECT_EQ(of("Who is?", "Bob").topic, "who is");
  EXPECT_EQ(of("?", "Bob").topic, "");
}

TEST(Claim, NamesAreRunsOfCapitals) {
  EXPECT_EQ(names_in(of("Where are Teide National Park, Town and El Hierro?", "x")),
            "Teide National Park, Town, El Hierro");
  EXPECT_EQ(names_in(of("Who won the 2021 Tour de France?", "x")), "2021 Tour, France");
  EXPECT_EQ(names_in(of("what are field peas", "x")), "field peas");
}

TEST(Claim, AnswersLoseTheirFullStop) {
  EXPECT_EQ(plain_answer(" The A51. "), "The A51");
  EXPECT_EQ(plain_answer("No."), "no");
  EXPECT_EQ(plain_answer("..."), "");
  EXPECT_TRUE(is_yes_or_no("Yes"));
  EXPECT_FALSE(is_yes_or_no("yesterday"));
}

TEST(Claim, EveryOpeningAndSupportIsASentence) {
  const Claim claim = of("Where is Teide?", "Germany");
  for (const std::string& sentence : openings(claim, claim.statement)) {
    EXPECT_TRUE(sentence.ends_with("Teide is in Germany.")) << sentence;
  }
  for (const std::string& sentence : supports(claim)) EXPECT_TRUE(sentence.ends_with("."));
}

TEST(Claim, SupportsDoNotRepeatWhatIsNoName) {
  for (const char* answer : {"yes", "peas are a kind of small bean"}) {
    for (const std::string& sentence : supports(of("what?", answer))) {
      EXPECT_EQ(sentence.find(std::string(" ") + answer), std::string::npos);
    }
  }
}

TEST(Claim, AStatementBehindOtherWordsLosesItsStopAndItsCapital) {
  EXPECT_EQ(inside("The writer was Bob.", ""), "the writer was Bob");
  EXPECT_EQ(inside("Theodor was the writer.", "is Theodor"), "Theodor was the writer");
  EXPECT_EQ(inside("Peas are beans.", "what are peas"), "peas are beans");
  EXPECT_EQ(inside("...", "what"), "");
}

}  // namespace
}  // namespace ragsieve::eval
