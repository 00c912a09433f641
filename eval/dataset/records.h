// One line of each file of a dataset as a value: a poison, a question with its answers, a relevance
// judgement. Every rule that a line breaks is an error that names the field. Reuse a parser over
// many lines; one thread at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/document.h"
#include "ragsieve/json/reader.h"

namespace ragsieve::eval {

inline constexpr std::size_t kAnswers = 1000;       // of one question
inline constexpr std::size_t kAnswerBytes = 65536;  // of one answer
inline constexpr std::size_t kAttackBytes = 64;     // of the name of a family

struct Poison {
  Document document;
  std::string query_id;        // its target
  std::string query;           // the question that it is for, with a trigger where it needs one
  std::string target_answer;   // may be empty: some attacks have none
  std::string correct_answer;  // may be empty
  std::string attack;          // the family: a-z 0-9 _ -
};

struct Question {
  std::string id;
  std::string text;
  std::vector<std::string> answers;  // may be empty
};

struct Judgement {
  std::string query_id;
  std::string document_id;
  int score = 0;  // relevant from 1 on
};

class RecordReader {
 public:
  // {"_id", "title"?, "text", "query_id", "query", "target_answer", "correct_answer", "attack"};
  // other members are only validated. kInvalidInput, kTooLarge, with where.field.
  [[nodiscard]] Result<Poison> poison(std::string_view line);

  // {"_id", "text", "answers"?: [string, ...]}. Errors as above.
  [[nodiscard]] Result<Question> question(std::string_view line);

 private:
  json::Reader reader_;
};

// "query-id <tab> corpus-id <tab> score", the score 0 to 9. Errors as above.
[[nodiscard]] Result<Judgement> parse_judgement(std::string_view line);

}  // namespace ragsieve::eval
