#include "ragsieve/detect/baselines/cliques.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ragsieve/stats/random.h"

namespace ragsieve::baselines {
namespace {

using Clique = std::vector<std::uint32_t>;

Adjacency graph(std::size_t n_rows,
                const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  Adjacency adjacent(n_rows);
  for (const auto& [a, b] : edges) {
    adjacent[a].push_back(b);
    adjacent[b].push_back(a);
  }
  for (auto& rows : adjacent) std::ranges::sort(rows);
  return adjacent;
}

// Every maximal clique once, or the test fails.
std::set<Clique> cliques_of(const Adjacency& adjacent) {
  std::set<Clique> found;
  const Status done = maximal_cliques(adjacent, {}, [&](std::span<const std::uint32_t> rows) {
    EXPECT_TRUE(found.insert(Clique(rows.begin(), rows.end())).second) << "found twice";
  });
  EXPECT_TRUE(done.ok());
  return found;
}

// Every subset of up to 12 rows, tried.
std::set<Clique> by_subsets(const Adjacency& adjacent) {
  const auto n = static_cast<std::uint32_t>(adjacent.size());
  const auto joined = [&](std::uint32_t a, std::uint32_t b) {
    return std::ranges::binary_search(adjacent[a], b);
  };
  std::set<Clique> found;
  for (std::uint32_t set = 1; set < (1U << n); ++set) {
    Clique rows;
    for (std::uint32_t row = 0; row < n; ++row) {
      if ((set >> row & 1U) != 0) rows.push_back(row);
    }
    const bool clique = std::ranges::all_of(rows, [&](std::uint32_t a) {
      return std::ranges::all_of(rows, [&](std::uint32_t b) { return a == b || joined(a, b); });
    });
    bool maximal = true;
    for (std::uint32_t row = 0; row < n; ++row) {
      if ((set >> row & 1U) != 0) continue;
      maximal &= !std::ranges::all_of(rows, [&](std::uint32_t a) { return joined(a, row); });
    }
    if (clique && maximal && rows.size() >= 2) found.insert(rows);
  }
  return found;
}

TEST(MaximalCliques, TwoTrianglesThatShareARow) {
  const Adjacency adjacent = graph(5, {{0, 1}, {1, 2}, {0, 2}, {2, 3}, {3, 4}, {2, 4}});
  EXPECT_EQ(cliques_of(adjacent), (std::set<Clique>{{0, 1, 2}, {2, 3, 4}}));
}

TEST(MaximalCliques, APathHasItsEdges) {
  EXPECT_EQ(cliques_of(graph(3, {{0, 1}, {1, 2}})), (std::set<Clique>{{0, 1}, {1, 2}}));
}

TEST(MaximalCliques, NoEdgesNoCliques) {
  EXPECT_TRUE(cliques_of(graph(3, {})).empty());
  EXPECT_TRUE(cliques_of({}).empty());
}

TEST(MaximalCliques, AgreeWithEverySubsetTried) {
  Random random(9);
  for (int round = 0; round < 60; ++round) {
    const std::size_t n = 2 + random.below(10);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = a + 1; b < n; ++b) {
        if (random.uniform() < 0.55) edges.emplace_back(a, b);
      }
    }
    const Adjacency adjacent = graph(n, edges);
    EXPECT_EQ(cliques_of(adjacent), by_subsets(adjacent)) << "round " << round;
  }
}

TEST(MaximalCliques, StopWhenAsked) {
  RunOptions run;
  run.cancel.request();
  const Status done = maximal_cliques(graph(2, {{0, 1}}), run, [](auto) {});
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve::baselines
