#include "ragsieve/detect/baselines/ward.h"

#include <limits>
#include <span>
#include <utility>

namespace ragsieve::baselines {
namespace {

struct Cluster {
  std::vector<std::size_t> rows;
  std::vector<double> sum;
};

// What the union adds to the sum of squared distances.
double cost(const Cluster& a, const Cluster& b) {
  const auto n_a = static_cast<double>(a.rows.size());
  const auto n_b = static_cast<double>(b.rows.size());
  double squares = 0;
  for (std::size_t c = 0; c < a.sum.size(); ++c) {
    const double difference = a.sum[c] / n_a - b.sum[c] / n_b;
    squares += difference * difference;
  }
  return n_a * n_b / (n_a + n_b) * squares;
}

std::pair<std::size_t, std::size_t> cheapest(const std::vector<Cluster>& clusters) {
  std::pair<std::size_t, std::size_t> best{0, 1};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    for (std::size_t j = i + 1; j < clusters.size(); ++j) {
      const double here = cost(clusters[i], clusters[j]);
      if (!(here < least)) continue;
      least = here;
      best = {i, j};
    }
  }
  return best;
}

}  // namespace

std::vector<int> ward_two_clusters(const MatrixView& rows) {
  std::vector<Cluster> clusters;
  std::vector<float> buffer(rows.dim);
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    const std::span<const float> row = rows.row(i, buffer);
    clusters.push_back(Cluster{{i}, {row.begin(), row.end()}});
  }
  while (clusters.size() > 2) {
    const auto [i, j] = cheapest(clusters);
    clusters[i].rows.insert(clusters[i].rows.end(), clusters[j].rows.begin(),
                            clusters[j].rows.end());
    for (std::size_t c = 0; c < rows.dim; ++c) clusters[i].sum[c] += clusters[j].sum[c];
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(j));
  }
  // Joined clusters keep the earlier place, so row 0 is in the first.
  std::vector<int> cluster(rows.n_rows, 0);
  if (clusters.size() == 2) {
    for (const std::size_t row : clusters[1].rows) cluster[row] = 1;
  }
  return cluster;
}

}  // namespace ragsieve::baselines
