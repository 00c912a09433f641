// A corpus behind an index: its texts from the source that the manifest names, its vectors from the
// index, row by row as the text's digest says. What changed since is encoded again.
#pragma once

#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/index/index_manifest.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/models/model_identity.h"
#include "ragsieve/pipeline/corpus_vectors.h"

namespace ragsieve {

// Whether `path` is a folder that `index build` wrote.
[[nodiscard]] bool is_index(const std::string& path);

// Where the texts of a corpus are read: an index keeps none and names its source; anything else is
// its own. Errors of the index.
[[nodiscard]] Result<std::string> source_of_corpus(const std::string& path);

[[nodiscard]] IndexEncoder index_encoder_of(const ModelIdentity& identity);

// Fills corpus, vectors (without norms), owner and where they came from. `encoder` may be null
// where nothing changed. kInvalidInput when the index was made by another encoder; kNotFound,
// naming the source, when the corpus is no longer there.
[[nodiscard]] Status load_indexed_corpus(const std::string& folder, Encoder* encoder,
                                         CorpusVectors& loaded, const RunOptions& run);

}  // namespace ragsieve
