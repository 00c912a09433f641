#include "eval/measures/macro.h"

#include <gtest/gtest.h>

#include <vector>

namespace ragsieve::eval {
namespace {

TEST(MacroMean, LeavesOutAndCountsWhatHasNoFigure) {
  const MacroMean mean = macro_mean(std::vector<double>{0.2, std::nan(""), 0.6});
  EXPECT_DOUBLE_EQ(mean.value, 0.4);
  EXPECT_EQ(mean.n, 2U);
  EXPECT_EQ(mean.n_missing, 1U);
}

TEST(MacroMean, OfNothingIsNotANumber) {
  EXPECT_TRUE(std::isnan(macro_mean({}).value));
  EXPECT_EQ(macro_mean(std::vector<double>{std::nan("")}).n, 0U);
}

}  // namespace
}  // namespace ragsieve::eval
