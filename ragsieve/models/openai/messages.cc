#include "ragsieve/models/openai/messages.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "ragsieve/json/reader.h"
#include "ragsieve/json/value.h"

namespace ragsieve {
namespace {

using json::Value;

constexpr std::size_t kBytesPerNumber = 40;  // "-1.2345678901234567e-05" and white space
constexpr std::size_t kBytesPerObject = 1024;
constexpr double kSmallestLength = 1e-100;  // below it, squares lose their digits
constexpr std::string_view kWhite = " \t\r\n";

Error bad_answer(std::string_view field, std::string found_and_expected) {
  return make_error(Code::kInvalidInput,
                    "the endpoint's answer: " + std::move(found_and_expected) +
                        "; does the endpoint speak the OpenAI API?",
                    Where{"", 0, std::string(field)});
}

Error wrong_type(std::string_view field, const Value* value, std::string_view expected) {
  const std::string found = value == nullptr ? "nothing" : std::string(value->type_name());
  return bad_answer(field, "found " + found + ", expected " + std::string(expected));
}

Result<Value> parse(std::string_view body) {
  json::Reader reader;
  Result<Value> value = reader.parse(body);
  if (value.ok()) return value;
  return bad_answer(
      "", "found " + std::to_string(body.size()) + " bytes that are not JSON, expected an object");
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhite);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(kWhite) - first + 1));
}

// Copies a row with length 1; what is wrong with it otherwise.
Status read_row(const Value& numbers, std::span<float> row) {
  constexpr std::string_view kField = "data.embedding";
  const json::Array* array = numbers.array();
  if (array == nullptr) return wrong_type(kField, &numbers, "an array of numbers");
  if (array->size() != row.size()) {
    return bad_answer(kField, "found " + std::to_string(array->size()) + " components, expected " +
                                  std::to_string(row.size()) + " (encoder.dim)");
  }
  double squares = 0;
  for (const Value& number : *array) {
    if (!number.is_number()) return wrong_type(kField, &number, "a number");
    squares += number.number() * number.number();
  }
  const double norm = std::sqrt(squares);
  if (!std::isfinite(norm) || norm < kSmallestLength) {
    return bad_answer(kField, "found a vector without a length, expected finite numbers");
  }
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = static_cast<float>((*array)[i].number() / norm);
  }
  return ok_status();
}

Result<std::size_t> read_index(const Value& item, std::vector<bool>& seen) {
  const Value* index = item.find("index");
  if (index == nullptr || !index->is_number()) {
    return wrong_type("data.index", index, "the number of the text");
  }
  const double number = index->number();
  if (!(number >= 0 && number < static_cast<double>(seen.size())) || number != std::floor(number)) {
    return bad_answer("data.index", "found " + json::dump(*index) + ", expected 0 to " +
                                        std::to_string(seen.size() - 1));
  }
  const auto row = static_cast<std::size_t>(number);
  if (seen[row]) {
    return bad_answer("data.index", "found " + json::dump(*index) + " twice, expected once");
  }
  seen[row] = true;
  return row;
}

}  // namespace

std::string chat_body(const std::string& model, const AnswerPrompt& prompt,
                      std::size_t max_tokens) {
  const auto message = [](const char* role, const std::string& content) {
    return Value(json::Object{{"role", role}, {"content", content}});
  };
  return json::dump(json::Object{
      {"model", model},
      {"messages", json::Array{message("system", prompt.system), message("user", prompt.user)}},
      {"temperature", 0},
      {"seed", 0},
      {"max_tokens", static_cast<std::int64_t>(max_tokens)},
      {"stream", false},
  });
}

Result<std::string> read_chat_answer(std::string_view body) {
  RAGSIEVE_TRY(const Value root, parse(body));
  const Value* choices = root.find("choices");
  if (choices == nullptr || choices->array() == nullptr || choices->array()->empty()) {
    return wrong_type("choices", choices, "an array with an answer");
  }
  const Value& choice = choices->array()->front();
  const Value* reason = choice.find("finish_reason");
  const std::string* finish = reason == nullptr ? nullptr : reason->string();
  if (finish != nullptr && *finish == "content_filter") {
    return make_error(Code::kUnavailable,
                      "the endpoint withheld the answer (finish_reason content_filter); use a "
                      "model without such a filter");
  }
  const Value* message = choice.find("message");
  const Value* content = message == nullptr ? nullptr : message->find("content");
  if (content == nullptr || content->string() == nullptr) {
    return wrong_type("choices.message.content", content, "a string");
  }
  if (content->string()->size() > kAnswerBytes) {
    return make_error(Code::kTooLarge,
                      "the endpoint's answer has " + std::to_string(content->string()->size()) +
                          " bytes, expected at most " + std::to_string(kAnswerBytes) +
                          "; it does not heed max_tokens");
  }
  std::string text = trimmed(*content->string());
  if (text.empty() && finish != nullptr && *finish == "length") {
    return make_error(Code::kInvalidInput,
                      "the model used all its tokens before the answer began; raise "
                      "generator.max_tokens, or use a model that does not think aloud");
  }
  return text;
}

std::string embeddings_body(const std::string& model, std::span<const std::string> texts) {
  json::Array input;
  for (const std::string& text : texts) input.emplace_back(text);
  return json::dump(
      json::Object{{"model", model}, {"input", std::move(input)}, {"encoding_format", "float"}});
}

Result<Matrix> read_embeddings(std::string_view body, std::size_t n_texts, std::size_t dim) {
  RAGSIEVE_TRY(const Value root, parse(body));
  const Value* data = root.find("data");
  if (data == nullptr || data->array() == nullptr) {
    return wrong_type("data", data, "an array of vectors");
  }
  if (data->array()->size() != n_texts) {
    return bad_answer("data", "found " + std::to_string(data->array()->size()) +
                                  " vectors, expected " + std::to_string(n_texts));
  }
  Matrix rows{n_texts, dim, {}};
  rows.values.resize(n_texts * dim);
  std::vector<bool> seen(n_texts);
  for (const Value& item : *data->array()) {
    RAGSIEVE_TRY(const std::size_t row, read_index(item, seen));
    const Value* numbers = item.find("embedding");
    if (numbers == nullptr) return wrong_type("data.embedding", nullptr, "an array of numbers");
    RAGSIEVE_CHECK(read_row(*numbers, rows.row(row)));
  }
  return rows;
}

std::size_t embeddings_response_bytes(std::size_t n_texts, std::size_t dim) {
  return kBytesPerObject + n_texts * (kBytesPerObject + dim * kBytesPerNumber);
}

}  // namespace ragsieve
