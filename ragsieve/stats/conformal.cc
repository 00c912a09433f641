#include "ragsieve/stats/conformal.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ragsieve {

ConformalReference::ConformalReference(std::vector<double> scores) : ascending_(std::move(scores)) {
  for (double& score : ascending_) {
    if (std::isnan(score)) score = std::numeric_limits<double>::infinity();
  }
  std::sort(ascending_.begin(), ascending_.end());
}

std::size_t ConformalReference::at_least(double score) const {
  if (std::isnan(score)) return ascending_.size();
  const auto first = std::lower_bound(ascending_.begin(), ascending_.end(), score);
  return static_cast<std::size_t>(ascending_.end() - first);
}

double ConformalReference::p(double score) const {
  return static_cast<double>(1 + at_least(score)) / static_cast<double>(ascending_.size() + 1);
}

double ConformalReference::p_left_out(double score) const {
  if (ascending_.empty()) return 1;
  return static_cast<double>(at_least(score)) / static_cast<double>(ascending_.size());
}

std::vector<std::uint32_t> descending_ranks(const std::vector<std::int64_t>& scores) {
  std::vector<std::int64_t> ascending = scores;
  std::sort(ascending.begin(), ascending.end());
  std::vector<std::uint32_t> ranks;
  ranks.reserve(scores.size());
  for (const std::int64_t score : scores) {
    const auto first = std::lower_bound(ascending.begin(), ascending.end(), score);
    ranks.push_back(static_cast<std::uint32_t>(ascending.end() - first));
  }
  return ranks;
}

}  // namespace ragsieve
