#include "ragsieve/base/matrix_view.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace ragsieve {
namespace {

TEST(MatrixView, HalvesWidenExactly) {
  EXPECT_EQ(widen_f16(0x3C00), 1.0F);
  EXPECT_EQ(widen_f16(0xC000), -2.0F);
  EXPECT_EQ(widen_f16(0x0001), std::ldexp(1.0F, -24));
  EXPECT_EQ(widen_f16(0x03FF), std::ldexp(1023.0F, -24));
  EXPECT_EQ(widen_f16(0x7BFF), 65504.0F);
  EXPECT_TRUE(std::isinf(widen_f16(0x7C00)));
  EXPECT_TRUE(std::isnan(widen_f16(0x7C01)));
  EXPECT_TRUE(std::signbit(widen_f16(0x8000)));
}

TEST(MatrixView, RowsOfBothKinds) {
  const std::array<std::uint16_t, 4> halves{0x3C00, 0x4000, 0x4200, 0x4400};
  const MatrixView view{halves.data(), 2, 2, Scalar::kFloat16, {}};
  std::array<float, 2> buffer{};
  const std::span<const float> row = view.row(1, buffer);
  EXPECT_EQ(row[0], 3.0F);
  EXPECT_EQ(row[1], 4.0F);
  const Matrix matrix{2, 2, {1, 2, 3, 4}};
  EXPECT_EQ(matrix.view().row(1, buffer)[1], 4.0F);
}

}  // namespace
}  // namespace ragsieve
