#include "ragsieve/index/exact_knn.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "ragsieve/base/limits.h"
#include "ragsieve/index/candidate_lists.h"
#include "ragsieve/index/decision.h"
#include "ragsieve/index/exact_knn_internal.h"
#include "ragsieve/index/knn_task.h"
#include "ragsieve/index/proposals.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostNeighbours = 1024;
constexpr std::size_t kMostBlockRows = 65536;

Error wrong_argument(const std::string& name, std::size_t found, const std::string& expected) {
  return make_error(Code::kInvalidArgument,
                    name + " is " + std::to_string(found) + ", expected " + expected);
}

Status check_numbered(const NumberedRows& block, const std::string& name) {
  const MatrixView& rows = block.rows;
  if (rows.dim < 1 || rows.dim > limits::kDimension) {
    return wrong_argument("the width of the " + name, rows.dim,
                          "1 to " + std::to_string(limits::kDimension));
  }
  if (rows.inverse_norms.size() != rows.n_rows) {
    return wrong_argument("the number of inverse norms of the " + name, rows.inverse_norms.size(),
                          std::to_string(rows.n_rows) + ", one a row (inverse_norms())");
  }
  if (rows.n_rows > limits::kCorpusRecords ||
      block.first_row > limits::kCorpusRecords - rows.n_rows) {
    return make_error(Code::kTooLarge,
                      "the " + name + " end at row " +
                          std::to_string(block.first_row + rows.n_rows) + ", the last row is " +
                          std::to_string(limits::kCorpusRecords) + "; split the corpus");
  }
  return ok_status();
}

Status check_inputs(const NumberedRows& a, const NumberedRows& b, const KnnOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  RAGSIEVE_CHECK(check_numbered(a, "rows"));
  RAGSIEVE_CHECK(check_numbered(b, "neighbour rows"));
  if (a.rows.dim == b.rows.dim) return ok_status();
  return wrong_argument("the width of the rows", a.rows.dim,
                        std::to_string(b.rows.dim) + ", the width of the neighbour rows");
}

std::size_t bytes_needed(const KnnTask& task, const RunOptions& run) {
  const auto threads = static_cast<std::size_t>(std::clamp(run.threads, 1, limits::kThreads));
  const std::size_t n_rows = task.rows.n_rows;
  return CandidateLists::bytes(n_rows, task.k, task.others.n_rows) +
         n_rows * task.k * sizeof(Neighbour) +
         threads * proposal_scratch_bytes(task.block_rows, task.rows.dim);
}

Status check_memory(const KnnTask& task, const RunOptions& run) {
  const std::size_t needed = bytes_needed(task, run);
  if (run.memory_bytes == 0 || needed <= run.memory_bytes) return ok_status();
  return make_error(Code::kTooLarge, "the neighbours of " + std::to_string(task.rows.n_rows) +
                                         " rows take " + std::to_string(needed) +
                                         " bytes, at most " + std::to_string(run.memory_bytes) +
                                         " are allowed; allow more memory, or ask for a smaller "
                                         "k, smaller blocks or fewer threads");
}

Result<PairDecision> attempt(const KnnTask& task, const RunOptions& run) {
  CandidateLists lists(task.rows.n_rows, task.k, task.others.n_rows);
  RAGSIEVE_CHECK(propose(task, run, lists));
  return decide(task, run, lists);
}

// Solves a task; the scalar kernel takes over from one that is found out, before or after.
Result<NeighbourGraph> solve(KnnTask task, const RunOptions& run) {
  RAGSIEVE_CHECK(check_memory(task, run));
  const TileKernel asked = task.kernel;
  task.kernel = checked_kernel(asked, task.rows, task.others);
  const auto warn = [&] {
    run.say(LogLevel::kWarning, "matrix product '" + std::string(asked.name) +
                                    "' gives wrong values on this machine: scalar code is used, "
                                    "which is slower");
  };
  if (task.kernel.name != asked.name) warn();
  RAGSIEVE_TRY(PairDecision decision, attempt(task, run));
  if (!decision.within_bound && task.kernel.name != scalar_kernel().name) {
    warn();
    task.kernel = scalar_kernel();
    RAGSIEVE_TRY(decision, attempt(task, run));
  }
  if (decision.within_bound) return std::move(decision.graph);
  return make_error(Code::kInvalidArgument,
                    "inverse norms do not belong to the vectors, or a vector is not finite; "
                    "compute them with inverse_norms()");
}

