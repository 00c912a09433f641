// A corpus with its vectors: from an .npy file beside it, from an index, or from the encoder.
// The vectors stay where they are (memory map or matrix); the object keeps them alive.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/index/index_manifest.h"
#include "ragsieve/models/encoder.h"

namespace ragsieve {

struct CorpusVectors {
  Corpus corpus;
  MatrixView vectors;                   // row i belongs to corpus.documents[i]; inverse_norms set
  std::vector<double> inverse_norms;    // behind vectors.inverse_norms
  std::shared_ptr<const void> owner;    // behind vectors.data
  std::string vectors_from;             // "encoder all-minilm-l6-v2-f32", "file vectors.npy"
  std::string vectors_digest;           // hex: of the model file or of the vectors' file
  std::optional<IndexEncoder> encoder;  // that made them; nothing of a file
};

// `encoder` may be null where `embeddings` or an index gives the vectors.
[[nodiscard]] Result<CorpusVectors> load_corpus_vectors(
    const std::string& corpus, const std::optional<std::string>& embeddings, Encoder* encoder,
    const RunOptions& run);

}  // namespace ragsieve
