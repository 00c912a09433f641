// The alignment jump on hand-made token vectors, and against a plain f64 oracle.
#include "ragsieve/detect/alignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace ragsieve {
namespace {

// One row a token: the unit vector of axis axes[i].
Matrix one_hot(const std::vector<std::size_t>& axes, std::size_t dim) {
  Matrix matrix{axes.size(), dim, std::vector<float>(axes.size() * dim, 0.0F)};
  for (std::size_t i = 0; i < axes.size(); ++i) matrix.row(i)[axes[i]] = 1.0F;
  return matrix;
}

std::vector<std::size_t> axes(std::size_t n_first, std::size_t n_second) {
  std::vector<std::size_t> result(n_first, 0);
  result.insert(result.end(), n_second, 1);
  return result;
}

Matrix random_rows(std::size_t n_rows, std::size_t dim, std::uint32_t seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<float> normal;
  Matrix matrix{n_rows, dim, std::vector<float>(n_rows * dim)};
  for (std::size_t i = 0; i < n_rows; ++i) {
    double square = 0;
    for (float& value : matrix.row(i)) {
      value = normal(generator);
      square += static_cast<double>(value) * static_cast<double>(value);
    }
    for (float& value : matrix.row(i)) value /= static_cast<float>(std::sqrt(square));
  }
  return matrix;
}

double oracle_cosine(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  return sum;
}

double oracle_f1(const Matrix& document, std::size_t first, std::size_t n, const Matrix& query) {
  double precision = 0;
  for (std::size_t i = first; i < first + n; ++i) {
    double best = -2;
    for (std::size_t j = 0; j < query.n_rows; ++j) {
      best = std::max(best, oracle_cosine(document.row(i), query.row(j)));
    }
    precision += best / static_cast<double>(n);
  }
  double recall = 0;
  for (std::size_t j = 0; j < query.n_rows; ++j) {
    double best = -2;
    for (std::size_t i = first; i < first + n; ++i) {
      best = std::max(best, oracle_cosine(document.row(i), query.row(j)));
    }
    recall += best / static_cast<double>(query.n_rows);
  }
  return 2 * precision * recall / std::max(precision + recall, 1e-8);
}

double oracle_jump(const Matrix& document, const Matrix& query) {
  std::vector<double> scores;
  std::size_t first = 0;
  for (; first + 32 < document.n_rows; first += 16) {
    scores.push_back(oracle_f1(document, first, 32, query));
  }
  const std::size_t width = std::min<std::size_t>(32, document.n_rows);
  scores.push_back(oracle_f1(document, document.n_rows - width, width, query));
  double largest = 0;
  for (std::size_t i = 1; i < scores.size(); ++i) {
    largest = std::max(largest, std::abs(scores[i] - scores[i - 1]));
  }
  return largest;
}

TEST(Alignment, JumpLiesWhereTheDocumentLeavesTheQuery) {
  // Windows at 0, 16, 32: F1 = 1, 2/3 (half of the tokens match), 0.
  const AlignmentJump jump = alignment_jump(one_hot(axes(32, 32), 3), one_hot({0}, 3), {});
  EXPECT_NEAR(jump.value, 2.0 / 3, 1e-12);
  EXPECT_EQ(jump.window, 1U);
  EXPECT_EQ(jump.n_windows, 3U);
  EXPECT_EQ(jump.boundary_token, 32U);
}

TEST(Alignment, LastWindowIsAlignedToTheEnd) {
  // 40 tokens: windows at 0 and 8. P = 30/32 and 22/32, recall 1.
  const AlignmentJump jump = alignment_jump(one_hot(axes(30, 10), 3), one_hot({0}, 3), {});
  const auto f1 = [](double p) { return 2 * p / (p + 1); };
  EXPECT_EQ(jump.n_windows, 2U);
  EXPECT_EQ(jump.boundary_token, 8U);
  EXPECT_NEAR(jump.value, f1(30.0 / 32) - f1(22.0 / 32), 1e-12);
}

TEST(Alignment, SingleWindowAndNoTokensScoreZero) {
  const AlignmentJump single = alignment_jump(one_hot(axes(20, 12), 3), one_hot({0}, 3), {});
  EXPECT_EQ(single.value, 0);
  EXPECT_EQ(single.n_windows, 1U);
  const Matrix none{0, 3, {}};
  EXPECT_EQ(alignment_jump(none, one_hot({0}, 3), {}).n_windows, 0U);
  EXPECT_EQ(alignment_jump(one_hot({0}, 3), none, {}).value, 0);
}

TEST(Alignment, EvenTextHasNoJump) {
  EXPECT_EQ(alignment_jump(one_hot(axes(200, 0), 3), one_hot({0, 1}, 3), {}).value, 0);
}

TEST(Alignment, AgreesWithTheOracleAtOddSizes) {
  std::uint32_t seed = 1;
  for (const std::size_t n_tokens : {1U, 5U, 31U, 32U, 33U, 47U, 48U, 49U, 101U, 254U}) {
    for (const std::size_t n_query : {1U, 15U, 16U, 17U, 62U}) {
      for (const std::size_t dim : {1U, 7U, 65U}) {
        const Matrix document = random_rows(n_tokens, dim, ++seed);
        const Matrix query = random_rows(n_query, dim, ++seed);
        EXPECT_NEAR(alignment_jump(document, query, {}).value, oracle_jump(document, query), 1e-5)
            << n_tokens << " x " << n_query << " x " << dim;
      }
    }
  }
}

TEST(Alignment, SameInputsGiveTheSameBits) {
  const Matrix document = random_rows(254, 384, 7);
  const Matrix query = random_rows(62, 384, 8);
  EXPECT_EQ(alignment_jump(document, query, {}).value, alignment_jump(document, query, {}).value);
}

TEST(Alignment, WhatIsNotFiniteIsNotZero) {
  Matrix document = random_rows(40, 8, 3);
  document.row(39)[7] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(alignment_jump(document, random_rows(3, 8, 4), {}).value));
}

}  // namespace
}  // namespace ragsieve
