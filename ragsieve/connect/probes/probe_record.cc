#include "ragsieve/connect/probes/probe_record.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ragsieve/base/utf8.h"
#include "ragsieve/connect/id.h"
#include "ragsieve/connect/jsonl/question.h"

namespace ragsieve {
namespace {

Error at_field(std::string_view field, std::string message, Code code = Code::kInvalidInput) {
  return make_error(code, std::move(message), Where{"", 0, std::string(field)});
}

std::string found(const json::Value& value) { return ", found " + std::string(value.type_name()); }

Status check_length(std::string_view text) {
  if (text.size() <= kProbeTextBytes) return ok_status();
  return make_error(Code::kTooLarge, "has " + std::to_string(text.size()) + " bytes, at most " +
                                         std::to_string(kProbeTextBytes) + " are read; shorten it");
}

// The member called `name`; null where it is absent or JSON's null.
Result<const json::Value*> member(const json::Value& record, std::string_view name) {
  if (std::ranges::count(*record.object(), name, &json::Member::first) > 1) {
    return at_field(name, "the member occurs twice; keep one");
  }
  const json::Value* value = record.find(name);
  if (value == nullptr || std::holds_alternative<std::nullptr_t>(value->storage())) return nullptr;
  return value;
}

struct NamedString {
  std::string value;
  std::string_view field;
};

// The string called `first`, else the one called `second`; `missing` is named where neither stands.
Result<NamedString> required(const json::Value& record, std::string_view first,
                             std::string_view second, std::string_view missing) {
  for (const std::string_view field : {first, second}) {
    RAGSIEVE_TRY(const json::Value* value, member(record, field));
    if (value == nullptr) continue;
    if (value->string() == nullptr) {
      return at_field(field, "expected a string" + found(*value));
    }
    return NamedString{*value->string(), field};
  }
  return at_field(missing, "is missing, expected a string");
}

// The first answer that is not empty, of a string or an array of strings.
Result<std::string> first_answer(const json::Value& answers) {
  if (answers.string() != nullptr) return *answers.string();
  if (answers.array() == nullptr) {
    return at_field("answers", "expected an array of strings" + found(answers));
  }
  for (const json::Value& answer : *answers.array()) {
    if (answer.string() == nullptr) {
      return at_field("answers", "expected strings in the array" + found(answer));
    }
    if (!answer.string()->empty()) return *answer.string();
  }
  return std::string();
}

Result<std::string> expected_fact(const json::Value& record) {
  std::string_view field = "expected_fact";
  std::string fact;
  RAGSIEVE_TRY(const json::Value* given, member(record, field));
  RAGSIEVE_TRY(const json::Value* answers, member(record, "answers"));
  if (given != nullptr) {
    if (given->string() == nullptr) return at_field(field, "expected a string" + found(*given));
    fact = *given->string();
  } else if (answers != nullptr) {
    field = "answers";
    RAGSIEVE_TRY(fact, first_answer(*answers));
  }
  if (Status status = check_length(fact); !status.ok()) {
    return at_field(field, status.error().message, status.error().code);
  }
  return fact;
}

Result<double> parse_weight(const json::Value& record) {
  RAGSIEVE_TRY(const json::Value* value, member(record, "weight"));
  if (value == nullptr) return 1.0;
  const std::string expected = "expected a number above 0 and at most 1e9";
  if (!value->is_number()) return at_field("weight", expected + found(*value));
  const double weight = value->number();
  if (!std::isfinite(weight) || weight <= 0 || weight > kProbeWeight) {
    return at_field("weight", "is " + json::dump(*value) + ", " + expected);
  }
  return weight;
}

}  // namespace

Status check_probe_question(std::string_view question) {
  RAGSIEVE_CHECK(check_length(question));
  if (const auto offset = first_invalid_utf8(question)) {
    return make_error(Code::kInvalidInput, "is not valid UTF-8 at byte " + std::to_string(*offset));
  }
  return check_question(question);
}

Result<Probe> parse_probe(const json::Value& record) {
  if (record.object() == nullptr) {
    return make_error(Code::kInvalidInput, "expected a JSON object" + found(record));
  }
  RAGSIEVE_TRY(NamedString id, required(record, "_id", "id", "id"));
  if (Status status = check_id(id.value); !status.ok()) {
    return at_field(id.field, status.error().message, status.error().code);
  }
  RAGSIEVE_TRY(NamedString question, required(record, "question", "text", "question"));
  if (Status status = check_probe_question(question.value); !status.ok()) {
    return at_field(question.field, status.error().message, status.error().code);
  }
  Probe probe;
  probe.id = std::move(id.value);
  probe.question = std::move(question.value);
  RAGSIEVE_TRY(probe.expected_fact, expected_fact(record));
  RAGSIEVE_TRY(probe.weight, parse_weight(record));
  probe.origin = "file";
  return probe;
}

}  // namespace ragsieve
