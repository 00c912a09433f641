#include "ragsieve/service/interval.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(Interval, OfMinutesHoursAndDays) {
  EXPECT_EQ(seconds_of_interval("1m"), 60);
  EXPECT_EQ(seconds_of_interval("15m"), 900);
  EXPECT_EQ(seconds_of_interval("1h"), 3600);
  EXPECT_EQ(seconds_of_interval("31d"), 31 * 24 * 3600);
}

TEST(Interval, AnythingElseIsNone) {
  for (const char* text : {"", "m", "1", "0m", "01m", "-1h", "+1h", "1.5h", "1 h", "1s", "1H",
                           "32d", "99999m", "1hm", "h1", "\xff\x31m", "9223372036854775807d"}) {
    EXPECT_FALSE(seconds_of_interval(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace ragsieve
