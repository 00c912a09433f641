// The similarity of a pair as a pure function of its two rows (architecture.md): f32 values,
// products summed in f64 in a fixed lane order, times 1/norm of each row in f64. Whatever proposes
// a pair, this decides it, so results never depend on tiles, threads or libraries.
#pragma once

#include <span>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve {

// Dot product of two rows of the same length, f64, fixed lane order. Symmetric.
[[nodiscard]] double dot(std::span<const float> a, std::span<const float> b);

// dot(a, b) * inverse_norm_a * inverse_norm_b, in that order made symmetric:
// (dot * (inverse_norm_a * inverse_norm_b)).
[[nodiscard]] double cosine(std::span<const float> a, double inverse_norm_a,
                            std::span<const float> b, double inverse_norm_b);

// 1/|row| of each row. Refuses (kInvalidInput, the row named from 0, with what was found) NaN,
// infinity, magnitude over limits::kVectorMagnitude and a zero row.
[[nodiscard]] Result<std::vector<double>> inverse_norms(const MatrixView& rows,
                                                        const RunOptions& run);

}  // namespace ragsieve
