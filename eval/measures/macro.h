// Macro means: equal weight for every cell (dataset, retriever, attack) that has a figure, whatever
// its size. Pure, thread-safe.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace ragsieve::eval {

struct MacroMean {
  double value = 0;           // NaN where no cell has a figure
  std::size_t n = 0;          // cells that have one
  std::size_t n_missing = 0;  // "too few": NaN
};

[[nodiscard]] inline MacroMean macro_mean(std::span<const double> cells) {
  MacroMean mean;
  for (const double cell : cells) {
    if (std::isnan(cell)) {
      ++mean.n_missing;
      continue;
    }
    mean.value += cell;
    ++mean.n;
  }
  mean.value = mean.n == 0 ? std::numeric_limits<double>::quiet_NaN()
                           : mean.value / static_cast<double>(mean.n);
  return mean;
}

}  // namespace ragsieve::eval
