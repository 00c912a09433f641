#include "ragsieve/detect/baselines/dbscan.h"

#include <algorithm>
#include <cmath>

namespace ragsieve::baselines {

std::vector<std::size_t> rows_within(const PairCosines& cosines, std::size_t row, double radius) {
  std::vector<std::size_t> found;
  for (std::size_t other = 0; other < cosines.size(); ++other) {
    const double distance = std::sqrt(std::max(0.0, 2 - 2 * cosines.at(row, other)));
    if (other == row || distance <= radius) found.push_back(other);
  }
  return found;
}

std::vector<int> dbscan(const PairCosines& cosines, const DbscanOptions& options) {
  constexpr int kNoise = -1;
  std::vector<int> cluster(cosines.size(), kNoise);
  int n_clusters = 0;
  for (std::size_t start = 0; start < cosines.size(); ++start) {
    if (cluster[start] != kNoise) continue;
    if (rows_within(cosines, start, options.radius).size() < options.least) continue;
    std::vector<std::size_t> open{start};
    cluster[start] = n_clusters;
    while (!open.empty()) {
      const std::size_t row = open.back();
      open.pop_back();
      const std::vector<std::size_t> near = rows_within(cosines, row, options.radius);
      if (near.size() < options.least) continue;
      for (const std::size_t other : near) {
        if (cluster[other] != kNoise) continue;
        cluster[other] = n_clusters;
        open.push_back(other);
      }
    }
    ++n_clusters;
  }
  return cluster;
}

}  // namespace ragsieve::baselines
