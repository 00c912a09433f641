#include "ragsieve/base/percent_encoding.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

TEST(PercentEncoding, LeavesWhatIsPlainAndWhatIsNamed) {
  EXPECT_EQ(percent_encoded("aZ0-._~"), "aZ0-._~");
  EXPECT_EQ(percent_encoded("../a b?é"), "..%2Fa%20b%3F%C3%A9");
  EXPECT_EQ(percent_encoded("/a b/%", "/"), "/a%20b/%25");
  EXPECT_EQ(percent_encoded(std::string_view("\0\n", 2)), "%00%0A");
}

}  // namespace
}  // namespace ragsieve
