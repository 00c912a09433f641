#include "ragsieve/detect/baselines/ward.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;

TEST(Ward, JoinsWhatAddsLeastVariance) {
  EXPECT_THAT(ward_two_clusters(matrix(1, {0, 9, 1, 10, 2}).view()), ElementsAre(0, 1, 0, 1, 0));
}

TEST(Ward, CountsTheRowsOfACluster) {
  // {0}, {1}, {2.2}, {9} -> {0, 1} costs .5; then {0, 1} with {2.2} costs 2/3 * 1.7^2 = 1.93.
  EXPECT_THAT(ward_two_clusters(matrix(1, {0, 1, 2.2F, 9}).view()), ElementsAre(0, 0, 0, 1));
}

TEST(Ward, TwoRowsAreTwoClustersAndOneIsOne) {
  EXPECT_THAT(ward_two_clusters(matrix(1, {4, 4}).view()), ElementsAre(0, 1));
  EXPECT_THAT(ward_two_clusters(matrix(1, {4}).view()), ElementsAre(0));
}

}  // namespace
}  // namespace ragsieve::baselines
