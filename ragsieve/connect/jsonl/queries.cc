#include "ragsieve/connect/jsonl/queries.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "ragsieve/connect/id.h"
#include "ragsieve/connect/jsonl/question.h"
#include "ragsieve/connect/jsonl/record_parser.h"
#include "ragsieve/connect/memory_budget.h"

namespace ragsieve {
namespace {

using FirstLines = std::unordered_map<std::string, std::uint64_t>;

// `status`'s error, at `field`.
Error at_field(Status status, std::string_view field) {
  Error error = std::move(status).error();
  error.where.field = field;
  return error;
}

Result<Query> parse_query(const LineReader& lines, const Line& line, RecordParser& parser,
                          FirstLines& first_lines) {
  if (line.too_long) return lines.too_long_error(line);
  RAGSIEVE_TRY(Record record, parser.parse_query(line.text));
  if (Status status = check_id(record.id); !status.ok()) {
    return at_field(std::move(status), record.id_field);
  }
  if (Status status = check_question(record.text); !status.ok()) {
    return at_field(std::move(status), "text");
  }
  const auto [first, is_new] = first_lines.emplace(record.id, line.number);
  if (!is_new) {
    return make_error(Code::kInvalidInput,
                      "repeats the id of line " + std::to_string(first->second) +
                          "; ids must be unique, this query is left out",
                      Where{"", 0, std::string(record.id_field)});
  }
  return Query{std::move(record.id), std::move(record.text)};
}

}  // namespace

Result<Queries> read_queries(LineReader& lines, const RunOptions& run) {
  Queries queries;
  RecordParser parser;
  FirstLines first_lines;
  MemoryBudget memory(run.memory_bytes);
  for (;;) {
    RAGSIEVE_TRY(const std::optional<Line> line, lines.next());
    if (!line) break;
    RAGSIEVE_CHECK(memory.take(sizeof(Query) + line->text.size(), lines.path()));
    Result<Query> query = parse_query(lines, *line, parser, first_lines);
    if (query.ok()) {
      queries.queries.push_back(std::move(query).value());
    } else {
      Error error = std::move(query).error();
      error.where = lines.where(*line, std::move(error.where.field));
      queries.bad.push_back(std::move(error));
    }
  }
  if (queries.queries.empty() && queries.bad.empty()) {
    return make_error(Code::kInvalidInput, "holds no queries", Where{lines.path(), 0, ""});
  }
  return queries;
}

Result<Queries> read_queries(const std::string& path, const RunOptions& run) {
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path, LineOptions{false, run.cancel}));
  return read_queries(lines, run);
}

}  // namespace ragsieve
