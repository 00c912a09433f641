#include "ragsieve/detect/lazy_regex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

TEST(LazyRegex, MatchesAnywhere) {
  const auto made = LazyRegex::make("b+");
  ASSERT_TRUE(made.ok());
  EXPECT_TRUE((*made)->matches("abbc", false));
  EXPECT_FALSE((*made)->matches("ac", true));
  EXPECT_EQ((*made)->expression(), "b+");
}

TEST(LazyRegex, SyntaxIsCheckedAtOnce) {
  const auto made = LazyRegex::make("(");
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, Code::kInvalidConfig);
  EXPECT_THAT(made.error().message, HasSubstr("RE2 refuses"));
}

TEST(LazyRegex, WhatIsTooLargeAnswersAsAsked) {
  std::string huge;
  for (int i = 0; i < 200; ++i) huge += "(?:\\pL\\pN\\pM){900}";
  const auto made = LazyRegex::make(huge);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ((*made)->regex(), nullptr);
  EXPECT_TRUE((*made)->matches("x", true));
  EXPECT_FALSE((*made)->matches("x", false));
}

}  // namespace
}  // namespace ragsieve
