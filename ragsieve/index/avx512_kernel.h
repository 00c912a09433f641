// A tile kernel for CPUs with AVX-512, chosen when the program runs. It stands beside OpenBLAS
// because a distribution's OpenBLAS does not know CPUs that are younger than itself and then runs
// its SSE3 code, five times slower (0.3.21 on Emerald Rapids).
#pragma once

#include <optional>

#include "ragsieve/index/tile_kernel.h"

namespace ragsieve {

// Nothing where this CPU lacks AVX-512F.
[[nodiscard]] std::optional<TileKernel> avx512_kernel();

}  // namespace ragsieve
