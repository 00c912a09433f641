#include "ragsieve/index/decision.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "ragsieve/base/parallel.h"
#include "ragsieve/index/pair_scorer.h"
#include "ragsieve/index/rescan.h"

namespace ragsieve {
namespace {

constexpr std::size_t kRowsPerItem = 64;
constexpr std::size_t kPrefetch = 2;  // candidates ahead

// No row whose approximate value is below this is among the k best: k rows have approximate values
// of at least `kth`, so cosines of at least kth - bound; a cosine differs from its approximate
// value by at most the bound. Rounded down.
float floor_below(float kth, double bound) {
  const auto floor = static_cast<float>(static_cast<double>(kth) - 2 * bound);
  return std::nextafter(floor, -std::numeric_limits<float>::infinity());
}

class Decider {
 public:
  Decider(const KnnTask& task, const CandidateLists& lists, NeighbourGraph& graph)
      : task_(task), lists_(lists), graph_(graph), bound_(error_bound(task.rows.dim)) {}

  Status decide(const RunOptions& run) {
    const std::size_t n_items = (task_.rows.n_rows + kRowsPerItem - 1) / kRowsPerItem;
    std::vector<std::vector<Doubt>> doubts(n_items);
    RAGSIEVE_CHECK(parallel_for(n_items, "rescore", run, [&](std::size_t item, int) {
      const std::size_t end = std::min(task_.rows.n_rows, (item + 1) * kRowsPerItem);
      PairScorer scorer(task_.rows, task_.others, bound_);
      for (std::size_t row = item * kRowsPerItem; row < end; ++row) {
        decide_row(row, scorer, doubts[item]);
      }
      if (!scorer.within_bound()) within_bound_.store(false);
      return ok_status();
    }));
    for (const auto& part : doubts) doubts_.insert(doubts_.end(), part.begin(), part.end());
    return ok_status();
  }

  [[nodiscard]] bool within_bound() const { return within_bound_.load(); }
  [[nodiscard]] const std::vector<Doubt>& doubts() const { return doubts_; }

 private:
  void decide_row(std::size_t row, PairScorer& scorer, std::vector<Doubt>& doubts) {
    const std::size_t k = task_.n_neighbours(row);
    std::vector<float> values(lists_.values(row).begin(), lists_.values(row).end());
    if (values.size() < k) {  // values that are not numbers were never listed
      within_bound_.store(false);
      return;
    }
    if (k == 0) return;
    const auto kth = values.begin() + static_cast<std::ptrdiff_t>(k) - 1;
    std::nth_element(values.begin(), kth, values.end(), std::greater<>());
    const float floor = floor_below(*kth, bound_);
    if (lists_.threshold(row) >= floor) {
      doubts.push_back({static_cast<std::uint32_t>(row), floor});
      return;
    }
    std::vector<Neighbour> scored = score_from(floor, row, scorer);
    std::partial_sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(k), scored.end(),
                      closer);
    std::copy_n(scored.begin(), k, &graph_.neighbours[row * graph_.k]);
  }

  // The candidates of `row` with values of at least `floor`, scored.
  std::vector<Neighbour> score_from(float floor, std::size_t row, PairScorer& scorer) {
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < lists_.values(row).size(); ++i) {
      const Candidate candidate{lists_.values(row)[i], lists_.rows(row)[i]};
      if (candidate.value >= floor) candidates.push_back(candidate);
    }
    scorer.select(row);
    std::vector<Neighbour> scored;
    scored.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (i + kPrefetch < candidates.size()) scorer.prefetch(candidates[i + kPrefetch].row);
      scored.push_back(scorer.score(candidates[i]));
    }
    return scored;
  }

  const KnnTask& task_;
  const CandidateLists& lists_;
  NeighbourGraph& graph_;
  const double bound_;
  std::vector<Doubt> doubts_;
  std::atomic<bool> within_bound_{true};
};

}  // namespace

Result<PairDecision> decide(const KnnTask& task, const RunOptions& run,
                            const CandidateLists& lists) {
  PairDecision decision;
  NeighbourGraph& graph = decision.graph;
  graph.n_rows = task.rows.n_rows;
  graph.k = task.k;
  graph.neighbours.assign(graph.n_rows * graph.k, kNoNeighbour);
  Decider decider(task, lists, graph);
  RAGSIEVE_CHECK(decider.decide(run));
  decision.within_bound = decider.within_bound();
  if (!decision.within_bound) return decision;
  RAGSIEVE_TRY(decision.within_bound, rescan(task, run, decider.doubts(), graph));
  return decision;
}

}  // namespace ragsieve