NeighbourGraph no_neighbours(std::size_t n_rows) { return NeighbourGraph{n_rows, 0, {}}; }

KnnTask task_of(const TileKernel& kernel, const NumberedRows& a, const NumberedRows& b,
                const KnnOptions& options) {
  KnnTask task;
  task.rows = a.rows;
  task.others = b.rows;
  task.k = std::min(options.k, b.rows.n_rows);
  task.block_rows = std::min(options.block_rows, std::max(a.rows.n_rows, b.rows.n_rows));
  task.kernel = kernel;
  return task;
}

}  // namespace

Status KnnOptions::validate() const {
  if (k < 1 || k > kMostNeighbours) {
    return wrong_argument("k", k, "1 to " + std::to_string(kMostNeighbours));
  }
  if (block_rows < 1 || block_rows > kMostBlockRows) {
    return wrong_argument("block_rows", block_rows, "1 to " + std::to_string(kMostBlockRows));
  }
  return ok_status();
}

Result<NeighbourGraph> score_block_with(const TileKernel& kernel, const NumberedRows& a,
                                        const NumberedRows& b, const KnnOptions& options,
                                        const RunOptions& run) {
  RAGSIEVE_CHECK(check_inputs(a, b, options));
  if (a.rows.n_rows == 0 || b.rows.n_rows == 0) return no_neighbours(a.rows.n_rows);
  KnnTask task = task_of(kernel, a, b, options);
  task.self_offset =
      static_cast<std::int64_t>(a.first_row) - static_cast<std::int64_t>(b.first_row);
  task.same_matrix = task.self_offset == 0 && a.rows.data == b.rows.data &&
                     a.rows.n_rows == b.rows.n_rows && a.rows.scalar == b.rows.scalar;
  const bool all_among_b =
      a.first_row >= b.first_row && a.first_row + a.rows.n_rows <= b.first_row + b.rows.n_rows;
  task.k = std::min(task.k, b.rows.n_rows - (all_among_b ? 1 : 0));
  if (task.k == 0) return no_neighbours(a.rows.n_rows);
  RAGSIEVE_TRY(NeighbourGraph graph, solve(task, run));
  const auto first = static_cast<std::uint32_t>(b.first_row);
  for (Neighbour& neighbour : graph.neighbours) {
    if (neighbour != kNoNeighbour) neighbour.row += first;
  }
  return graph;
}

Result<NeighbourGraph> top_k_with(const TileKernel& kernel, const MatrixView& queries,
                                  const MatrixView& corpus, const KnnOptions& options,
                                  const RunOptions& run) {
  const NumberedRows a{queries, 0};
  const NumberedRows b{corpus, 0};
  RAGSIEVE_CHECK(check_inputs(a, b, options));
  if (queries.n_rows == 0 || corpus.n_rows == 0) return no_neighbours(queries.n_rows);
  return solve(task_of(kernel, a, b, options), run);
}

Result<NeighbourGraph> build_graph(const MatrixView& corpus, const KnnOptions& options,
                                   const RunOptions& run) {
  return score_block(corpus, 0, corpus, 0, options, run);
}

Result<NeighbourGraph> top_k(const MatrixView& queries, const MatrixView& corpus,
                             const KnnOptions& options, const RunOptions& run) {
  return top_k_with(native_kernel(), queries, corpus, options, run);
}

Result<NeighbourGraph> score_block(const MatrixView& a, std::size_t a_first_row,
                                   const MatrixView& b, std::size_t b_first_row,
                                   const KnnOptions& options, const RunOptions& run) {
  return score_block_with(native_kernel(), {a, a_first_row}, {b, b_first_row}, options, run);
}

}  // namespace ragsieve
