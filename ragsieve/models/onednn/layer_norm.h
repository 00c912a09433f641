// What happens to single rows between the products: layer normalisation and narrowing to BF16.
// Private to this folder. Pure.
#pragma once

#include <cstdint>
#include <span>

#include "ragsieve/models/onednn/bert_weights.h"

namespace ragsieve {

// row := (row - mean) / sqrt(variance + epsilon) * weight + bias (Ba et al. 2016), the variance
// over n; the length is a multiple of kLanes.
void layer_norm(std::span<float> row, const NormWeights& norm, float epsilon);

// Each value to the nearest BF16, ties to even. `to` is as long as `from`.
void narrow_to_bf16(std::span<const float> from, std::uint16_t* to);

}  // namespace ragsieve
