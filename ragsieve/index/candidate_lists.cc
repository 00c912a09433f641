#include "ragsieve/index/candidate_lists.h"

#include <algorithm>
#include <limits>

namespace ragsieve {
namespace {

// k and a margin: among similarities that spread over some hundredths, a dozen more entries reach
// far below the k-th value minus twice the error of a proposal.
std::size_t entries_kept(std::size_t k) { return k + 8 + k / 4; }

// A list that can hold all others never drops one.
std::size_t entries_allocated(std::size_t k, std::size_t n_others) {
  return std::min(2 * entries_kept(k), n_others);
}

}  // namespace

CandidateLists::CandidateLists(std::size_t n_rows, std::size_t k, std::size_t n_others)
    : kept_(entries_kept(k)),
      capacity_(entries_allocated(k, n_others)),
      entries_(n_rows * capacity_),
      thresholds_(n_rows, -std::numeric_limits<float>::infinity()),
      counts_(n_rows) {}

std::size_t CandidateLists::bytes(std::size_t n_rows, std::size_t k, std::size_t n_others) {
  return n_rows * (entries_allocated(k, n_others) * sizeof(Candidate) + sizeof(float) +
                   sizeof(std::uint32_t));
}

void CandidateLists::drop_half(std::size_t row) {
  const std::span<Candidate> entries = of(row);
  const auto last_kept = entries.begin() + static_cast<std::ptrdiff_t>(kept_) - 1;
  std::nth_element(entries.begin(), last_kept, entries.end(),
                   [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
  thresholds_[row] = last_kept->value;
  counts_[row] = static_cast<std::uint32_t>(kept_);
}

}  // namespace ragsieve
