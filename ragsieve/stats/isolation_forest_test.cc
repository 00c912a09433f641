// The forest against scikit-learn's numbers, by hand where it can be worked by hand, and its rules
// for what is left out.
#include "ragsieve/stats/isolation_forest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "ragsieve/stats/random.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

RunOptions threads(int n) {
  RunOptions run;
  run.threads = n;
  return run;
}

IsolationForest grown(const Matrix& rows, const ForestOptions& options, int n_threads = 1) {
  auto forest = IsolationForest::fit(rows.view(), options, threads(n_threads));
  EXPECT_TRUE(forest.ok()) << (forest.ok() ? "" : forest.error().message);
  return std::move(forest).value();
}

Matrix random_rows(std::size_t n_rows, std::size_t dim, std::uint64_t seed) {
  Random random(seed);
  Matrix rows{n_rows, dim, {}};
  for (std::size_t i = 0; i < n_rows * dim; ++i) {
    rows.values.push_back(static_cast<float>(random.uniform()));
  }
  return rows;
}

// 200 x 8 in four densities, every 25th row far out; the same in float32 in any language.
Matrix golden_rows() {
  Matrix rows{200, 8, {}};
  for (std::size_t i = 0; i < 200; ++i) {
    for (std::size_t j = 0; j < 8; ++j) {
      const std::size_t mixed = (i * i * 7 + i * j * 13 + i * 37 + j * j * 101) % 1009;
      double value = static_cast<double>(mixed) / 1009.0 * static_cast<double>(1 + i % 4);
      if (i % 25 == 0) value += 3.0;
      rows.values.push_back(static_cast<float>(value));
    }
  }
  return rows;
}

// -IsolationForest(n_estimators=200, max_samples=128, random_state=seed).score_samples() of rows
// 0, 10, ... 190 by scikit-learn 1.9.1, seeds 0..49: mean, and standard deviation between seeds.
struct Reference {
  double mean;
  double deviation;
};
constexpr std::array<Reference, 20> kReference = {{
    {0.565588, 0.00659}, {0.457841, 0.00707}, {0.417661, 0.00526}, {0.462681, 0.00535},
    {0.437775, 0.00673}, {0.704418, 0.00761}, {0.427683, 0.00511}, {0.452059, 0.00572},
    {0.422889, 0.00521}, {0.476189, 0.00697}, {0.576460, 0.00741}, {0.483543, 0.00716},
    {0.430092, 0.00597}, {0.491772, 0.00603}, {0.430848, 0.00553}, {0.711710, 0.00878},
    {0.401734, 0.00491}, {0.484259, 0.00679}, {0.406866, 0.00480}, {0.464779, 0.00614},
}};

TEST(IsolationForest, AgreesWithScikitLearn) {
  constexpr int kSeeds = 50;
  const Matrix rows = golden_rows();
  std::array<double, kReference.size()> sum{};
  std::array<double, kReference.size()> squares{};
  ForestOptions options;
  options.subsample = 128;
  for (options.seed = 0; options.seed < kSeeds; ++options.seed) {
    const IsolationForest forest = grown(rows, options, 2);
    for (std::size_t i = 0; i < kReference.size(); ++i) {
      const double score = forest.score(rows.row(10 * i));
      sum[i] += score;
      squares[i] += score * score;
    }
  }
  for (std::size_t i = 0; i < kReference.size(); ++i) {
    const double mean = sum[i] / kSeeds;
    // Two means of 50 seeds each: 4.5 standard errors of their difference.
    const double tolerance = 4.5 * kReference[i].deviation * std::sqrt(2.0 / kSeeds);
    EXPECT_NEAR(mean, kReference[i].mean, tolerance) << "row " << 10 * i;
    const double deviation = std::sqrt((squares[i] - kSeeds * mean * mean) / (kSeeds - 1));
    EXPECT_NEAR(deviation / kReference[i].deviation, 1, 0.6) << "row " << 10 * i;
  }
}

