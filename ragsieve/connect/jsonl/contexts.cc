#include "ragsieve/connect/jsonl/contexts.h"

#include <optional>
#include <string>
#include <utility>

#include "ragsieve/connect/jsonl/context_record.h"
#include "ragsieve/connect/memory_budget.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

std::size_t bytes_of_context(const RetrievedContext& context) {
  std::size_t n_bytes = sizeof(RetrievedContext) + context.query.text.size();
  for (const Document& document : context.documents) {
    n_bytes += sizeof(Document) + document.id.size() + document.indexed_text.size();
  }
  return n_bytes;
}

Result<RetrievedContext> parse_line(const LineReader& lines, const Line& line,
                                    json::Reader& reader) {
  if (line.too_long) return lines.too_long_error(line);
  RAGSIEVE_TRY(const json::Value record, reader.parse(line.text));
  return parse_context(record, line.number);
}

}  // namespace

Result<Contexts> read_contexts(LineReader& lines, const RunOptions& run) {
  Contexts contexts;
  json::Reader reader;
  MemoryBudget memory(run.memory_bytes);
  for (;;) {
    RAGSIEVE_TRY(const std::optional<Line> line, lines.next());
    if (!line) break;
    Result<RetrievedContext> context = parse_line(lines, *line, reader);
    if (context.ok()) {
      RAGSIEVE_CHECK(memory.take(bytes_of_context(*context), lines.path()));
      contexts.contexts.push_back(std::move(context).value());
    } else {
      Error error = std::move(context).error();
      error.where = lines.where(*line, std::move(error.where.field));
      RAGSIEVE_CHECK(memory.take(sizeof(Error) + error.message.size(), lines.path()));
      contexts.bad.push_back(std::move(error));
    }
  }
  if (contexts.contexts.empty() && contexts.bad.empty()) {
    return make_error(Code::kInvalidInput, "holds no contexts", Where{lines.path(), 0, ""});
  }
  return contexts;
}

Result<Contexts> read_contexts(const std::string& path, const RunOptions& run) {
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path, LineOptions{false, run.cancel}));
  return read_contexts(lines, run);
}

Contexts contexts_of(const json::Array& values) {
  Contexts contexts;
  for (std::size_t i = 0; i < values.size(); ++i) {
    Result<RetrievedContext> context = parse_context(values[i], i + 1);
    if (context.ok()) {
      contexts.contexts.push_back(std::move(context).value());
    } else {
      contexts.bad.push_back(std::move(context).error());
      contexts.bad.back().where.path = context_place(i + 1);
    }
  }
  return contexts;
}

std::string context_place(std::uint64_t line) {
  return "contexts[" + std::to_string(line - 1) + "]";
}

}  // namespace ragsieve
