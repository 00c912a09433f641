#include "ragsieve/models/onednn/layer_norm.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

namespace ragsieve {
namespace {

TEST(LayerNorm, RowHasMeanBiasAndTheScaleOfItsWeights) {
  std::vector<float> row(48);
  std::vector<float> weight(48);
  std::vector<float> bias(48);
  for (std::size_t i = 0; i < 48; ++i) {
    row[i] = static_cast<float>(i * i % 37) - 5;
    weight[i] = 1 + static_cast<float>(i) / 10;
    bias[i] = static_cast<float>(i % 5);
  }
  const std::vector<float> before = row;
  layer_norm(row, {weight, bias}, 1e-3F);
  double mean = 0;
  double variance = 0;
  for (const float x : before) mean += x / 48.0;
  for (const float x : before) variance += (x - mean) * (x - mean) / 48;
  for (std::size_t i = 0; i < 48; ++i) {
    const double expected = (before[i] - mean) / std::sqrt(variance + 1e-3) * weight[i] + bias[i];
    EXPECT_NEAR(row[i], expected, 2e-6) << i;
  }
}

TEST(LayerNorm, ConstantRowBecomesTheBias) {
  std::vector<float> row(16, 3);
  const std::vector<float> weight(16, 2);
  const std::vector<float> bias(16, 7);
  layer_norm(row, {weight, bias}, 1e-12F);
  EXPECT_EQ(row, bias);
}

TEST(LayerNorm, NarrowingRoundsToTheNearestAndTiesToEven) {
  const std::vector<std::uint32_t> bits{0x3F800000, 0x3F807FFF, 0x3F808000, 0x3F808001,
                                        0x3F818000, 0xBF818000, 0x7F800000, 0x00000000};
  const std::vector<std::uint16_t> expected{0x3F80, 0x3F80, 0x3F80, 0x3F81,
                                            0x3F82, 0xBF82, 0x7F80, 0x0000};
  std::vector<float> values;
  for (const std::uint32_t value : bits) values.push_back(std::bit_cast<float>(value));
  std::vector<std::uint16_t> narrow(values.size());
  narrow_to_bf16(values, narrow.data());
  EXPECT_EQ(narrow, expected);
}

}  // namespace
}  // namespace ragsieve
