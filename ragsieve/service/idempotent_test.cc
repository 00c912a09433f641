#include "ragsieve/service/idempotent.h"

#include <gmock/gmock.h>

#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

class IdempotentTest : public ServiceTest {
 protected:
  // Work that counts how often it is done, and its place.
  Result<DoneOnce> count(const std::optional<IdempotentRequest>& request) {
    return do_once(*state_, request, 1, [&](Stores& stores) -> Result<std::string> {
      ++n_done_;
      RAGSIEVE_CHECK(stores.audit_log.append({0, 1, "kim", "count", "", ""}));
      return place_;
    });
  }
  std::size_t n_logged() {
    return state_->use([](Stores& stores) { return stores.audit_log.list({}); }).value().size();
  }
  int n_done_ = 0;
  std::string place_ = "here";
};

IdempotentRequest request(const std::string& key, const std::string& body) {
  return idempotent_request(key, "kim", {"POST", "/v1/x", body}).value();
}

TEST_F(IdempotentTest, TheSameRequestIsDoneOnce) {
  EXPECT_FALSE(count(request("a", "body"))->earlier);
  place_ = "there";
  const DoneOnce again = count(request("a", "body")).value();
  EXPECT_TRUE(again.earlier);
  EXPECT_EQ(again.place, "here");
  EXPECT_EQ(n_done_, 1);
  EXPECT_EQ(n_logged(), 1U);
}

TEST_F(IdempotentTest, AnotherRequestWithItsKeyIsRefused) {
  ASSERT_TRUE(count(request("a", "body")).ok());
  const auto other = count(request("a", "another body"));
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, Code::kInvalidInput);
  EXPECT_TRUE(count(request("b", "another body")).ok());
  EXPECT_TRUE(count(idempotent_request("a", "eve", {"body"}).value()).ok());
}

TEST_F(IdempotentTest, WithoutAKeyEachIsDone) {
  ASSERT_TRUE(count(std::nullopt).ok());
  ASSERT_TRUE(count(std::nullopt).ok());
  EXPECT_EQ(n_done_, 2);
}

TEST_F(IdempotentTest, WhatChangedNothingMayComeAgain) {
  place_ = "";
  ASSERT_TRUE(count(request("a", "body")).ok());
  ASSERT_TRUE(count(request("a", "body")).ok());
  EXPECT_EQ(n_done_, 2);
}

TEST_F(IdempotentTest, AnErrorUndoesAllOfIt) {
  const auto failed =
      do_once(*state_, request("a", "body"), 1, [](Stores& stores) -> Result<std::string> {
        RAGSIEVE_CHECK(stores.audit_log.append({0, 1, "kim", "count", "", ""}));
        return make_error(Code::kNotFound, "no");
      });
  EXPECT_EQ(failed.error().code, Code::kNotFound);
  EXPECT_EQ(n_logged(), 0U);
  EXPECT_FALSE(count(request("a", "body"))->earlier);
}

TEST(IdempotentRequests, PartsAreToldApart) {
  const auto digest = [](const std::vector<std::string_view>& parts) {
    return idempotent_request("k", "kim", parts)->request;
  };
  EXPECT_EQ(digest({"a", "b"}), digest({"a", "b"}));
  EXPECT_NE(digest({"a", "b"}), digest({"ab"}));
  EXPECT_NE(digest({"a", "b"}), digest({"", "ab"}));
}

TEST(IdempotentRequests, KeysAreShortAndVisible) {
  EXPECT_TRUE(idempotent_request(std::string(200, '~'), "kim", {}).ok());
  for (const std::string& key :
       {std::string(), std::string(201, 'a'), std::string("a b"), std::string("a\0b", 3),
        std::string("\xc3\xa4"), std::string("\x7f")}) {
    const auto refused = idempotent_request(key, "kim", {});
    ASSERT_FALSE(refused.ok()) << key;
    EXPECT_EQ(refused.error().code, Code::kInvalidArgument);
    EXPECT_THAT(refused.error().message, HasSubstr("expected 1 to 200"));
  }
}

}  // namespace
}  // namespace ragsieve
