#include "ragsieve/detect/baselines/two_means.h"

#include <array>
#include <limits>

#include "ragsieve/stats/random.h"

namespace ragsieve::baselines {
namespace {

constexpr int kMostRounds = 300;

struct Clustering {
  std::vector<int> cluster;
  double inertia = std::numeric_limits<double>::infinity();
};

using Centres = std::array<std::vector<double>, 2>;

double squared_distance(const double* row, const std::vector<double>& centre) {
  double sum = 0;
  for (std::size_t c = 0; c < centre.size(); ++c) {
    const double difference = row[c] - centre[c];
    sum += difference * difference;
  }
  return sum;
}

std::vector<double> copy_of(const DenseRows& rows, std::size_t row) {
  return {rows.row(row), rows.row(row) + rows.dim};
}

// The second centre is drawn by squared distance from the first; the first itself where no row
// is elsewhere.
Centres start(const DenseRows& rows, Random& random) {
  const std::vector<double> first = copy_of(rows, random.below(rows.n_rows));
  std::vector<double> weights;
  double total = 0;
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    weights.push_back(squared_distance(rows.row(i), first));
    total += weights.back();
  }
  double left = random.uniform() * total;
  std::vector<double> second = first;
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    if (weights[i] <= 0) continue;
    second = copy_of(rows, i);
    left -= weights[i];
    if (left < 0) break;
  }
  return {first, second};
}

bool assign(const DenseRows& rows, const Centres& centres, Clustering& found) {
  bool moved = false;
  found.inertia = 0;
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    const double to_0 = squared_distance(rows.row(i), centres[0]);
    const double to_1 = squared_distance(rows.row(i), centres[1]);
    const int nearest = to_1 < to_0 ? 1 : 0;
    moved |= nearest != found.cluster[i];
    found.cluster[i] = nearest;
    found.inertia += nearest == 1 ? to_1 : to_0;
  }
  return moved;
}

void move_centres(const DenseRows& rows, const std::vector<int>& cluster, Centres& centres) {
  for (int which = 0; which < 2; ++which) {
    std::vector<double> sum(rows.dim, 0);
    double count = 0;
    for (std::size_t i = 0; i < rows.n_rows; ++i) {
      if (cluster[i] != which) continue;
      count += 1;
      for (std::size_t c = 0; c < rows.dim; ++c) sum[c] += rows.row(i)[c];
    }
    if (count == 0) continue;
    for (double& value : sum) value /= count;
    centres[static_cast<std::size_t>(which)] = std::move(sum);
  }
}

}  // namespace

std::vector<int> two_means(const DenseRows& rows, std::size_t n_starts, std::uint64_t seed) {
  if (rows.n_rows == 0) return {};
  Clustering best;
  for (std::size_t attempt = 0; attempt < n_starts; ++attempt) {
    Random random(seed, attempt);
    Centres centres = start(rows, random);
    Clustering found{std::vector<int>(rows.n_rows, -1), 0};
    for (int round = 0; round < kMostRounds && assign(rows, centres, found); ++round) {
      move_centres(rows, found.cluster, centres);
    }
    if (found.inertia < best.inertia) best = found;
  }
  if (best.cluster.empty()) best.cluster.assign(rows.n_rows, 0);
  if (best.cluster.front() == 1) {
    for (int& cluster : best.cluster) cluster = 1 - cluster;
  }
  return best.cluster;
}

}  // namespace ragsieve::baselines
