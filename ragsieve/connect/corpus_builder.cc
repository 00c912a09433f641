#include "ragsieve/connect/corpus_builder.h"

#include <utility>

#include "ragsieve/connect/id.h"

namespace ragsieve {
namespace {

constexpr std::size_t kReportEvery = 4096;  // records: some milliseconds
constexpr std::size_t kIdEntryBytes = 64;   // of the table of ids, about

std::size_t bytes_of_document(const Document& document) {
  return sizeof(Document) + kIdEntryBytes + 2 * document.id.size() + document.indexed_text.size() +
         document.stripped_front.size();
}

std::size_t bytes_of_error(const Error& error) {
  return sizeof(Error) + error.message.size() + error.where.path.size() + error.where.field.size();
}

// `error` without a place, placed.
Error placed(Error error, const Where& where, std::string_view field) {
  error.where = where;
  error.where.field = field;
  return error;
}

}  // namespace

CorpusBuilder::CorpusBuilder(std::string path, const CorpusOptions& options, const RunOptions& run)
    : options_(options), run_(run), memory_(run.memory_bytes) {
  corpus_.path = std::move(path);
}

Status CorpusBuilder::count_record() {
  if (corpus_.n_rows == options_.max_records) {
    return make_error(Code::kTooLarge,
                      "holds more than " + std::to_string(options_.max_records) +
                          " records, the limit of a corpus; split it",
                      Where{corpus_.path, 0, ""});
  }
  if (run_.cancel.requested()) {
    return make_error(Code::kCancelled, "stopped as asked", Where{corpus_.path, 0, ""});
  }
  ++corpus_.n_rows;
  if (corpus_.n_rows % kReportEvery == 0) run_.report("read", corpus_.n_rows, 0);
  return ok_status();
}

Status CorpusBuilder::check_record(const FoundRecord& record, const Document& document) const {
  if (Status status = check_id(record.id); !status.ok()) {
    return placed(std::move(status).error(), {}, record.id_field);
  }
  if (const auto first = first_lines_.find(document.id); first != first_lines_.end()) {
    return make_error(Code::kInvalidInput,
                      "repeats the id of line " + std::to_string(first->second) +
                          "; ids must be unique, this record is left out",
                      Where{"", 0, std::string(record.id_field)});
  }
  if (document.indexed_text.empty()) {
    return make_error(Code::kInvalidInput, "is empty or white space only, expected a text",
                      Where{"", 0, "text"});
  }
  return ok_status();
}

Status CorpusBuilder::add(const FoundRecord& record, Where where) {
  RAGSIEVE_CHECK(count_record());
  Document document;
  document.id = record.id;
  document.media_type = record.media_type;
  document.line = where.line;
  document.row = corpus_.n_rows - 1;
  set_fields(document, record.title, record.text);
  if (Status status = check_record(record, document); !status.ok()) {
    const std::string field = status.error().where.field;
    return keep_bad(placed(std::move(status).error(), where, field));
  }
  RAGSIEVE_CHECK(memory_.take(bytes_of_document(document), corpus_.path));
  first_lines_.emplace(document.id, document.line);
  corpus_.documents.push_back(std::move(document));
  return ok_status();
}

Status CorpusBuilder::add_bad(Error error) {
  RAGSIEVE_CHECK(count_record());
  return keep_bad(std::move(error));
}

Status CorpusBuilder::keep_bad(Error error) {
  RAGSIEVE_CHECK(memory_.take(bytes_of_error(error), corpus_.path));
  corpus_.bad.push_back(std::move(error));
  return ok_status();
}

Result<Corpus> CorpusBuilder::finish() && {
  if (corpus_.n_rows == 0) {
    return make_error(Code::kInvalidInput, "holds no records", Where{corpus_.path, 0, ""});
  }
  run_.report("read", corpus_.n_rows, corpus_.n_rows);
  return std::move(corpus_);
}

}  // namespace ragsieve
