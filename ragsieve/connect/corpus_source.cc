#include "ragsieve/connect/corpus_source.h"

#include <filesystem>
#include <system_error>

#include "ragsieve/connect/folder/folder_corpus.h"
#include "ragsieve/connect/jsonl/jsonl_corpus.h"
#include "ragsieve/connect/line_reader.h"

namespace ragsieve {

Status CorpusOptions::validate() const {
  if (max_records >= 1 && max_records <= limits::kCorpusRecords) return ok_status();
  return make_error(Code::kInvalidArgument, "max_records is " + std::to_string(max_records) +
                                                ", expected 1 to " +
                                                std::to_string(limits::kCorpusRecords));
}

Result<Corpus> read_corpus(const std::string& path, const CorpusOptions& options,
                           const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  std::error_code ignored;  // what cannot be looked at is named by the reader
  if (path != "-" && std::filesystem::is_directory(path, ignored)) {
    return read_folder_corpus(path, options, run);
  }
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path, LineOptions{false, run.cancel}));
  RAGSIEVE_TRY(Corpus corpus, read_jsonl_corpus(lines, options, run));
  corpus.path = path;
  return corpus;
}

}  // namespace ragsieve
