// What verifies, what does not, and what could not be checked. The table of tampering is
// verify_tampering_test.cc.
#include "ragsieve/evidence/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "ragsieve/evidence/chain_testing.h"
#include "ragsieve/evidence/verify_testing.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing_evidence::describe;
using testing_evidence::find;
using testing_evidence::FixedClock;
using testing_evidence::kDocument;
using testing_evidence::kHour;
using testing_evidence::kNoon;
using testing_evidence::sample_review;
using testing_evidence::World;

TEST(Verify, AGoodReportVerifies) {
  const World world;
  const VerifyReport report = world.verify();
  EXPECT_EQ(report.outcome(), VerifyOutcome::kVerifies) << describe(report);
  EXPECT_EQ(report.owner, "desk");
  EXPECT_EQ(report.key_id, world.trust.keys[0].id);
  EXPECT_EQ(std::get<Statement>(*report.statement).verdict, Verdict::kAdmit);
  const std::vector<std::string_view> order = {"envelope",     "signature",  "key_trust",
                                               "key_validity", "raw_digest", "canonical_digest",
                                               "verdict",      "chain"};
  ASSERT_EQ(report.checks.size(), order.size());
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(report.checks[i].name, order[i]);
  EXPECT_EQ(report.checks[7].status, CheckStatus::kNotChecked);
}

TEST(Verify, NothingIsParsedThatNobodyTrustedSigned) {
  World world;
  world.seal_payload(to_canonical_json(world.statement), world.other_key);
  EXPECT_FALSE(world.verify().statement);
}

TEST(Verify, ExpiryAfterTheReportDoesNotHurtIt) {
  World world;
  world.trust.keys[0].not_after_s = kNoon;
  world.trust.keys[0].revoked_at_s = kNoon + 1;
  world.now_s = kNoon + 10'000 * kHour;
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kVerifies) << describe(world.verify());
  world.now_s = kNoon - 299;  // clocks differ a little
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kVerifies) << describe(world.verify());
}

TEST(Verify, RotationKeepsOldAndNewReportsGood) {
  World world;
  world.trust.keys[0].not_after_s = kNoon + kHour;
  world.trust.keys.push_back(trusted_key("desk", world.other_key.public_key()));
  world.trust.keys[1].not_before_s = kNoon + kHour;
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kVerifies);
  world.statement.time_s = kNoon + 2 * kHour;
  world.now_s = kNoon + 3 * kHour;
  world.seal();
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kDoesNotVerify);
  world.seal_payload(to_canonical_json(world.statement), world.other_key);
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kVerifies);
}

TEST(Verify, OneTrustedValidSignatureIsEnough) {
  World world;
  const PrivateKey stranger = PrivateKey::generate();
  world.edit([&](Envelope& envelope) {
    sign(envelope, stranger);
    sign(envelope, world.other_key);
  });
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kVerifies);
  world.trust.keys[0].revoked_at_s = kNoon;
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kDoesNotVerify);
  world.trust.keys.push_back(trusted_key("second", world.other_key.public_key()));
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kVerifies);
  EXPECT_EQ(world.verify().owner, "second");
}

TEST(Verify, TheHintDecidesNothing) {
  World world;
  world.edit([](Envelope& envelope) { envelope.signatures[0].key_hint = "no key of ours"; });
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kVerifies);
}

TEST(Verify, WhatIsNotAtHandIsNotGood) {
  const World world;
  const VerifyReport report =
      verify({world.report, std::nullopt, std::nullopt}, world.trust, FixedClock(world.now_s));
  EXPECT_EQ(report.outcome(), VerifyOutcome::kCouldNotCheck);
  EXPECT_THAT(find(report, "raw_digest")->reason, HasSubstr("not at hand"));
}

TEST(Verify, ANewerStatementCouldNotBeChecked) {
  World world;
  std::string payload = to_canonical_json(world.statement);
  payload.replace(payload.find("screen/v1"), 9, "screen/v2");
  world.seal_payload(payload, world.key);
  const VerifyReport report = world.verify();
  EXPECT_EQ(report.outcome(), VerifyOutcome::kCouldNotCheck) << describe(report);
  EXPECT_THAT(find(report, "verdict")->reason, HasSubstr("use the version that wrote it"));
}

TEST(Verify, AReviewHasNoVerdictToRecompute) {
  World world;
  world.seal_payload(to_canonical_json(sample_review()), world.key);
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kVerifies) << describe(world.verify());
  EXPECT_EQ(find(world.verify(), "verdict"), nullptr);
  world.document += "x";
  EXPECT_EQ(world.verify().outcome(), VerifyOutcome::kDoesNotVerify);
}

class VerifyChain : public testing::Test, protected testing_evidence::ChainFolder {
 protected:
  [[nodiscard]] Check chain_check(const std::string& report_path, const std::string& folder) const {
    const std::string bytes = read(report_path);
    const VerifyReport report =
        verify({bytes, kDocument, folder}, trust_, FixedClock(kNoon + kHour));
    outcome_ = report.outcome();
    return *find(report, "chain");
  }
  mutable VerifyOutcome outcome_ = VerifyOutcome::kCouldNotCheck;
};

TEST_F(VerifyChain, ALinkOfAnUnbrokenChainVerifies) {
  const auto links = append(3);
  const Check check = chain_check(links[1].path, folder_);
  EXPECT_EQ(outcome_, VerifyOutcome::kVerifies);
  EXPECT_THAT(check.reason, HasSubstr("link 2 of 3"));
  append(2, nullptr);
  EXPECT_THAT(chain_check(links[1].path, folder_).reason,
              HasSubstr("2 unsealed, 2 of them at the end"));
}

TEST_F(VerifyChain, EveryBreakIsFound) {
  struct Break {
    std::function<void(const std::vector<ChainLink>&)> change;
    std::string reason;
  };
  const std::vector<Break> breaks = {
      {[](const auto& links) { std::filesystem::remove(links[0].path); }, "link 1 is missing"},
      {[](const auto& links) { std::filesystem::remove(links[2].path); }, "cut off"},
      {[this](const auto&) { std::filesystem::remove(path("head")); }, "head is missing"},
      {[this](const auto& links) {
         std::filesystem::rename(links[0].path, path(link_stem(9, links[0].digest) + ".dsse.json"));
       },
       "link 1 is missing (and"},
      {[](const auto& links) { write(links[2].path, "{}"); }, "link 3 was altered"},
      {[this](const auto&) { write(path("x.dsse.json"), "{}"); }, "no link"},
  };
  for (const Break& each : breaks) {
    std::filesystem::remove_all(folder_);
    const auto links = append(3);
    const std::string kept = folder_ + ".kept";
    std::filesystem::copy_file(links[1].path, kept);
    each.change(links);
    const Check check = chain_check(kept, folder_);
    std::filesystem::remove(kept);
    EXPECT_EQ(outcome_, VerifyOutcome::kDoesNotVerify);
    EXPECT_EQ(check.status, CheckStatus::kFailed);
    EXPECT_THAT(check.reason, HasSubstr(each.reason));
  }
}

TEST_F(VerifyChain, AReportOfAnotherChainIsFound) {
  append(2);
  World world;
  world.statement.reasons = {"of another chain"};
  world.seal();
  write(path("outside"), world.report);
  trust_.keys.push_back(world.trust.keys[0]);
  EXPECT_THAT(chain_check(path("outside"), folder_).reason, HasSubstr("no link of this chain"));
  EXPECT_EQ(outcome_, VerifyOutcome::kDoesNotVerify);
}

TEST_F(VerifyChain, AFolderThatIsNotThereCouldNotBeChecked) {
  const auto links = append(1);
  EXPECT_THAT(chain_check(links[0].path, folder_ + "/none").reason, HasSubstr("could not be read"));
  EXPECT_EQ(outcome_, VerifyOutcome::kCouldNotCheck);
}

}  // namespace
}  // namespace ragsieve
