#include "ragsieve/detect/baselines/spherical_k_means.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::HasSubstr;

KMeansResult clustered(const Matrix& rows, const KMeansOptions& options, int threads = 1) {
  const std::vector<double> norms = value_of(inverse_norms(rows.view(), {}));
  MatrixView view = rows.view();
  view.inverse_norms = norms;
  RunOptions run;
  run.threads = threads;
  return value_of(spherical_k_means(view, options, run));
}

TEST(SphericalKMeans, PartsTwoDirectionsWhateverTheLengths) {
  const Matrix rows = matrix(2, {1, 0, 10, 1, 0, 1, 1, 10});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const KMeansResult result = clustered(rows, {.n_clusters = 2, .seed = seed});
    EXPECT_EQ(result.cluster[0], result.cluster[1]);
    EXPECT_EQ(result.cluster[2], result.cluster[3]);
    EXPECT_NE(result.cluster[0], result.cluster[2]);
  }
}

TEST(SphericalKMeans, CentresAreNormalisedMeans) {
  const KMeansResult result = clustered(matrix(2, {3, 0, 0, 2}), {.n_clusters = 1});
  EXPECT_NEAR(result.centres.row(0)[0], std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(result.centres.row(0)[1], std::sqrt(0.5), 1e-6);
}

TEST(SphericalKMeans, IsTheSameOnTwoThreads) {
  const Matrix rows = random_matrix(600, 8, 1);
  const KMeansResult one = clustered(rows, {.n_clusters = 40});
  const KMeansResult other = clustered(rows, {.n_clusters = 40}, 2);
  EXPECT_EQ(one.cluster, other.cluster);
  EXPECT_EQ(one.centres.values, other.centres.values);
}

TEST(SphericalKMeans, RefusesMoreClustersThanRows) {
  const Matrix rows = matrix(1, {1, 2});
  const std::vector<double> norms{1, 0.5};
  MatrixView view = rows.view();
  view.inverse_norms = norms;
  const auto many = spherical_k_means(view, {.n_clusters = 3}, {});
  ASSERT_FALSE(many.ok());
  EXPECT_THAT(many.error().message, HasSubstr("n_clusters is 3, expected 1 to 2"));
  const auto bare = spherical_k_means(rows.view(), {.n_clusters = 1}, {});
  ASSERT_FALSE(bare.ok());
  EXPECT_THAT(bare.error().message, HasSubstr("inverse_norms"));
}

TEST(DrawRows, AreDistinctAndAllWhenAllAreAsked) {
  const auto all = draw_rows(20, 20, 4);
  EXPECT_EQ(std::set<std::uint32_t>(all.begin(), all.end()).size(), 20U);
  EXPECT_NE(draw_rows(20, 5, 1), draw_rows(20, 5, 2));
  EXPECT_EQ(draw_rows(20, 5, 1), draw_rows(20, 5, 1));
}

}  // namespace
}  // namespace ragsieve::baselines
