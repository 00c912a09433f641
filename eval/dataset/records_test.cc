#include "eval/dataset/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve::eval {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The record with one member replaced or, where `value` is empty, left out.
std::string poison_line(std::string_view name = "", std::string_view value = "") {
  std::string line = "{";
  for (const auto& [member, text] :
       std::vector<std::pair<std::string, std::string>>{{"_id", "\"p1\""},
                                                        {"title", "\"A title\""},
                                                        {"text", "\"the text\""},
                                                        {"query_id", "\"q1\""},
                                                        {"query", "\"what?\""},
                                                        {"target_answer", "\"\""},
                                                        {"correct_answer", "\"yes\""},
                                                        {"attack", "\"poisonedrag_black\""}}) {
    if (member == name && value.empty()) continue;
    if (line.size() > 1) line += ", ";
    line += "\"" + member + "\": " + (member == name ? std::string(value) : text);
  }
  return line + ", \"target_in_text\": true}";
}

Error refused(const std::string& line) {
  RecordReader reader;
  const Result<Poison> poison = reader.poison(line);
  EXPECT_FALSE(poison.ok()) << line;
  return poison.ok() ? Error{} : poison.error();
}

TEST(PoisonRecord, IsReadWithItsTarget) {
  RecordReader reader;
  const Result<Poison> poison = reader.poison(poison_line());
  ASSERT_TRUE(poison.ok()) << to_string(poison.error());
  EXPECT_EQ(poison->document.id, "p1");
  EXPECT_EQ(poison->document.indexed_text, "A title the text");
  EXPECT_EQ(poison->query_id, "q1");
  EXPECT_EQ(poison->query, "what?");
  EXPECT_EQ(poison->target_answer, "");
  EXPECT_EQ(poison->correct_answer, "yes");
  EXPECT_EQ(poison->attack, "poisonedrag_black");
}

TEST(PoisonRecord, NeedsEveryMemberButTheTitle) {
  RecordReader reader;
  EXPECT_TRUE(reader.poison(poison_line("title")).ok());
  for (const char* name :
       {"_id", "text", "query_id", "query", "target_answer", "correct_answer", "attack"}) {
    const Error error = refused(poison_line(name));
    EXPECT_EQ(error.code, Code::kInvalidInput);
    EXPECT_EQ(error.where.field, name);
    EXPECT_THAT(error.message, HasSubstr("is missing"));
  }
}

TEST(PoisonRecord, RefusesValuesThatBreakARule) {
  EXPECT_EQ(refused(poison_line("_id", "\"\"")).where.field, "_id");
  EXPECT_EQ(refused(poison_line("query_id", "\"a\\nb\"")).where.field, "query_id");
  EXPECT_EQ(refused(poison_line("query", "\" \"")).where.field, "query");
  EXPECT_EQ(refused(poison_line("text", "7")).where.field, "text");
  const Error attack = refused(poison_line("attack", "\"a+b\""));
  EXPECT_EQ(attack.where.field, "attack");
  EXPECT_THAT(attack.message, HasSubstr("expected 1 to 64 of a-z 0-9 _ -"));
  const Error answer =
      refused(poison_line("target_answer", "\"" + std::string(kAnswerBytes + 1, 'x') + "\""));
  EXPECT_EQ(answer.code, Code::kTooLarge);
  EXPECT_EQ(answer.where.field, "target_answer");
  EXPECT_EQ(refused("[]").code, Code::kInvalidInput);
}

TEST(PoisonRecord, WithoutTextIsRefusedThoughItHasATitle) {
  EXPECT_TRUE(RecordReader().poison(poison_line("text", "\" \"")).ok());  // the title is text too
  std::string line = poison_line("text", "\"\"");
  line.replace(line.find("A title"), 7, "");
  EXPECT_EQ(refused(line).where.field, "text");
}

TEST(QuestionRecord, IsReadWithItsAnswers) {
  RecordReader reader;
  const auto question = reader.question(R"({"_id":"q","text":"why?","answers":["a","b"],"m":{}})");
  ASSERT_TRUE(question.ok());
  EXPECT_THAT(question->answers, ElementsAre("a", "b"));
  EXPECT_TRUE(reader.question(R"({"_id":"q","text":"why?"})")->answers.empty());
}

TEST(QuestionRecord, RefusesWhatBreaksARule) {
  RecordReader reader;
  const auto field = [&](std::string_view line) {
    const auto question = reader.question(line);
    return question.ok() ? std::string("accepted") : question.error().where.field;
  };
  EXPECT_EQ(field(R"({"text":"why?"})"), "_id");
  EXPECT_EQ(field(R"({"_id":"q","text":""})"), "text");
  EXPECT_EQ(field(R"({"_id":"q","text":1})"), "text");
  EXPECT_EQ(field(R"({"_id":"q","text":"why?","answers":"a"})"), "answers");
  EXPECT_EQ(field(R"({"_id":"q","text":"why?","answers":["a",1]})"), "answers[1]");
  EXPECT_THAT(reader.question("3").error().message, HasSubstr("expected an object"));
  std::string many = R"({"_id":"q","text":"why?","answers":[""])";
  many.pop_back();
  for (std::size_t i = 0; i < kAnswers; ++i) many += ",\"\"";
  EXPECT_EQ(reader.question(many + "]}").error().code, Code::kTooLarge);
}

TEST(Judgement, IsThreeFields) {
  const auto judgement = parse_judgement("q1\td1\t2");
  ASSERT_TRUE(judgement.ok());
  EXPECT_EQ(judgement->query_id, "q1");
  EXPECT_EQ(judgement->document_id, "d1");
  EXPECT_EQ(judgement->score, 2);
  EXPECT_THAT(parse_judgement("q1 d1 2").error().message, HasSubstr("two tabs"));
  EXPECT_THAT(parse_judgement("q1\td1").error().message, HasSubstr("two tabs"));
  EXPECT_THAT(parse_judgement("q1\td1\t2\t3").error().message, HasSubstr("two tabs"));
  EXPECT_EQ(parse_judgement("q1\td1\t-1").error().where.field, "score");
  EXPECT_EQ(parse_judgement("\td1\t1").error().where.field, "query-id");
  EXPECT_EQ(parse_judgement("q1\t\t1").error().where.field, "corpus-id");
}

}  // namespace
}  // namespace ragsieve::eval
