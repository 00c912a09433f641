// First step of the exact search: tiles of approximate cosines, block by block, fill the candidate
// lists. Deterministic only in what it guarantees (candidate_lists.h), not in the entries' order.
#pragma once

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/index/candidate_lists.h"
#include "ragsieve/index/knn_task.h"

namespace ragsieve {

// Scratch memory of one worker in bytes.
[[nodiscard]] std::size_t proposal_scratch_bytes(std::size_t block_rows, std::size_t dim);

// Offers every pair of the task to `lists`. kCancelled, kInvalidArgument (threads).
[[nodiscard]] Status propose(const KnnTask& task, const RunOptions& run, CandidateLists& lists);

}  // namespace ragsieve
