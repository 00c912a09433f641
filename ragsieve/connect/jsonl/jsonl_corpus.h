// A corpus of BEIR JSONL, one record a line. Use read_corpus() of corpus_source.h, which chooses by
// what the path is; this is its reader of lines.
#pragma once

#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/connect/line_reader.h"

namespace ragsieve {

// Errors as read_corpus().
[[nodiscard]] Result<Corpus> read_jsonl_corpus(LineReader& lines, const CorpusOptions& options,
                                               const RunOptions& run);

}  // namespace ragsieve
