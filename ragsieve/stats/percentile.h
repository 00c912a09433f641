// Percentiles of a sample, as numpy counts them (method "linear"). Pure, thread-safe.
#pragma once

#include <span>

namespace ragsieve {

// The value at `percent` (0..100) of an ascending sample: between the two nearest order statistics,
// linearly. NaN of an empty sample and of a percent out of range.
[[nodiscard]] double percentile(std::span<const double> ascending, double percent);

// Where a value stands in an ascending sample, 0..100: the share below it plus half of its equals
// (scipy's percentileofscore, kind "mean"). NaN of an empty sample and of NaN.
[[nodiscard]] double percentile_of(std::span<const double> ascending, double value);

}  // namespace ragsieve
