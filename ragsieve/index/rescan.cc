#include "ragsieve/index/rescan.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <span>

#include "ragsieve/base/parallel.h"
#include "ragsieve/index/pair_scorer.h"
#include "ragsieve/index/unit_rows.h"

namespace ragsieve {
namespace {

// The k best seen, the worst of them in front.
class BestK {
 public:
  explicit BestK(std::size_t k) : k_(k) {}

  void offer(const Neighbour& neighbour) {
    if (heap_.size() == k_) {
      if (!closer(neighbour, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), closer);
      heap_.pop_back();
    }
    heap_.push_back(neighbour);
    std::push_heap(heap_.begin(), heap_.end(), closer);
  }

  // Writes them closest first; false when there are fewer than k.
  [[nodiscard]] bool take(Neighbour* out) {
    std::sort_heap(heap_.begin(), heap_.end(), closer);
    std::copy(heap_.begin(), heap_.end(), out);
    return heap_.size() == k_;
  }

 private:
  std::size_t k_;
  std::vector<Neighbour> heap_;
};

// A tile's worth of doubtful rows against all others.
class Rescan {
 public:
  Rescan(const KnnTask& task, std::span<const Doubt> doubts)
      : task_(task),
        doubts_(doubts),
        shape_(tile_shape(task.rows.dim)),
        scorer_(task.rows, task.others, error_bound(task.rows.dim)),
        rows_(padded_rows(doubts.size()) * task.rows.dim),
        columns_(shape_.columns * task.rows.dim),
        tile_(padded_rows(doubts.size()) * shape_.columns) {
    std::vector<std::uint32_t> list;
    for (const Doubt& doubt : doubts) {
      list.push_back(doubt.row);
      best_.emplace_back(task.n_neighbours(doubt.row));
    }
    load_unit_rows({&task.rows, 0, list.size(), list}, task.kernel.layout, rows_.data());
  }

  Status scan(const RunOptions& run) {
    for (std::size_t first = 0; first < task_.others.n_rows; first += shape_.columns) {
      if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
      const std::size_t count = std::min(shape_.columns, task_.others.n_rows - first);
      load_unit_rows({&task_.others, first, count, {}}, task_.kernel.layout, columns_.data());
      task_.kernel.multiply({rows_.data(), doubts_.size(), columns_.data(), count, task_.rows.dim,
                             tile_.data(), shape_.columns});
      for (std::size_t i = 0; i < doubts_.size(); ++i) decide(i, first, count);
    }
    return ok_status();
  }

  [[nodiscard]] bool finish(NeighbourGraph& graph) {
    bool complete = scorer_.within_bound();
    for (std::size_t i = 0; i < doubts_.size(); ++i) {
      complete &= best_[i].take(&graph.neighbours[doubts_[i].row * graph.k]);
    }
    return complete;
  }

 private:
  void decide(std::size_t i, std::size_t first, std::size_t count) {
    const Doubt& doubt = doubts_[i];
    const std::size_t self = task_.self(doubt.row);
    const float below = std::nextafter(doubt.floor, -std::numeric_limits<float>::infinity());
    scorer_.select(doubt.row);
    for_each_above(tile_.data() + i * shape_.columns, count, below,
                   [&](std::size_t j, float value) {
                     if (first + j == self) return;
                     best_[i].offer(scorer_.score({value, static_cast<std::uint32_t>(first + j)}));
                   });
  }

  const KnnTask& task_;
  std::span<const Doubt> doubts_;
  TileShape shape_;
  PairScorer scorer_;
  AlignedFloats rows_;
  AlignedFloats columns_;
  AlignedFloats tile_;
  std::vector<BestK> best_;
};

}  // namespace

Result<bool> rescan(const KnnTask& task, const RunOptions& run, const std::vector<Doubt>& doubts,
                    NeighbourGraph& graph) {
  if (doubts.empty()) return true;
  const std::size_t threads = static_cast<std::size_t>(std::max(1, run.threads));
  const std::size_t fair_share = (doubts.size() + threads - 1) / threads;
  const std::size_t group = std::min(fair_share, tile_shape(task.rows.dim).rows);
  const std::size_t n_items = (doubts.size() + group - 1) / group;
  std::atomic<bool> complete{true};
  RAGSIEVE_CHECK(parallel_for(n_items, "rescan", run, [&](std::size_t item, int) -> Status {
    const std::size_t first = item * group;
    const std::size_t count = std::min(group, doubts.size() - first);
    Rescan scan(task, std::span(doubts).subspan(first, count));
    RAGSIEVE_CHECK(scan.scan(run));
    if (!scan.finish(graph)) complete.store(false);
    return ok_status();
  }));
  return complete.load();
}

}  // namespace ragsieve
