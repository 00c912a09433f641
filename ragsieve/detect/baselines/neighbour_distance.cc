#include "ragsieve/detect/baselines/neighbour_distance.h"

#include <algorithm>
#include <vector>

#include "ragsieve/base/parallel.h"
#include "ragsieve/detect/baselines/graph_check.h"

namespace ragsieve::baselines {
namespace {

constexpr double kLeastReach = 1e-10;
constexpr double kLofOffset = 1.5;
constexpr std::size_t kChunk = 256;

double distance(const Neighbour& neighbour) { return std::max(0.0, 1 - neighbour.cosine); }

template <typename Work>
Status for_rows(std::size_t n_rows, const RunOptions& run, const Work& work) {
  return parallel_for((n_rows + kChunk - 1) / kChunk, "outliers", run,
                      [&](std::size_t chunk, int) -> Status {
                        const std::size_t last = std::min((chunk + 1) * kChunk, n_rows);
                        for (std::size_t row = chunk * kChunk; row < last; ++row) work(row);
                        return ok_status();
                      });
}

}  // namespace

Result<Scores> knn_distance(const NeighbourGraph& graph) {
  RAGSIEVE_CHECK(check_graph(graph));
  Scores scores(graph.n_rows);
  if (graph.k == 0) return scores;
  for (std::size_t row = 0; row < graph.n_rows; ++row) {
    scores[row].score = distance(graph.of(row).back());
  }
  return scores;
}

Result<Scores> local_outlier_factor(const NeighbourGraph& graph, const RunOptions& run) {
  RAGSIEVE_CHECK(check_graph(graph));
  Scores scores(graph.n_rows, Scored{1, false});
  if (graph.k == 0) return scores;
  const auto k = static_cast<double>(graph.k);
  std::vector<double> density(graph.n_rows);
  RAGSIEVE_CHECK(for_rows(graph.n_rows, run, [&](std::size_t row) {
    double sum = 0;
    for (const Neighbour& neighbour : graph.of(row)) {
      sum += std::max(distance(neighbour), distance(graph.of(neighbour.row).back()));
    }
    density[row] = 1 / (sum / k + kLeastReach);
  }));
  RAGSIEVE_CHECK(for_rows(graph.n_rows, run, [&](std::size_t row) {
    double sum = 0;
    for (const Neighbour& neighbour : graph.of(row)) sum += density[neighbour.row];
    const double factor = sum / k / density[row];
    scores[row] = Scored{factor, factor > kLofOffset};
  }));
  return scores;
}

}  // namespace ragsieve::baselines
