#include "ragsieve/service/api_keys.h"

#include <gmock/gmock.h>

#include "ragsieve/service/idempotent.h"
#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::Not;

class ApiKeysTest : public ServiceTest {
 protected:
  std::vector<LoggedAction> log() {
    return state_->use([](Stores& stores) { return stores.audit_log.list({}); }).value();
  }
};

TEST_F(ApiKeysTest, AKeyIsFoundByItsSecretAlone) {
  ApiKeys keys(*state_, clock_);
  const NewApiKey made = keys.create("pipeline", Role::kScreen, "root").value();
  EXPECT_THAT(made.secret, MatchesRegex("rs_[A-Za-z0-9_-]{43}"));
  for (int i = 0; i < 2; ++i) {  // from the state, then from memory
    const auto found = keys.find(made.secret);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, "pipeline");
    EXPECT_EQ(found->role, Role::kScreen);
  }
  ApiKeys restarted(*state_, clock_);
  EXPECT_TRUE(restarted.find(made.secret));
  std::string wrong = made.secret;
  wrong.back() = wrong.back() == 'A' ? 'B' : 'A';
  for (const std::string& secret :
       {wrong, made.secret + "A", made.secret.substr(3), std::string(), std::string("rs_")}) {
    EXPECT_FALSE(keys.find(secret)) << secret.size();
  }
}

TEST_F(ApiKeysTest, ARevokedKeyIsUnknownAtOnce) {
  ApiKeys keys(*state_, clock_);
  const NewApiKey made = keys.create("pipeline", Role::kScreen, "root").value();
  ASSERT_TRUE(keys.find(made.secret));
  EXPECT_TRUE(keys.revoke(made.key.id, "root").value());
  EXPECT_FALSE(keys.find(made.secret));
  EXPECT_FALSE(keys.revoke(made.key.id, "root").value());
  EXPECT_FALSE(keys.revoke("none", "root").value());
}

TEST_F(ApiKeysTest, TheLogSaysWhoMadeAndRevokedAndNoSecret) {
  ApiKeys keys(*state_, clock_);
  const NewApiKey made = keys.create("pipeline", Role::kScreen, "root").value();
  ASSERT_TRUE(keys.revoke(made.key.id, "eve").ok());
  const std::vector<LoggedAction> actions = log();
  ASSERT_EQ(actions.size(), 2U);
  EXPECT_EQ(actions[0].action, "revoke key");
  EXPECT_EQ(actions[0].who, "eve");
  EXPECT_EQ(actions[1].action, "create key");
  EXPECT_EQ(actions[1].result, "pipeline, screen");
  EXPECT_EQ(actions[1].time_us, 1'000'000'000);
  for (const LoggedAction& action : actions) {
    EXPECT_THAT(action.target + action.result, Not(HasSubstr(made.secret.substr(3))));
  }
}

TEST_F(ApiKeysTest, NamesHaveALength) {
  ApiKeys keys(*state_, clock_);
  EXPECT_TRUE(keys.create(std::string(100, 'a'), Role::kRead, "root").ok());
  for (const std::string& name : {std::string(), std::string(101, 'a'), std::string("a\0b", 3),
                                  std::string("a\nb"), std::string("\xff")}) {
    const auto made = keys.create(name, Role::kRead, "root");
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().code, Code::kInvalidArgument);
    EXPECT_THAT(made.error().message, HasSubstr("expected 1 to 100"));
  }
}

TEST_F(ApiKeysTest, ARepeatedRequestIsTheKeyOfThenWithoutItsSecret) {
  ApiKeys keys(*state_, clock_);
  const auto once = idempotent_request("k", "root", {"pipeline"}).value();
  const NewApiKey first = keys.create("pipeline", Role::kScreen, "root", once).value();
  const NewApiKey again = keys.create("pipeline", Role::kScreen, "root", once).value();
  EXPECT_EQ(again.key.id, first.key.id);
  EXPECT_THAT(again.secret, IsEmpty());
  EXPECT_EQ(log().size(), 1U);
  EXPECT_EQ(keys.list().value().size(), 1U);
}

TEST_F(ApiKeysTest, NoTwoAreAlike) {
  ApiKeys keys(*state_, clock_);
  const NewApiKey one = keys.create("a", Role::kRead, "root").value();
  const NewApiKey other = keys.create("a", Role::kRead, "root").value();
  EXPECT_NE(one.secret, other.secret);
  EXPECT_NE(one.key.id, other.key.id);
}

}  // namespace
}  // namespace ragsieve
