// What a detector between retrieval and generation is given: a query and its ranked documents with
// their vectors. Retrieval is the exact cosine top of a snapshot, as `filter` retrieves.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "eval/dataset/dataset.h"
#include "eval/dataset/snapshot.h"
#include "eval/run/snapshot_vectors.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/models/encoder.h"

namespace ragsieve::eval {

inline constexpr std::size_t kDepth = 100;     // documents that a query retrieves
inline constexpr std::size_t kCandidates = 5;  // that the generator would read
inline constexpr std::size_t kInspected = 20;  // that a detector looks at, or more
inline constexpr std::size_t kVectors = 40;    // whose vectors it is given, where there are as many

struct OnlineContext {
  RetrievedContext retrieved;       // by rank, kDepth documents or all there are
  std::vector<float> query_vector;  // of length 1
  Matrix vectors;                   // row i: document i, the first kVectors
  std::vector<bool> poison;         // of document i, the first kVectors
};

// The distinct queries of the snapshot's poisons by code point, the first n (0: all).
[[nodiscard]] std::vector<std::string> attacked_queries(const Dataset& dataset,
                                                        const Snapshot& snapshot, std::size_t n);

// Texts of the first n questions of the dataset that neither a poison of its own nor one of the
// snapshot is for: what thresholds may be set on without looking at the test. Files beside the
// dataset do not change those of its own families.
[[nodiscard]] std::vector<std::string> reference_queries(const Dataset& dataset,
                                                         const Snapshot& snapshot, std::size_t n);

// One context a query. kInvalidArgument when the snapshot has fewer than kInspected documents;
// errors of the encoder.
[[nodiscard]] Result<std::vector<OnlineContext>> retrieve_contexts(
    const Dataset& dataset, const Snapshot& snapshot, const DatasetVectors& vectors,
    const std::vector<std::string>& queries, Encoder& encoder, const RunOptions& run);

}  // namespace ragsieve::eval
