#include "ragsieve/models/onednn/layer_norm.h"

#include <bit>
#include <cmath>
#include <cstddef>

#include "ragsieve/models/onednn/lanes.h"

namespace ragsieve {

void layer_norm(std::span<float> row, const NormWeights& norm, float epsilon) {
  const auto n = static_cast<float>(row.size());
  Lanes sums = {};
  for (std::size_t i = 0; i < row.size(); i += kLanes) sums += load_lanes(&row[i]);
  const float mean = sum_of_lanes(sums) / n;
  Lanes squares = {};
  for (std::size_t i = 0; i < row.size(); i += kLanes) {
    const Lanes centred = load_lanes(&row[i]) - mean;
    squares += centred * centred;
  }
  const float scale = 1.0F / std::sqrt(sum_of_lanes(squares) / n + epsilon);
  for (std::size_t i = 0; i < row.size(); i += kLanes) {
    const Lanes centred = (load_lanes(&row[i]) - mean) * scale;
    store_lanes(&row[i], centred * load_lanes(&norm.weight[i]) + load_lanes(&norm.bias[i]));
  }
}

void narrow_to_bf16(std::span<const float> from, std::uint16_t* to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(from[i]);
    to[i] = static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16U) & 1U)) >> 16U);
  }
}

}  // namespace ragsieve
