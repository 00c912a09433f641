// Mid-rank p-value of a value against a reference sample (methods.md). Pure, thread-safe.
#pragma once

#include <span>

namespace ragsieve {

// (0.5 + #{r > v} + 0.5 #{r = v}) / (m + 1), m = reference.size().
[[nodiscard]] double midrank(double value, std::span<const double> reference);

}  // namespace ragsieve
