#include "ragsieve/text/icu_version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(IcuVersion, NamesTheLibraryAndItsUnicode) {
  EXPECT_THAT(icu_version(), testing::MatchesRegex("icu-[0-9.]+/unicode-[0-9]+[.][0-9.]+"));
}

}  // namespace
}  // namespace ragsieve
