// For each row the candidates with the highest approximate cosines seen so far: more than k of
// them, so that the pair function can decide despite the error of the proposals. A full list drops
// about half of its entries, the lower ones, and remembers the value up to which it has dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ragsieve {

struct Candidate {
  float value = 0;        // approximate cosine
  std::uint32_t row = 0;  // of the matrix of neighbours, from 0
};

// Rows may be filled by different threads, a row by one at a time.
class CandidateLists {
 public:
  // Lists for n_rows rows, each offered every one of n_others rows at most once; k <= n_others.
  CandidateLists(std::size_t n_rows, std::size_t k, std::size_t n_others);

  // Bytes that such lists take.
  [[nodiscard]] static std::size_t bytes(std::size_t n_rows, std::size_t k, std::size_t n_others);

  // Every row that was offered and is not in the list has a value of at most this; offer only what
  // is above. Minus infinity while the list has dropped nothing.
  [[nodiscard]] float threshold(std::size_t row) const { return thresholds_[row]; }
  [[nodiscard]] const float* thresholds(std::size_t first_row) const {
    return thresholds_.data() + first_row;
  }

  void add(std::size_t row, Candidate candidate) {
    const std::size_t end = row * capacity_ + counts_[row];
    values_[end] = candidate.value;
    rows_[end] = candidate.row;
    if (++counts_[row] == 2 * kept_) drop_lower(row);
  }

  // The values of a row's list in no particular order, and the rows that they belong to.
  [[nodiscard]] std::span<const float> values(std::size_t row) const {
    return std::span<const float>(values_).subspan(row * capacity_, counts_[row]);
  }
  [[nodiscard]] std::span<const std::uint32_t> rows(std::size_t row) const {
    return std::span<const std::uint32_t>(rows_).subspan(row * capacity_, counts_[row]);
  }

 private:
  void drop_lower(std::size_t row);

  std::size_t kept_;
  std::size_t capacity_;
  std::vector<float> values_;
  std::vector<std::uint32_t> rows_;
  std::vector<float> thresholds_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace ragsieve
