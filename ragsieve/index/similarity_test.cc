#include "ragsieve/index/similarity.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "ragsieve/index/random_rows.h"
#include "ragsieve/index/wide_row.h"

namespace ragsieve {
namespace {

// The documented order, one lane at a time.
double dot_by_lanes(std::span<const float> a, std::span<const float> b) {
  std::array<double, 16> lanes{};
  for (std::size_t i = 0; i < a.size(); ++i) {
    lanes[i % 16] += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  for (std::size_t half = 8; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

std::string refusal(const Matrix& rows) {
  const Result<std::vector<double>> norms = inverse_norms(rows.view(), RunOptions{});
  EXPECT_FALSE(norms.ok());
  if (norms.ok()) return "";
  EXPECT_EQ(norms.error().code, Code::kInvalidInput);
  return norms.error().message;
}

TEST(Similarity, DotHasTheDocumentedOrderAtOddSizes) {
  for (const std::size_t dim : {1U, 2U, 3U, 7U, 8U, 15U, 16U, 17U, 31U, 33U, 384U, 1023U}) {
    const Matrix rows = random_rows(2, dim, dim);
    EXPECT_EQ(dot(rows.row(0), rows.row(1)), dot_by_lanes(rows.row(0), rows.row(1))) << dim;
    EXPECT_EQ(dot(rows.row(0), rows.row(1)), dot(rows.row(1), rows.row(0))) << dim;
  }
}

TEST(Similarity, DotOfTheLargestAndTheSmallestComponents) {
  const std::vector<float> large(384, 1e18F);
  const std::vector<float> small(384, std::numeric_limits<float>::denorm_min());
  EXPECT_NEAR(dot(large, large) / (384 * 1e36), 1, 1e-6);
  EXPECT_EQ(dot(small, small), 384 * std::ldexp(1.0, -298));
}

TEST(Similarity, CosineIsSymmetricAndOneOfEqualRows) {
  const Matrix rows = random_rows(2, 384, 1);
  const double a = 1 / std::sqrt(dot(rows.row(0), rows.row(0)));
  const double b = 1 / std::sqrt(dot(rows.row(1), rows.row(1)));
  EXPECT_EQ(cosine(rows.row(0), a, rows.row(1), b), cosine(rows.row(1), b, rows.row(0), a));
  EXPECT_NEAR(cosine(rows.row(0), a, rows.row(0), a), 1, 1e-15);
}

TEST(InverseNorms, OfEachRow) {
  const Matrix rows{2, 2, {3, 4, 0, 2}};
  const std::vector<double> norms = inverse_norms(rows.view(), RunOptions{}).value();
  EXPECT_EQ(norms, (std::vector<double>{1.0 / 5, 0.5}));
}

TEST(InverseNorms, OfFloat16AndOfExtremeMagnitudes) {
  const std::array<std::uint16_t, 2> halves{0x4200, 0x4400};  // 3, 4
  const MatrixView half_view{halves.data(), 1, 2, Scalar::kFloat16, {}};
  EXPECT_EQ(inverse_norms(half_view, RunOptions{}).value().front(), 1.0 / 5);
  const Matrix rows{2, 1, {1e-40F, 1e18F}};
  const std::vector<double> norms = inverse_norms(rows.view(), RunOptions{}).value();
  EXPECT_NEAR(norms[0] * 1e-40, 1, 1e-4);
  EXPECT_NEAR(norms[1] * 1e18, 1, 1e-6);
}

TEST(InverseNorms, RefusalsNameTheRowAndWhatWasFound) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_NE(refusal({2, 2, {1, 2, 3, nan}}).find("row 1 of the vectors: component 1 is NaN"),
            std::string::npos);
  EXPECT_NE(refusal({1, 2, {-infinity, 1}}).find("component 0 is infinite"), std::string::npos);
  const float too_large = std::nextafter(1e18F, infinity);
  EXPECT_NE(refusal({1, 2, {1, -too_large}}).find("component 1 is beyond 1e18"), std::string::npos);
  EXPECT_NE(refusal({2, 2, {1, 0, 0, 0}}).find("row 1 of the vectors: is zero"), std::string::npos);
}

TEST(InverseNorms, LowestBadRowIsNamedAtAnyThreadCount) {
  Matrix rows = random_rows(5000, 3, 4);
  for (std::size_t row = 4999; row >= 2047; row -= 41) {
    rows.row(row)[1] = std::numeric_limits<float>::quiet_NaN();
  }
  const std::size_t lowest = 4999 - (4999 - 2047) / 41 * 41;
  for (const int threads : {1, 2, 3}) {
    RunOptions run;
    run.threads = threads;
    const Result<std::vector<double>> norms = inverse_norms(rows.view(), run);
    ASSERT_FALSE(norms.ok());
    EXPECT_EQ(norms.error().message.rfind("row " + std::to_string(lowest) + " ", 0), 0U)
        << norms.error().message;
  }
}

TEST(WideRow, WidensEveryHalfLikeTheScalarFunction) {
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    const float expected = widen_f16(static_cast<std::uint16_t>(half));
    const float found = widen_f16_branchless(static_cast<std::uint16_t>(half));
    ASSERT_EQ(std::bit_cast<std::uint32_t>(expected), std::bit_cast<std::uint32_t>(found)) << half;
  }
}

}  // namespace
}  // namespace ragsieve
