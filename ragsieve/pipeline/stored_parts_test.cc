#include "ragsieve/pipeline/stored_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<std::string_view> kParts{"one", "", "three"};

TEST(StoredParts, GoThereAndBack) {
  const std::string bytes = join_parts(kParts);
  const auto parts = split_parts(bytes, 3, "x.state");
  ASSERT_TRUE(parts.ok());
  EXPECT_THAT(*parts, ElementsAre("one", "", "three"));
}

TEST(StoredParts, EveryChangedOrMissingByteIsFound) {
  const std::string bytes = join_parts(kParts);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(split_parts(damaged, 3, "x").ok()) << i;
    EXPECT_FALSE(split_parts(std::string_view(bytes).substr(0, i), 3, "x").ok()) << i;
  }
  EXPECT_FALSE(split_parts(bytes + "x", 3, "x").ok());
}

TEST(StoredParts, NameTheFile) {
  const auto parts = split_parts("nonsense", 3, "x.state");
  ASSERT_FALSE(parts.ok());
  EXPECT_EQ(parts.error().code, Code::kCorrupt);
  EXPECT_EQ(parts.error().where.path, "x.state");
  EXPECT_THAT(parts.error().message, HasSubstr("8 bytes"));
  EXPECT_FALSE(split_parts(join_parts(kParts), 2, "x").ok());
}

}  // namespace
}  // namespace ragsieve
