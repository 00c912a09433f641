#include "cli/terminal.h"

#include <gtest/gtest.h>

namespace ragsieve::cli {
namespace {

TEST(ProgressBar, ShowsRateAndTimeLeft) {
  EXPECT_EQ(ProgressBar::line({"encode", 50, 100}, 10),
            "encode [############............] 50/100, 5/s, 0:10 left");
  EXPECT_EQ(ProgressBar::line({"encode", 1, 7201}, 1),
            "encode [........................] 1/7201, 1/s, 2:00:00 left");
  EXPECT_EQ(ProgressBar::line({"encode", 0, 10}, 2),
            "encode [........................] 0/10, 0/s, ? left");
  EXPECT_EQ(ProgressBar::line({"read", 10, 0}, 2), "read  10, 5/s");
}

}  // namespace
}  // namespace ragsieve::cli
