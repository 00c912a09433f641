#include "ragsieve/index/candidate_lists.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace ragsieve {
namespace {

// k and a margin: the values near the k-th mostly lie farther apart than twice the error of a
// proposal, so a few more entries reach below it. Every entry kept costs time in each drop.
std::size_t entries_kept(std::size_t k) { return k + 4 + k / 8; }

// A list that can hold all others never drops one.
std::size_t entries_allocated(std::size_t k, std::size_t n_others) {
  return std::min(2 * entries_kept(k), n_others);
}

std::size_t count_at_least(std::span<const float> values, float limit) {
  std::uint32_t count = 0;
  for (const float value : values) count += value >= limit ? 1U : 0U;
  return count;
}

// A value that at least `kept` of the values reach, and not many more where that can be had.
// Bisection counts in vector code, ten times faster than nth_element, which settles what it cannot:
// many equal values.
float split_value(std::span<const float> values, std::size_t kept) {
  constexpr int kSteps = 12;
  float low = *std::min_element(values.begin(), values.end());
  float high = *std::max_element(values.begin(), values.end());
  for (int step = 0; step < kSteps; ++step) {
    const float middle = low + (high - low) / 2;
    const std::size_t count = count_at_least(values, middle);
    if (count >= kept && count <= kept + kept / 4) return middle;
    (count < kept ? high : low) = middle;
  }
  std::vector<float> copy(values.begin(), values.end());
  const auto last_kept = copy.begin() + static_cast<std::ptrdiff_t>(kept) - 1;
  std::nth_element(copy.begin(), last_kept, copy.end(), std::greater<>());
  return *last_kept;
}

}  // namespace

CandidateLists::CandidateLists(std::size_t n_rows, std::size_t k, std::size_t n_others)
    : kept_(entries_kept(k)),
      capacity_(entries_allocated(k, n_others)),
      values_(n_rows * capacity_),
      rows_(n_rows * capacity_),
      thresholds_(n_rows, -std::numeric_limits<float>::infinity()),
      counts_(n_rows) {}

std::size_t CandidateLists::bytes(std::size_t n_rows, std::size_t k, std::size_t n_others) {
  return n_rows * (entries_allocated(k, n_others) * sizeof(Candidate) + sizeof(float) +
                   sizeof(std::uint32_t));
}

void CandidateLists::drop_lower(std::size_t row) {
  float* values = values_.data() + row * capacity_;
  std::uint32_t* rows = rows_.data() + row * capacity_;
  const float split = split_value(this->values(row), kept_);
  // A list of equal values must shrink too, or it would be full again at once.
  const std::size_t most = kept_ + kept_ / 2;
  const std::size_t n_reach = count_at_least(this->values(row), split);
  std::size_t surplus = n_reach > most ? n_reach - most : 0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < counts_[row]; ++i) {
    const bool too_many = values[i] == split && surplus > 0;
    surplus -= too_many ? 1 : 0;
    values[n] = values[i];
    rows[n] = rows[i];
    n += values[i] >= split && !too_many ? 1 : 0;
  }
  counts_[row] = static_cast<std::uint32_t>(n);
  thresholds_[row] = split;
}

}  // namespace ragsieve
