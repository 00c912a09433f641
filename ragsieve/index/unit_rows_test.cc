#include "ragsieve/index/unit_rows.h"

#include <gtest/gtest.h>

#include <array>

#include "ragsieve/index/random_rows.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

TEST(UnitRows, BothLayoutsHoldTheSameScaledRows) {
  const Matrix rows = random_rows(40, 5, 1);
  const std::vector<double> norms = inverse_norms(rows.view(), RunOptions{}).value();
  MatrixView view = rows.view();
  view.inverse_norms = norms;
  const AlignedFloats flat(32 * 5);
  const AlignedFloats interleaved(32 * 5);
  load_unit_rows({&view, 3, 19, {}}, RowLayout::kRowMajor, flat.data());
  load_unit_rows({&view, 3, 19, {}}, RowLayout::kInterleaved, interleaved.data());
  for (std::size_t r = 0; r < 32; ++r) {
    for (std::size_t c = 0; c < 5; ++c) {
      const float expected =
          r < 19 ? static_cast<float>(static_cast<double>(rows.row(3 + r)[c]) * norms[3 + r]) : 0;
      EXPECT_EQ(flat.data()[r * 5 + c], expected);
      EXPECT_EQ(interleaved.data()[(r / 16 * 5 + c) * 16 + r % 16], expected);
    }
  }
}

TEST(UnitRows, ListedRowsOfFloat16) {
  const std::array<std::uint16_t, 6> halves{0x3C00, 0, 0x4200, 0x4400, 0, 0x4000};
  MatrixView view{halves.data(), 3, 2, Scalar::kFloat16, {}};
  const std::vector<double> norms = inverse_norms(view, RunOptions{}).value();
  view.inverse_norms = norms;
  const AlignedFloats out(16 * 2);
  const std::array<std::uint32_t, 2> list{2, 1};
  load_unit_rows({&view, 0, 2, list}, RowLayout::kRowMajor, out.data());
  EXPECT_EQ(out.data()[0], 0.0F);
  EXPECT_EQ(out.data()[1], 1.0F);
  EXPECT_EQ(out.data()[2], 0.6F);
  EXPECT_EQ(out.data()[3], 0.8F);
}

}  // namespace
}  // namespace ragsieve