TEST(IsolationForest, AveragePathLengthIsTheFormula) {
  EXPECT_EQ(average_path_length(0), 0);
  EXPECT_EQ(average_path_length(1), 0);
  EXPECT_EQ(average_path_length(2), 1);
  EXPECT_NEAR(average_path_length(5), 2.327020052, 1e-9);
  EXPECT_NEAR(average_path_length(256), 10.244770920, 1e-9);
}

TEST(IsolationForest, TwoRowsArePartedByOneCut) {
  const IsolationForest forest = grown(Matrix{2, 1, {0, 1}}, {});
  EXPECT_EQ(forest.subsample(), 2U);
  EXPECT_DOUBLE_EQ(forest.score(std::vector<float>{0}), 0.5);   // depth 1, c(2) = 1
  EXPECT_DOUBLE_EQ(forest.score(std::vector<float>{99}), 0.5);  // a leaf of one row as well
}

TEST(IsolationForest, OneRowAndEqualRowsHaveNothingToTell) {
  EXPECT_EQ(grown(Matrix{1, 3, {1, 2, 3}}, {}).score(std::vector<float>{9, 9, 9}), 0.5);
  const Matrix equal{40, 2, std::vector<float>(80, 0.25F)};
  const IsolationForest forest = grown(equal, {});
  EXPECT_NEAR(forest.score(equal.row(0)), 0.5, 1e-12);  // every depth is 0 + c(40)
}

TEST(IsolationForest, ConstantFeaturesAreNeverCut) {
  Matrix rows{64, 3, std::vector<float>(192, 1.0F)};
  for (std::size_t i = 0; i < 64; ++i) rows.row(i)[1] = static_cast<float>(i);
  const IsolationForest forest = grown(rows, {});
  EXPECT_EQ(forest.score(std::vector<float>{-9, 30, 9}),
            forest.score(std::vector<float>{1, 30, 1}));
}

TEST(IsolationForest, FartherRowsScoreHigher) {
  const Matrix rows = random_rows(1000, 16, 3);
  const IsolationForest forest = grown(rows, {});
  EXPECT_GT(forest.score(std::vector<float>(16, 1.5F)), 0.6);
  EXPECT_LT(forest.score(std::vector<float>(16, 0.5F)), 0.45);
}

TEST(IsolationForest, SameAtAnyThreadCount) {
  const Matrix rows = random_rows(700, 5, 4);
  ForestOptions options;
  options.n_trees = 37;
  options.seed = 9;
  EXPECT_EQ(grown(rows, options, 1).to_bytes(), grown(rows, options, 3).to_bytes());
  options.seed = 10;
  EXPECT_NE(grown(rows, options, 1).score(rows.row(0)),
            IsolationForest::fit(rows.view(), {}, threads(1))->score(rows.row(0)));
}

TEST(IsolationForest, HalfPrecisionRowsAreWidened) {
  const std::vector<std::uint16_t> halves = {0x0000, 0x3C00, 0x4000, 0x4200};  // 0 1 2 3
  const MatrixView view{halves.data(), 4, 1, Scalar::kFloat16, {}};
  const auto forest = IsolationForest::fit(view, {}, threads(1));
  ASSERT_TRUE(forest.ok());
  EXPECT_EQ(forest->to_bytes(), grown(Matrix{4, 1, {0, 1, 2, 3}}, {}).to_bytes());
}

TEST(IsolationForest, OutOfBagAsksOnlyTreesThatDidNotSeeTheRows) {
  const Matrix rows = random_rows(512, 4, 5);
  const IsolationForest forest = grown(rows, {});
  const OutOfBagScore one = forest.score_out_of_bag(rows.row(7), RowRange{7, 8});
  EXPECT_NEAR(static_cast<double>(one.n_trees), 100, 35);  // each tree saw half of the rows
  const OutOfBagScore three = forest.score_out_of_bag(rows.row(7), RowRange{6, 9});
  EXPECT_NEAR(static_cast<double>(three.n_trees), 25, 22);
  EXPECT_LT(three.n_trees, one.n_trees);
  EXPECT_NE(one.score, forest.score(rows.row(7)));
  const OutOfBagScore none = forest.score_out_of_bag(rows.row(7), RowRange{});
  EXPECT_EQ(none.n_trees, 200U);
  EXPECT_EQ(none.score, forest.score(rows.row(7)));
}

