// Simes' combination of p-values (Simes 1986). Pure, thread-safe.
#pragma once

#include <vector>

namespace ragsieve {

// min(1, min_i M p_(i) / i) over the ordered p-values; 1 when there are none.
[[nodiscard]] double simes(std::vector<double> p_values);

}  // namespace ragsieve
