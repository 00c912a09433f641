// An earlier trusted snapshot, scored by itself: the null of the default audit. The snapshot is
// read, scored and let go before the corpus is read, so that only one of them is in memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/audit_default.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/pipeline/corpus_vectors.h"

namespace ragsieve {

inline constexpr std::size_t kLeastReference = 100;  // documents

struct AuditReferenceSource {
  std::string corpus;                     // JSONL (.gz), a folder of documents, or an index
  std::optional<std::string> embeddings;  // .npy
};

struct AuditReference {
  AuditNull null;
  double median_bits = 0;  // of its documents' fluency
  std::size_t n_documents = 0;
  std::size_t dim = 0;
  std::string digest;                   // hex, index/corpus_digest.h
  std::string vectors_from;             // as CorpusVectors
  std::string vectors_digest;           //
  std::optional<IndexEncoder> encoder;  //
  std::vector<Error> errors;            // records that could not be read: the null is without them
};

// The middle value of the terms' fluency; 0 without documents.
[[nodiscard]] double median_bits(std::span<const AuditTerms> terms);

// kInvalidArgument with fewer than kLeastReference documents that could be read; the errors of
// reading and encoding.
[[nodiscard]] Result<AuditReference> load_audit_reference(const AuditReferenceSource& source,
                                                          const RsgOptions& rsg,
                                                          const AuditTermOptions& terms,
                                                          Encoder* encoder, const RunOptions& run);

// Whether the vectors of both were made by the same encoder, as far as can be known: of files only
// the width is. kInvalidInput names both; `path` is the reference's.
[[nodiscard]] Status check_comparable(const AuditReference& reference, const CorpusVectors& corpus,
                                      const std::string& path);

}  // namespace ragsieve
