#include "ragsieve/evidence/utc_time.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(UtcTime, FormsAndReadsBack) {
  EXPECT_EQ(format_utc(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(format_utc(1'714'564'800), "2024-05-01T12:00:00Z");
  EXPECT_EQ(format_utc(951'827'696), "2000-02-29T12:34:56Z");
  for (const std::int64_t seconds : {0LL, 1LL, 86'399LL, 951'827'696LL, 253'402'300'799LL}) {
    EXPECT_EQ(parse_utc(format_utc(seconds)), seconds);
  }
}

TEST(UtcTime, FormIsCutToFourDigitYears) {
  EXPECT_EQ(format_utc(-5), "1970-01-01T00:00:00Z");
  EXPECT_EQ(format_utc(INT64_MAX), "9999-12-31T23:59:59Z");
}

TEST(UtcTime, RefusesOtherForms) {
  for (const std::string_view text :
       {"", "2024-05-01", "2024-05-01T12:00:00", "2024-05-01t12:00:00z", "2024-05-01 12:00:00Z",
        "2024-05-01T12:00:00.5Z", "2024-05-01T12:00:00+00:00", "2024-05-01T24:00:00Z",
        "2024-05-01T12:60:00Z", "2016-12-31T23:59:60Z", "2023-02-29T00:00:00Z",
        "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "1969-12-31T23:59:59Z",
        "2024-05-0aT12:00:00Z", "02024-05-01T12:00:00Z"}) {
    EXPECT_EQ(parse_utc(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace ragsieve