TEST(IsolationForest, OutOfBagFallsBackToAllTrees) {
  const Matrix rows = random_rows(60, 4, 6);
  const IsolationForest forest = grown(rows, {});
  const OutOfBagScore seen = forest.score_out_of_bag(rows.row(3), RowRange{3, 4});
  EXPECT_EQ(seen.n_trees, 0U);
  EXPECT_EQ(seen.score, forest.score(rows.row(3)));
  ForestOptions half;
  half.largest_share = 0.5;
  const IsolationForest halves = grown(rows, half);
  EXPECT_EQ(halves.subsample(), 30U);
  EXPECT_GT(halves.score_out_of_bag(rows.row(3), RowRange{3, 4}).n_trees, 50U);
}

TEST(IsolationForest, OutOfBagScoresLieWhereNewRowsLie) {
  const Matrix rows = random_rows(600, 6, 7);
  const Matrix fresh = random_rows(600, 6, 8);
  const IsolationForest forest = grown(rows, {});
  double old_sum = 0;
  double new_sum = 0;
  for (std::size_t i = 0; i < 600; ++i) {
    old_sum += forest.score_out_of_bag(rows.row(i), RowRange{i, i + 1}).score;
    new_sum += forest.score(fresh.row(i));
  }
  EXPECT_NEAR(old_sum / 600, new_sum / 600, 0.005);
}

TEST(IsolationForest, RowsThatCannotBeScoredAreNaN) {
  const IsolationForest forest = grown(random_rows(20, 2, 1), {});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(forest.score(std::vector<float>{0})));
  EXPECT_TRUE(std::isnan(forest.score(std::vector<float>{0, nan})));
  EXPECT_EQ(forest.score_out_of_bag(std::vector<float>{0, nan}, RowRange{0, 1}).n_trees, 0U);
}

TEST(IsolationForest, RefusesRowsByNumber) {
  Matrix rows = random_rows(20, 2, 1);
  rows.row(13)[1] = std::numeric_limits<float>::infinity();
  const auto infinite = IsolationForest::fit(rows.view(), {}, threads(1));
  ASSERT_FALSE(infinite.ok());
  EXPECT_EQ(infinite.error().code, Code::kInvalidInput);
  EXPECT_THAT(infinite.error().message, HasSubstr("row 13"));
  const auto none =
      IsolationForest::fit(MatrixView{nullptr, 0, 2, Scalar::kFloat32, {}}, {}, threads(1));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, Code::kInvalidArgument);
  EXPECT_THAT(none.error().message, HasSubstr("0 rows of width 2"));
}

TEST(IsolationForest, RefusesOptionsOutOfRange) {
  const auto fault = [](ForestOptions options) {
    const Status status = options.validate();
    return status.ok() ? "" : status.error().message;
  };
  EXPECT_EQ(fault({}), "");
  EXPECT_THAT(fault({.n_trees = 0}), HasSubstr("n_trees is 0, expected 1 to 10000"));
  EXPECT_THAT(fault({.subsample = 65537}), HasSubstr("subsample is 65537, expected 1 to 65536"));
  EXPECT_THAT(fault({.largest_share = 0}), HasSubstr("largest_share is 0"));
  EXPECT_THAT(fault({.largest_share = 1.5}), HasSubstr("largest_share is 1.5"));
}

TEST(IsolationForest, RefusesWhatDoesNotFitIntoMemory) {
  RunOptions run = threads(1);
  run.memory_bytes = 100000;
  const auto forest = IsolationForest::fit(random_rows(400, 8, 1).view(), {}, run);
  ASSERT_FALSE(forest.ok());
  EXPECT_EQ(forest.error().code, Code::kTooLarge);
  EXPECT_THAT(forest.error().message, HasSubstr("memory_bytes allows 100000"));
}

TEST(IsolationForest, StopsWhenAsked) {
  const RunOptions run = threads(1);
  run.cancel.request();
  const auto forest = IsolationForest::fit(random_rows(400, 8, 1).view(), {}, run);
  ASSERT_FALSE(forest.ok());
  EXPECT_EQ(forest.error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve
