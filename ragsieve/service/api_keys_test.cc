#include "ragsieve/service/api_keys.h"

#include <gmock/gmock.h>

#include <thread>

#include "ragsieve/service/failing_state_testing.h"
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
  ApiKeys restarted(*state_, clock_);
  ASSERT_TRUE(restarted.load().ok());
  for (ApiKeys* one : {&keys, &restarted}) {
    const auto found = one->find(made.secret);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->name, "pipeline");
    EXPECT_EQ(found->role, Role::kScreen);
    EXPECT_EQ(found->key_id, made.key.id);
  }
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
  ApiKeys restarted(*state_, clock_);
  ASSERT_TRUE(restarted.load().ok());
  EXPECT_FALSE(restarted.find(made.secret));
}

// Who has no key can make the service look for one as often as it likes.
TEST_F(ApiKeysTest, LookingAKeyUpNeverAsksTheState) {
  std::atomic<bool> gone = false;
  std::atomic<std::size_t> n_asked = 0;
  state_ = failing_state(gone, &n_asked);
  ApiKeys keys(*state_, clock_);
  ASSERT_TRUE(keys.load().ok());
  const NewApiKey made = keys.create("pipeline", Role::kScreen, "root").value();
  const NewApiKey revoked = keys.create("pipeline", Role::kScreen, "root").value();
  ASSERT_TRUE(keys.revoke(revoked.key.id, "root").value());
  const std::size_t before = n_asked;
  for (int i = 0; i < 1000; ++i) {
    const std::string number = std::to_string(i);
    EXPECT_FALSE(keys.find("rs_" + std::string(43 - number.size(), 'a') + number));
    EXPECT_FALSE(keys.find(revoked.secret));
    EXPECT_TRUE(keys.find(made.secret));
  }
  EXPECT_EQ(n_asked, before);
  gone = true;  // and needs none
  EXPECT_TRUE(keys.find(made.secret));
  EXPECT_EQ(keys.load().error().code, Code::kUnavailable);
  EXPECT_EQ(keys.revoke(made.key.id, "root").error().code, Code::kUnavailable);
  EXPECT_TRUE(keys.find(made.secret));  // it was not revoked
}

TEST_F(ApiKeysTest, OfARepeatedRequestNoSecondSecretIsKnown) {
  ApiKeys keys(*state_, clock_);
  const auto once = idempotent_request("k", "root", {"pipeline"}).value();
  const NewApiKey first = keys.create("pipeline", Role::kScreen, "root", once).value();
  ASSERT_THAT(keys.create("pipeline", Role::kScreen, "root", once).value().secret, IsEmpty());
  EXPECT_TRUE(keys.find(first.secret));
  ASSERT_TRUE(keys.revoke(first.key.id, "root").value());
  EXPECT_FALSE(keys.find(first.secret));
}

TEST_F(ApiKeysTest, KeysAreFoundMadeAndRevokedByManyThreads) {
  ApiKeys keys(*state_, clock_);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        const NewApiKey made = keys.create("pipeline", Role::kScreen, "root").value();
        EXPECT_TRUE(keys.find(made.secret));
        EXPECT_TRUE(keys.revoke(made.key.id, "root").value());
        EXPECT_FALSE(keys.find(made.secret));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
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
