#include "ragsieve/detect/baselines/clean_base.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "ragsieve/detect/baselines/cliques.h"
#include "ragsieve/detect/baselines/graph_check.h"

namespace ragsieve::baselines {
namespace {

struct Edge {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  double weight = 0;
};

bool before(const Edge& a, const Edge& b) {
  return a.low != b.low ? a.low < b.low : a.high < b.high;
}

// Every pair once, ascending: what both directions say is one edge.
std::vector<Edge> edges_of(const NeighbourGraph& graph) {
  std::vector<Edge> edges;
  edges.reserve(graph.neighbours.size());
  for (std::uint32_t row = 0; row < graph.n_rows; ++row) {
    for (const Neighbour& neighbour : graph.of(row)) {
      edges.push_back(
          {std::min(row, neighbour.row), std::max(row, neighbour.row), neighbour.cosine});
    }
  }
  std::ranges::sort(edges, before);
  const auto repeats = std::ranges::unique(
      edges, [](const Edge& a, const Edge& b) { return a.low == b.low && a.high == b.high; });
  edges.erase(repeats.begin(), repeats.end());
  return edges;
}

double threshold_of(const std::vector<Edge>& edges, double deviations) {
  if (edges.empty()) return 0;
  double sum = 0;
  for (const Edge& edge : edges) sum += edge.weight;
  const double mean = sum / static_cast<double>(edges.size());
  double squares = 0;
  for (const Edge& edge : edges) squares += (edge.weight - mean) * (edge.weight - mean);
  return mean + deviations * std::sqrt(squares / static_cast<double>(edges.size()));
}

Adjacency adjacency_of(const std::vector<Edge>& edges, std::size_t n_rows) {
  Adjacency adjacent(n_rows);
  for (const Edge& edge : edges) {
    adjacent[edge.low].push_back(edge.high);
    adjacent[edge.high].push_back(edge.low);
  }
  for (auto& rows : adjacent) std::ranges::sort(rows);
  return adjacent;
}

double mean_weight(const std::vector<Edge>& edges, std::span<const std::uint32_t> clique) {
  double sum = 0;
  for (std::size_t i = 0; i < clique.size(); ++i) {
    for (std::size_t j = i + 1; j < clique.size(); ++j) {
      sum += std::ranges::lower_bound(edges, Edge{clique[i], clique[j], 0}, before)->weight;
    }
  }
  return sum / (static_cast<double>(clique.size() * (clique.size() - 1)) / 2);
}

}  // namespace

Status CleanBaseOptions::validate() const {
  if (k < 1 || k > 64) return option_error("k", std::to_string(k), "1 to 64");
  if (!(deviations >= 0 && deviations <= 100)) {
    return option_error("deviations", std::to_string(deviations), "a number from 0 to 100");
  }
  if (min_clique < 2) return option_error("min_clique", std::to_string(min_clique), "at least 2");
  if (max_clique != 0 && max_clique < min_clique) {
    return option_error("max_clique", std::to_string(max_clique),
                        "0 or at least min_clique = " + std::to_string(min_clique));
  }
  return ok_status();
}

CleanBaseOptions CleanBaseOptions::published() {
  CleanBaseOptions options;
  options.max_clique = 11;
  options.trust_copies = true;
  return options;
}

double clean_base_threshold(const NeighbourGraph& graph, double deviations) {
  return threshold_of(edges_of(graph), deviations);
}

Result<Scores> clean_base(const NeighbourGraph& graph, const CleanBaseOptions& options,
                          const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  RAGSIEVE_CHECK(check_graph(graph));
  if (graph.k > options.k) {
    return option_error("graph.k", std::to_string(graph.k), std::to_string(options.k));
  }
  std::vector<Edge> edges = edges_of(graph);
  const double threshold = threshold_of(edges, options.deviations);
  std::erase_if(edges, [&](const Edge& edge) { return !(edge.weight > threshold); });
  Scores scores(graph.n_rows);
  const Status done = maximal_cliques(
      adjacency_of(edges, graph.n_rows), run, [&](std::span<const std::uint32_t> clique) {
        if (clique.size() < options.min_clique) return;
        if (options.max_clique != 0 && clique.size() > options.max_clique) return;
        const double weight = mean_weight(edges, clique);
        if (options.trust_copies && std::round(weight * 1e4) >= 1e4) return;
        for (const std::uint32_t row : clique) {
          scores[row] = Scored{std::max(scores[row].score, weight), true};
        }
      });
  RAGSIEVE_CHECK(done);
  return scores;
}

}  // namespace ragsieve::baselines
