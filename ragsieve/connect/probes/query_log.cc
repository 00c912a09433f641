#include "ragsieve/connect/probes/query_log.h"

#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "ragsieve/connect/memory_budget.h"
#include "ragsieve/connect/probes/probe_record.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

constexpr std::array<std::string_view, 3> kTextFields{"text", "query", "question"};

Error at_field(std::string_view field, std::string message, Code code = Code::kInvalidInput) {
  return make_error(code, std::move(message), Where{"", 0, std::string(field)});
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\f\v");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n\f\v") - first + 1);
}

Result<std::uint64_t> parse_count(const json::Value& record) {
  const json::Value* value = record.find("count");
  if (value == nullptr || std::holds_alternative<std::nullptr_t>(value->storage())) return 1;
  const auto* count = std::get_if<std::int64_t>(&value->storage());
  if (count != nullptr && *count > 0) return static_cast<std::uint64_t>(*count);
  return at_field("count",
                  "expected a positive integer, found " +
                      (value->is_number() ? json::dump(*value) : std::string(value->type_name())));
}

Result<LoggedQuery> checked(std::string_view text, std::string_view field, std::uint64_t count) {
  text = trimmed(text);
  if (Status status = check_probe_question(text); !status.ok()) {
    return at_field(field, status.error().message, status.error().code);
  }
  return LoggedQuery{std::string(text), count};
}

Result<LoggedQuery> parse_record(const json::Value& record) {
  if (record.object() == nullptr) {
    return make_error(Code::kInvalidInput,
                      "expected a JSON object, found " + std::string(record.type_name()));
  }
  for (const std::string_view field : kTextFields) {
    const json::Value* value = record.find(field);
    if (value == nullptr) continue;
    if (value->string() == nullptr) {
      return at_field(field, "expected a string, found " + std::string(value->type_name()));
    }
    RAGSIEVE_TRY(const std::uint64_t count, parse_count(record));
    return checked(*value->string(), field, count);
  }
  return at_field("text", R"(is missing, expected a string "text", "query" or "question")");
}

Result<LoggedQuery> parse_line(const LineReader& lines, const Line& line, json::Reader& reader,
                               std::optional<bool>& is_json) {
  if (line.too_long) return lines.too_long_error(line);
  if (!is_json) is_json = trimmed(line.text).starts_with('{');
  if (!*is_json) return checked(line.text, "text", 1);
  RAGSIEVE_TRY(const json::Value record, reader.parse(line.text));
  return parse_record(record);
}

// Adds without running over.
void count_more(std::uint64_t& count, std::uint64_t more) {
  const std::uint64_t room = std::numeric_limits<std::uint64_t>::max() - count;
  count += more < room ? more : room;
}

}  // namespace

Result<QueryLog> read_query_log(LineReader& lines, const RunOptions& run) {
  QueryLog log;
  json::Reader reader;
  std::optional<bool> is_json;
  std::unordered_map<std::string, std::size_t> places;
  MemoryBudget memory(run.memory_bytes);
  for (;;) {
    RAGSIEVE_TRY(const std::optional<Line> line, lines.next());
    if (!line) break;
    Result<LoggedQuery> query = parse_line(lines, *line, reader, is_json);
    if (!query.ok()) {
      Error error = std::move(query).error();
      error.where = lines.where(*line, std::move(error.where.field));
      RAGSIEVE_CHECK(memory.take(sizeof(Error) + error.message.size(), lines.path()));
      log.bad.push_back(std::move(error));
      continue;
    }
    const auto [place, is_new] = places.emplace(query->text, log.queries.size());
    if (!is_new) {
      count_more(log.queries[place->second].count, query->count);
      continue;
    }
    RAGSIEVE_CHECK(memory.take(sizeof(LoggedQuery) + 2 * query->text.size(), lines.path()));
    log.queries.push_back(std::move(query).value());
  }
  if (log.queries.empty() && log.bad.empty()) {
    return make_error(Code::kInvalidInput, "holds no queries", Where{lines.path(), 0, ""});
  }
  return log;
}

Result<QueryLog> read_query_log(const std::string& path, const RunOptions& run) {
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path, LineOptions{false, run.cancel}));
  return read_query_log(lines, run);
}

}  // namespace ragsieve
