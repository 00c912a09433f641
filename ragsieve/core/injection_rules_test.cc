#include "ragsieve/core/injection_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

InjectionRules rules(const std::string& version, const std::string& id) {
  InjectionRules made;
  made.version = version;
  made.rules.emplace_back().id = id;
  made.discussion = {"about " + id};
  made.topics = {"topic"};
  return made;
}

TEST(InjectionRules, FilesAreJoinedInOrder) {
  InjectionRules all;
  ASSERT_TRUE(add_rules(all, rules("1", "en.a")).ok());
  ASSERT_TRUE(add_rules(all, rules("1", "en.b")).ok());
  ASSERT_TRUE(add_rules(all, rules("own-2", "own.c")).ok());
  EXPECT_EQ(all.version, "1+own-2");
  ASSERT_EQ(all.rules.size(), 3U);
  EXPECT_EQ(all.rules[2].id, "own.c");
  EXPECT_EQ(all.discussion.size(), 3U);
  EXPECT_EQ(all.topics.size(), 3U);
}

TEST(InjectionRules, AnIdIsGivenOnce) {
  InjectionRules all = rules("1", "en.a");
  const Status status = add_rules(all, rules("1", "en.a"));
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kInvalidConfig);
  EXPECT_THAT(status.error().message, HasSubstr("\"en.a\" exists already"));
  EXPECT_EQ(all.rules.size(), 1U);
}

}  // namespace
}  // namespace ragsieve
