#include "server/url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(RequestTarget, IsDecoded) {
  const RequestTarget target =
      parse_target("/v1/documents/a%20b?x=1&name=f%C3%BCr+alle&flag&=v").value();
  EXPECT_EQ(target.path, "/v1/documents/a b");
  EXPECT_THAT(target.query, ElementsAre(Pair("x", "1"), Pair("name", "für alle"), Pair("flag", ""),
                                        Pair("", "v")));
}

TEST(RequestTarget, RootAndTrailingSlashAreTargets) {
  EXPECT_EQ(parse_target("/").value().path, "/");
  EXPECT_EQ(parse_target("/a/").value().path, "/a/");
  EXPECT_TRUE(parse_target("/a?").value().query.empty());
  EXPECT_EQ(parse_target("/a+b").value().path, "/a+b");
}

TEST(RequestTarget, RefusesWhatIsNotPlain) {
  for (const char* target :
       {"",          "*",      "http://host/a", "/a//b", "/a/../b", "/./a",      "/a/..",
        "/%2e%2e/a", "/a%2fb", "/a%5cb",        "/a\\b", "/a%00b",  "/a%0d%0ab", "/a\nb",
        "/%",        "/%4",    "/%zz",          "/%ff",  "/a#b",    "/a?x=%",    "/a?x=%0a"}) {
    const auto parsed = parse_target(target);
    ASSERT_FALSE(parsed.ok()) << target;
    EXPECT_EQ(parsed.error().code, Code::kInvalidInput) << target;
    EXPECT_EQ(parsed.error().where.field, "target") << target;
  }
}

TEST(RequestTarget, HasLimits) {
  EXPECT_TRUE(parse_target("/" + std::string(kTargetBytes - 1, 'a')).ok());
  EXPECT_THAT(parse_target("/" + std::string(kTargetBytes, 'a')).error().message,
              HasSubstr("has 8193 bytes, allowed are 8192"));
  std::string many = "/a?";
  for (std::size_t i = 0; i < kQueryParameters; ++i) many += "a=1&";
  EXPECT_TRUE(parse_target(many).ok());
  EXPECT_THAT(parse_target(many + "a=1").error().message, HasSubstr("more than 64 parameters"));
}

}  // namespace
}  // namespace ragsieve
