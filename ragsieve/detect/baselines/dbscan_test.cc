#include "ragsieve/detect/baselines/dbscan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;

// Points of the circle at these degrees.
PairCosines at_degrees(const std::vector<double>& degrees) {
  Matrix rows{degrees.size(), 2, {}};
  for (const double degree : degrees) {
    rows.values.push_back(static_cast<float>(std::cos(degree * M_PI / 180)));
    rows.values.push_back(static_cast<float>(std::sin(degree * M_PI / 180)));
  }
  return value_of(PairCosines::of(rows.view()));
}

TEST(Dbscan, ClustersNoiseAndBorder) {
  // A chord of .2 spans 11.5 degrees. 0 to 20 is a chain; 30 is a border row; 90 is alone.
  const PairCosines cosines = at_degrees({0, 10, 20, 30, 90});
  EXPECT_THAT(dbscan(cosines, {.radius = 0.2, .least = 3}), ElementsAre(0, 0, 0, 0, -1));
  EXPECT_THAT(dbscan(cosines, {.radius = 0.2, .least = 4}), ElementsAre(-1, -1, -1, -1, -1));
}

TEST(Dbscan, ARowCountsItself) {
  EXPECT_THAT(dbscan(at_degrees({0, 5, 180, 185}), {.radius = 0.2, .least = 2}),
              ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(dbscan(at_degrees({0}), {.radius = 0.2, .least = 1}), ElementsAre(0));
}

TEST(RowsWithin, HoldTheRowItself) {
  EXPECT_THAT(rows_within(at_degrees({0, 90, 5}), 2, 0.2), ElementsAre(0, 2));
}

}  // namespace
}  // namespace ragsieve::baselines
