// A corpus of a folder: every .txt and .md file below it is a document whose id is its path in the
// folder. Use read_corpus() of corpus_source.h, which chooses by what the path is.
#pragma once

#include <string>

#include "ragsieve/connect/corpus_source.h"

namespace ragsieve {

// Errors as read_corpus(). Bad records: a file over limits::kDocumentBytes, one that is not UTF-8,
// is empty, cannot be read, or whose name may not be an id. A byte order mark is dropped. What is
// passed over (other extensions, links) is counted in one line of the log each.
[[nodiscard]] Result<Corpus> read_folder_corpus(const std::string& folder,
                                                const CorpusOptions& options,
                                                const RunOptions& run);

}  // namespace ragsieve
