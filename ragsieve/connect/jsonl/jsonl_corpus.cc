#include "ragsieve/connect/jsonl/jsonl_corpus.h"

#include <optional>
#include <utility>

#include "ragsieve/connect/corpus_builder.h"
#include "ragsieve/connect/jsonl/record_parser.h"

namespace ragsieve {
namespace {

Status add_line(const LineReader& lines, const Line& line, RecordParser& parser,
                CorpusBuilder& builder) {
  if (line.too_long) return builder.add_bad(lines.too_long_error(line));
  Result<Record> record = parser.parse_document(line.text);
  if (!record.ok()) {
    Error error = std::move(record).error();
    error.where = lines.where(line, std::move(error.where.field));
    return builder.add_bad(std::move(error));
  }
  return builder.add(
      FoundRecord{record->id, record->id_field, record->title, record->text, "text/plain"},
      lines.where(line));
}

}  // namespace

Result<Corpus> read_jsonl_corpus(LineReader& lines, const CorpusOptions& options,
                                 const RunOptions& run) {
  RecordParser parser;
  CorpusBuilder builder(lines.path(), options, run);
  for (;;) {
    RAGSIEVE_TRY(const std::optional<Line> line, lines.next());
    if (!line) return std::move(builder).finish();
    RAGSIEVE_CHECK(add_line(lines, *line, parser, builder));
  }
}

}  // namespace ragsieve
