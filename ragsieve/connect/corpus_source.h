// Reads a corpus into memory, once, from whatever `path` is: a file of BEIR JSONL (gzip or not,
// "-" for standard input) or a folder of .txt and .md files. A record that breaks a rule lands in
// Corpus::bad with path, line and field, and the rest goes on; it still counts as a row.
#pragma once

#include <cstddef>
#include <string>

#include "ragsieve/base/limits.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"

namespace ragsieve {

struct CorpusOptions {
  // Records at most, bad ones included; 1..limits::kCorpusRecords. About 400 bytes of memory each
  // beside their text.
  std::size_t max_records = limits::kCorpusRecords;

  [[nodiscard]] Status validate() const;  // kInvalidArgument
};

// Errors of the whole corpus: kNotFound, kIo, kCorrupt (gzip), kInvalidInput when there is no
// record at all, kTooLarge past `max_records` or RunOptions::memory_bytes, kCancelled. A corpus
// whose records are all bad is returned as such. Stage of progress: "read".
[[nodiscard]] Result<Corpus> read_corpus(const std::string& path, const CorpusOptions& options,
                                         const RunOptions& run);

}  // namespace ragsieve
