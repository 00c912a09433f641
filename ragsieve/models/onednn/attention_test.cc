#include "ragsieve/models/onednn/attention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace ragsieve {
namespace {

std::vector<float> random_rows(std::size_t n_rows, std::size_t dim, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> rows(n_rows * dim);
  for (float& value : rows) value = normal(random);
  return rows;
}

// One number of the context, by the formula, in f64.
double plain(const AttentionShape& shape, const std::vector<float>& projected, std::size_t query,
             std::size_t column) {
  const std::size_t dim = shape.dim();
  const std::size_t head = column / shape.head_dim * shape.head_dim;
  std::vector<double> weights;
  double total = 0;
  for (std::size_t key = 0; key < shape.n_tokens; ++key) {
    double score = 0;
    for (std::size_t i = head; i < head + shape.head_dim; ++i) {
      score +=
          static_cast<double>(projected[query * 3 * dim + i]) * projected[key * 3 * dim + dim + i];
    }
    weights.push_back(std::exp(score / std::sqrt(static_cast<double>(shape.head_dim))));
    total += weights.back();
  }
  double sum = 0;
  for (std::size_t key = 0; key < shape.n_tokens; ++key) {
    sum += weights[key] / total * projected[key * 3 * dim + 2 * dim + column];
  }
  return sum;
}

TEST(Attention, IsThatOfTheFormulaAtAnyLength) {
  AttentionScratch scratch;
  for (const std::size_t n_tokens : {1U, 2U, 7U, 8U, 15U, 16U, 17U, 33U, 65U}) {
    const AttentionShape shape{n_tokens, 3, 32};
    const auto projected = random_rows(attention_rows(n_tokens), 3 * shape.dim(), n_tokens);
    std::vector<float> context(n_tokens * shape.dim());
    attend(shape, projected.data(), scratch, context.data());
    for (std::size_t i = 0; i < context.size(); ++i) {
      ASSERT_NEAR(context[i], plain(shape, projected, i / shape.dim(), i % shape.dim()), 3e-6)
          << n_tokens << " tokens, place " << i;
    }
  }
}

TEST(Attention, RowsBehindTheTextAndEarlierTextsLeaveNoTrace) {
  const AttentionShape shape{19, 2, 16};
  auto projected = random_rows(attention_rows(19), 3 * shape.dim(), 5);
  AttentionScratch fresh;
  std::vector<float> expected(19 * shape.dim());
  attend(shape, projected.data(), fresh, expected.data());
  AttentionScratch used;
  const auto other = random_rows(attention_rows(50), 3 * shape.dim(), 6);
  std::vector<float> context(50 * shape.dim());
  attend({50, 2, 16}, other.data(), used, context.data());
  std::fill(projected.begin() + 19 * 3 * static_cast<std::ptrdiff_t>(shape.dim()), projected.end(),
            std::numeric_limits<float>::infinity());
  context.resize(expected.size());
  attend(shape, projected.data(), used, context.data());
  EXPECT_EQ(context, expected);
}

TEST(Attention, LargeScoresDoNotOverflow) {
  const AttentionShape shape{4, 1, 16};
  auto projected = random_rows(attention_rows(4), 3 * shape.dim(), 7);
  for (float& value : projected) value *= 1e4F;
  AttentionScratch scratch;
  std::vector<float> context(4 * shape.dim());
  attend(shape, projected.data(), scratch, context.data());
  for (const float value : context) EXPECT_TRUE(std::isfinite(value));
}

}  // namespace
}  // namespace ragsieve
