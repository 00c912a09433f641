#include "ragsieve/detect/recent_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

RecentDocument document(std::uint8_t number) {
  RecentDocument recent;
  recent.id = "doc";
  recent.text.bytes[0] = number;
  recent.admitted_s = 1'700'000'000;
  recent.vector = {0.6F, 0.8F};
  recent.words = {1, 5, 9};
  return recent;
}

TEST(RecentBytes, EachDamageIsRefused) {
  const std::string whole = recent_bytes(document(1));
  ASSERT_TRUE(parse_recent(whole, "f").ok());
  for (std::size_t cut = 0; cut < whole.size(); cut += 7) {
    EXPECT_EQ(parse_recent(whole.substr(0, cut), "f").error().code, Code::kCorrupt) << cut;
  }
  RecentDocument disordered = document(1);
  disordered.words = {5, 1};
  EXPECT_THAT(parse_recent(recent_bytes(disordered), "f").error().message,
              HasSubstr("words out of order"));
}

}  // namespace
}  // namespace ragsieve
