#include "ragsieve/index/proposals.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "ragsieve/base/parallel.h"
#include "ragsieve/index/unit_rows.h"

namespace ragsieve {
namespace {

struct Scratch {
  AlignedFloats rows;
  AlignedFloats columns;
  AlignedFloats tile;
};

struct BlockPair {
  std::size_t row_block = 0;
  std::size_t column_block = 0;
};

class Proposer {
 public:
  Proposer(const KnnTask& task, const RunOptions& run, CandidateLists& lists)
      : task_(task),
        run_(run),
        lists_(lists),
        shape_(tile_shape(task.rows.dim)),
        n_row_blocks_(n_blocks(task.rows)),
        n_column_blocks_(n_blocks(task.others)),
        locks_(n_row_blocks_),
        scratch_(static_cast<std::size_t>(std::max(1, run.threads))) {}

  Status propose() {
    const std::size_t n_items = task_.same_matrix ? n_row_blocks_ * (n_row_blocks_ / 2 + 1)
                                                  : n_row_blocks_ * n_column_blocks_;
    return parallel_for(n_items, "neighbours", run_, [&](std::size_t item, int worker) {
      return work(item, scratch_[static_cast<std::size_t>(worker)]);
    });
  }

 private:
  [[nodiscard]] std::size_t n_blocks(const MatrixView& matrix) const {
    return (matrix.n_rows + task_.block_rows - 1) / task_.block_rows;
  }

  [[nodiscard]] RowSelection block(const MatrixView& matrix, std::size_t index) const {
    const std::size_t first = index * task_.block_rows;
    return {&matrix, first, std::min(task_.block_rows, matrix.n_rows - first), {}};
  }

  // Items run along the diagonals, so that workers side by side touch different blocks: they would
  // otherwise wait for each other's locks. Of one matrix only the diagonals 0..n/2 are walked,
  // around its edge; the last one of an even number of blocks meets each pair twice.
  [[nodiscard]] bool pair_of(std::size_t item, BlockPair& pair) const {
    pair.row_block = item % n_row_blocks_;
    const std::size_t diagonal = item / n_row_blocks_;
    pair.column_block = (pair.row_block + diagonal) % n_column_blocks_;
    if (!task_.same_matrix) return true;
    if (diagonal * 2 == n_row_blocks_ && pair.row_block >= diagonal) return false;
    if (pair.row_block > pair.column_block) std::swap(pair.row_block, pair.column_block);
    return true;
  }

  Status work(std::size_t item, Scratch& scratch) {
    BlockPair pair;
    if (!pair_of(item, pair)) return ok_status();
    const RowSelection rows = block(task_.rows, pair.row_block);
    const RowSelection columns = block(task_.others, pair.column_block);
    if (scratch.tile.data() == nullptr) allocate(scratch);
    load_unit_rows(rows, task_.kernel.layout, scratch.rows.data());
    load_unit_rows(columns, task_.kernel.layout, scratch.columns.data());
    for (std::size_t i = 0; i < rows.count; i += shape_.rows) {
      if (run_.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
      for (std::size_t j = 0; j < columns.count; j += shape_.columns) {
        const ScoredTile tile{scratch.tile.data(),
                              shape_.columns,
                              std::min(shape_.rows, rows.count - i),
                              std::min(shape_.columns, columns.count - j),
                              rows.first + i,
                              columns.first + j};
        const bool below_diagonal =
            task_.same_matrix && tile.first_column + tile.n_columns <= tile.first_row + 1;
        if (below_diagonal) continue;
        multiply(scratch, rows, columns, tile);
        scan(pair, tile);
      }
    }
    return ok_status();
  }

  void allocate(Scratch& scratch) const {
    const std::size_t dim = task_.rows.dim;
    const std::size_t block = padded_rows(task_.block_rows) * dim;
    scratch.rows = AlignedFloats(block);
    scratch.columns = AlignedFloats(block);
    scratch.tile = AlignedFloats(shape_.rows * shape_.columns);
  }

  void multiply(const Scratch& scratch, const RowSelection& rows, const RowSelection& columns,
                const ScoredTile& tile) const {
    const std::size_t dim = task_.rows.dim;
    task_.kernel.multiply({scratch.rows.data() + (tile.first_row - rows.first) * dim, tile.n_rows,
                           scratch.columns.data() + (tile.first_column - columns.first) * dim,
                           tile.n_columns, dim, scratch.tile.data(), tile.stride});
  }

  void scan(const BlockPair& pair, const ScoredTile& tile) {
    if (task_.same_matrix && pair.row_block != pair.column_block) {
      const std::scoped_lock lock(locks_[pair.row_block], locks_[pair.column_block]);
      scan_pairs(tile, lists_);
      return;
    }
    const std::scoped_lock lock(locks_[pair.row_block]);
    if (task_.same_matrix) {
      scan_pairs(tile, lists_);
    } else {
      scan_rows(tile, task_.self_offset, lists_);
    }
  }

  const KnnTask& task_;
  const RunOptions& run_;
  CandidateLists& lists_;
  const TileShape shape_;
  const std::size_t n_row_blocks_;
  const std::size_t n_column_blocks_;
  std::vector<std::mutex> locks_;  // of the lists of a block of rows
  std::vector<Scratch> scratch_;   // of a worker
};

}  // namespace

std::size_t proposal_scratch_bytes(std::size_t block_rows, std::size_t dim) {
  const TileShape shape = tile_shape(dim);
  return (2 * padded_rows(block_rows) * dim + shape.rows * shape.columns) * sizeof(float);
}

Status propose(const KnnTask& task, const RunOptions& run, CandidateLists& lists) {
  return Proposer(task, run, lists).propose();
}

}  // namespace ragsieve
