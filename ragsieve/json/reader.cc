// simdjson's DOM parser, because it validates all of the text: its on-demand parser looks only at
// what is asked for. It does not say where an error lies; nlohmann's event parser (which keeps its
// stack on the heap) is run over a refused text to find that byte.
#include "ragsieve/json/reader.h"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>

#include "ragsieve/base/limits.h"
#include "ragsieve/base/utf8.h"

namespace ragsieve::json {
namespace {

namespace dom = simdjson::dom;

// Takes every event and remembers where the parser stopped. The signatures are nlohmann's.
class ErrorFinder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::json::exception&) override {
    // `position` counts the bytes taken, the offending one included.
    offset_ = position > 0 ? position - 1 : 0;
    return false;
  }
  [[nodiscard]] std::optional<std::size_t> offset() const { return offset_; }

 private:
  std::optional<std::size_t> offset_;
};

std::optional<std::size_t> error_offset(std::string_view text, simdjson::error_code code) {
  if (code == simdjson::UTF8_ERROR) return first_invalid_utf8(text);
  ErrorFinder finder;
  nlohmann::json::sax_parse(text.begin(), text.end(), &finder);
  return finder.offset();
}

std::string_view what_is_wrong(simdjson::error_code code) {
  switch (code) {
    case simdjson::EMPTY:
      return "it is empty";
    case simdjson::UTF8_ERROR:
      return "invalid UTF-8";
    case simdjson::UNCLOSED_STRING:
      return "a string without its closing quote";
    case simdjson::UNESCAPED_CHARS:
      return "an unescaped control character in a string";
    case simdjson::STRING_ERROR:
      return "a bad escape in a string";
    case simdjson::NUMBER_ERROR:
      return "a number that is malformed or too large";
    case simdjson::T_ATOM_ERROR:
    case simdjson::F_ATOM_ERROR:
    case simdjson::N_ATOM_ERROR:
      return "an unknown word";
    default:
      return "a comma, colon, bracket or value is missing or misplaced";
  }
}

Error parse_error(std::string_view text, simdjson::error_code code) {
  if (code == simdjson::DEPTH_ERROR) {
    return make_error(
        Code::kTooLarge,
        "JSON is nested deeper than " + std::to_string(limits::kJsonDepth) + " levels; flatten it");
  }
  if (code == simdjson::CAPACITY || code == simdjson::MEMALLOC) {
    return make_error(Code::kTooLarge, "a JSON text of " + std::to_string(text.size()) +
                                           " bytes does not fit in memory");
  }
  std::string message = "not JSON: ";
  message += what_is_wrong(code);
  if (const auto offset = error_offset(text, code)) {
    message += " at byte " + std::to_string(*offset);
  }
  return make_error(Code::kInvalidInput, std::move(message));
}

// Recursive, over a text whose depth the parser has already bounded.
Value convert(dom::element element) {
  switch (element.type()) {
    case dom::element_type::ARRAY: {
      Array array;
      for (const dom::element item : dom::array(element)) array.push_back(convert(item));
      return array;
    }
    case dom::element_type::OBJECT: {
      Object object;
      for (const auto [key, value] : dom::object(element)) {
        object.emplace_back(std::string(key), convert(value));
      }
      return object;
    }
    case dom::element_type::INT64:
      return std::int64_t(element);
    case dom::element_type::UINT64:
      return std::uint64_t(element);
    case dom::element_type::DOUBLE:
      return double(element);
    case dom::element_type::STRING:
      return std::string_view(element);
    case dom::element_type::BOOL:
      return bool(element);
    case dom::element_type::NULL_VALUE:
      break;
  }
  return nullptr;
}

std::string_view type_name(dom::element element) {
  switch (element.type()) {
    case dom::element_type::ARRAY:
      return "array";
    case dom::element_type::OBJECT:
      return "object";
    case dom::element_type::STRING:
      return "string";
    case dom::element_type::BOOL:
      return "boolean";
    case dom::element_type::NULL_VALUE:
      return "null";
    default:
      return "number";
  }
}

Error member_error(std::string_view name, std::string message) {
  return make_error(Code::kInvalidInput, std::move(message), Where{"", 0, std::string(name)});
}

}  // namespace

struct Reader::State {
  dom::parser parser;
  std::vector<char> padded;

  // The parsed text; the element lives until the next call. The text is copied into a buffer that
  // is kept, because simdjson reads past the end of what it is given.
  [[nodiscard]] Result<dom::element> parse(std::string_view text) {
    if (const auto code = reserve(text.size())) return parse_error(text, code);
    std::memcpy(padded.data(), text.data(), text.size());
    dom::element element;
    if (const auto code = parser.parse(padded.data(), text.size(), false).get(element)) {
      return parse_error(text, code);
    }
    return element;
  }

  // Grows by doubling, so that lines of rising length do not allocate anew each time.
  [[nodiscard]] simdjson::error_code reserve(std::size_t n_bytes) {
    if (n_bytes > simdjson::SIMDJSON_MAXSIZE_BYTES) return simdjson::CAPACITY;
    const std::size_t capacity = std::bit_ceil(std::max<std::size_t>(n_bytes, 4096));
    if (padded.size() >= capacity + simdjson::SIMDJSON_PADDING) return simdjson::SUCCESS;
    padded.resize(capacity + simdjson::SIMDJSON_PADDING);
    // simdjson refuses at its limit, not past it; an empty innermost bracket does not count.
    return parser.allocate(capacity, limits::kJsonDepth + 1);
  }
};

Reader::Reader() : state_(std::make_unique<State>()) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;

Result<Value> Reader::parse(std::string_view text) {
  RAGSIEVE_TRY(const dom::element element, state_->parse(text));
  return convert(element);
}

Result<std::vector<std::optional<std::string>>> Reader::string_members(
    std::string_view text, std::span<const std::string_view> names) {
  RAGSIEVE_TRY(const dom::element element, state_->parse(text));
  if (!element.is_object()) {
    return make_error(Code::kInvalidInput,
                      "expected a JSON object, found " + std::string(type_name(element)));
  }
  std::vector<std::optional<std::string>> values(names.size());
  for (const auto [key, value] : dom::object(element)) {
    const auto name = std::ranges::find(names, key);
    if (name == names.end()) continue;
    std::optional<std::string>& slot = values[static_cast<std::size_t>(name - names.begin())];
    if (slot) return member_error(key, "the member occurs twice; keep one");
    std::string_view string;
    if (value.get(string) != simdjson::SUCCESS) {
      return member_error(key, "expected a string, found " + std::string(type_name(value)));
    }
    slot = string;
  }
  return values;
}

}  // namespace ragsieve::json
