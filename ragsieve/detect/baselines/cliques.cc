#include "ragsieve/detect/baselines/cliques.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace ragsieve::baselines {
namespace {

using Rows = std::vector<std::uint32_t>;

Rows common(const Rows& a, const Rows& b) {
  Rows both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both;
}

std::size_t n_common(const Rows& a, const Rows& b) {
  std::size_t count = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) ++count;
    const bool step_a = a[i] <= b[j];
    const bool step_b = b[j] <= a[i];
    i += step_a ? 1 : 0;
    j += step_b ? 1 : 0;
  }
  return count;
}

// Rows so ordered that each has few neighbours behind it: always the one of lowest degree is next.
Rows degeneracy_order(const Adjacency& adjacent) {
  std::set<std::pair<std::size_t, std::uint32_t>> by_degree;
  std::vector<std::size_t> degree(adjacent.size());
  for (std::uint32_t row = 0; row < adjacent.size(); ++row) {
    degree[row] = adjacent[row].size();
    by_degree.emplace(degree[row], row);
  }
  Rows order;
  std::vector<bool> taken(adjacent.size(), false);
  while (!by_degree.empty()) {
    const std::uint32_t row = by_degree.begin()->second;
    by_degree.erase(by_degree.begin());
    taken[row] = true;
    order.push_back(row);
    for (const std::uint32_t other : adjacent[row]) {
      if (taken[other]) continue;
      by_degree.erase({degree[other], other});
      by_degree.emplace(--degree[other], other);
    }
  }
  return order;
}

class Search {
 public:
  Search(const Adjacency& adjacent, const RunOptions& run,
         const std::function<void(std::span<const std::uint32_t>)>& visit)
      : adjacent_(adjacent), run_(run), visit_(visit) {}

  // Cliques of `clique_` with rows of `open` and none of `done`.
  bool extend(Rows open, Rows done) {
    if (run_.cancel.requested()) return false;
    if (open.empty()) {
      if (done.empty() && clique_.size() >= 2) report();
      return true;
    }
    const Rows& near_pivot = adjacent_[pivot(open, done)];
    Rows branches;
    std::ranges::set_difference(open, near_pivot, std::back_inserter(branches));
    for (const std::uint32_t row : branches) {
      clique_.push_back(row);
      if (!extend(common(open, adjacent_[row]), common(done, adjacent_[row]))) return false;
      clique_.pop_back();
      open.erase(std::ranges::lower_bound(open, row));
      done.insert(std::ranges::lower_bound(done, row), row);
    }
    return true;
  }

  void start(std::uint32_t row) { clique_ = {row}; }

 private:
  void report() {
    Rows sorted = clique_;
    std::ranges::sort(sorted);
    visit_(sorted);
  }

  // The row that leaves the fewest branches; of equals the lowest of `open`, then of `done`.
  [[nodiscard]] std::uint32_t pivot(const Rows& open, const Rows& done) const {
    std::uint32_t best = open.front();
    std::size_t most = 0;
    for (const Rows* rows : {&open, &done}) {
      for (const std::uint32_t row : *rows) {
        const std::size_t covered = n_common(open, adjacent_[row]);
        if (covered <= most) continue;
        best = row;
        most = covered;
      }
    }
    return best;
  }

  const Adjacency& adjacent_;
  const RunOptions& run_;
  const std::function<void(std::span<const std::uint32_t>)>& visit_;
  Rows clique_;
};

}  // namespace

Status maximal_cliques(const Adjacency& adjacent, const RunOptions& run,
                       const std::function<void(std::span<const std::uint32_t>)>& visit) {
  const Rows order = degeneracy_order(adjacent);
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  Search search(adjacent, run, visit);
  for (const std::uint32_t row : order) {
    Rows open;
    Rows done;
    for (const std::uint32_t other : adjacent[row]) {
      (place[other] > place[row] ? open : done).push_back(other);
    }
    search.start(row);
    if (!search.extend(std::move(open), std::move(done))) {
      return make_error(Code::kCancelled, "the search for cliques was cancelled");
    }
  }
  return ok_status();
}

}  // namespace ragsieve::baselines
