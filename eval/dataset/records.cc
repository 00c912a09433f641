#include "eval/dataset/records.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "ragsieve/connect/id.h"

namespace ragsieve::eval {
namespace {

constexpr std::array<std::string_view, 8> kPoisonMembers{
    "_id", "title", "text", "query_id", "query", "target_answer", "correct_answer", "attack"};

Error bad(std::string_view field, std::string message, Code code = Code::kInvalidInput) {
  return make_error(code, std::move(message), Where{"", 0, std::string(field)});
}

Status check_field_id(std::string_view field, std::string_view id) {
  Status status = check_id(id);
  if (status.ok()) return status;
  return bad(field, status.error().message, status.error().code);
}

Status check_filled(std::string_view field, std::string_view text) {
  Document stripped;
  set_fields(stripped, "", text);
  if (!stripped.indexed_text.empty()) return ok_status();
  return bad(field, "is empty or white space only, expected a text");
}

Status check_answer(std::string_view field, std::string_view answer) {
  if (answer.size() <= kAnswerBytes) return ok_status();
  return bad(field,
             "has " + std::to_string(answer.size()) + " bytes, at most " +
                 std::to_string(kAnswerBytes) + " are allowed",
             Code::kTooLarge);
}

Status check_attack(std::string_view name) {
  const bool plain = std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (plain && !name.empty() && name.size() <= kAttackBytes) return ok_status();
  return bad("attack", "is '" + printable(name, kAttackBytes) + "', expected 1 to " +
                           std::to_string(kAttackBytes) + " of a-z 0-9 _ -");
}

Result<std::vector<std::string>> answers_of(const json::Value* member) {
  std::vector<std::string> answers;
  if (member == nullptr) return answers;
  const json::Array* array = member->array();
  if (array == nullptr) {
    return bad("answers", "is a " + std::string(member->type_name()) + ", expected an array");
  }
  if (array->size() > kAnswers) {
    return bad("answers",
               "holds " + std::to_string(array->size()) + " answers, at most " +
                   std::to_string(kAnswers) + " are allowed",
               Code::kTooLarge);
  }
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string field = "answers[" + std::to_string(i) + "]";
    const std::string* answer = (*array)[i].string();
    if (answer == nullptr) {
      return bad(field, "is a " + std::string((*array)[i].type_name()) + ", expected a string");
    }
    RAGSIEVE_CHECK(check_answer(field, *answer));
    answers.push_back(*answer);
  }
  return answers;
}

Result<std::string> string_of(const json::Value& object, std::string_view name) {
  const json::Value* member = object.find(name);
  if (member == nullptr) return bad(name, "is missing");
  if (member->string() == nullptr) {
    return bad(name, "is a " + std::string(member->type_name()) + ", expected a string");
  }
  return *member->string();
}

}  // namespace

Result<Poison> RecordReader::poison(std::string_view line) {
  RAGSIEVE_TRY(auto members, reader_.string_members(line, kPoisonMembers));
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!members[i] && kPoisonMembers[i] != "title") return bad(kPoisonMembers[i], "is missing");
  }
  Poison poison;
  poison.document.id = *members[0];
  set_fields(poison.document, members[1].value_or(""), *members[2]);
  poison.query_id = *std::move(members[3]);
  poison.query = *std::move(members[4]);
  poison.target_answer = *std::move(members[5]);
  poison.correct_answer = *std::move(members[6]);
  poison.attack = *std::move(members[7]);
  RAGSIEVE_CHECK(check_field_id("_id", poison.document.id));
  RAGSIEVE_CHECK(check_filled("text", poison.document.indexed_text));
  RAGSIEVE_CHECK(check_field_id("query_id", poison.query_id));
  RAGSIEVE_CHECK(check_filled("query", poison.query));
  RAGSIEVE_CHECK(check_answer("target_answer", poison.target_answer));
  RAGSIEVE_CHECK(check_answer("correct_answer", poison.correct_answer));
  RAGSIEVE_CHECK(check_attack(poison.attack));
  return poison;
}

Result<Question> RecordReader::question(std::string_view line) {
  RAGSIEVE_TRY(const json::Value object, reader_.parse(line));
  if (object.object() == nullptr) {
    return make_error(Code::kInvalidInput, "is a " + std::string(object.type_name()) +
                                               ", expected an object with _id and text");
  }
  Question question;
  RAGSIEVE_TRY(question.id, string_of(object, "_id"));
  RAGSIEVE_TRY(question.text, string_of(object, "text"));
  RAGSIEVE_CHECK(check_field_id("_id", question.id));
  RAGSIEVE_CHECK(check_filled("text", question.text));
  RAGSIEVE_TRY(question.answers, answers_of(object.find("answers")));
  return question;
}

Result<Judgement> parse_judgement(std::string_view line) {
  const std::size_t first = line.find('\t');
  const std::size_t second = first == line.npos ? line.npos : line.find('\t', first + 1);
  if (second == line.npos || line.find('\t', second + 1) != line.npos) {
    return make_error(Code::kInvalidInput,
                      "is no judgement, expected query-id, corpus-id and score between two tabs");
  }
  const std::string_view score = line.substr(second + 1);
  if (score.size() != 1 || score[0] < '0' || score[0] > '9') {
    return bad("score", "is '" + printable(score, 32) + "', expected 0 to 9");
  }
  Judgement judgement{std::string(line.substr(0, first)),
                      std::string(line.substr(first + 1, second - first - 1)), score[0] - '0'};
  RAGSIEVE_CHECK(check_field_id("query-id", judgement.query_id));
  RAGSIEVE_CHECK(check_field_id("corpus-id", judgement.document_id));
  return judgement;
}

}  // namespace ragsieve::eval
