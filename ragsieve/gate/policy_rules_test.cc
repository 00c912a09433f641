#include "ragsieve/gate/policy_rules.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

// No real digest: what counts is that the digest of the text is asked for.
PolicySurroundings surroundings(std::string today = "2026-11-30") {
  return {[](std::string_view text) { return "digest of " + std::string(text); }, std::move(today)};
}

Policy allowing(AllowEntry entry) {
  Policy policy;
  policy.allow = {{"other", "phrase", "", "n", ""}, std::move(entry)};
  return policy;
}

InjectionFinding finding(std::string rule, double weight, std::string text) {
  InjectionFinding finding;
  finding.rule = std::move(rule);
  finding.weight = weight;
  finding.span.text = std::move(text);
  return finding;
}

TEST(AllowList, SilencesOneRuleOnOneTextAndNothingElse) {
  const Policy policy = allowing({"r", "phrase", "", "n", ""});
  EXPECT_TRUE(silenced(policy, "r", "phrase", surroundings()));
  EXPECT_TRUE(silenced(policy, "other", "phrase", surroundings()));
  EXPECT_FALSE(silenced(policy, "r", "a phrase", surroundings()));
  EXPECT_FALSE(silenced(policy, "r", "phras", surroundings()));
  EXPECT_FALSE(silenced(policy, "r", "Phrase", surroundings()));
  EXPECT_FALSE(silenced(policy, "r.x", "phrase", surroundings()));
  EXPECT_FALSE(silenced(policy, "", "phrase", surroundings()));
  EXPECT_FALSE(silenced({}, "r", "phrase", surroundings()));
}

TEST(AllowList, GoesByDigestWhereTheEntryNamesOne) {
  const Policy policy = allowing({"r", "", "digest of secret", "n", ""});
  EXPECT_TRUE(silenced(policy, "r", "secret", surroundings()));
  EXPECT_FALSE(silenced(policy, "r", "secret ", surroundings()));
  EXPECT_FALSE(silenced(policy, "r", "secret", {nullptr, "2026-11-30"}));
  EXPECT_EQ(silencing_entry(policy, "r", "secret", surroundings()), &policy.allow[1]);
}

TEST(AllowList, EmptyTextIsNeverSilenced) {
  EXPECT_FALSE(silenced(allowing({"r", "", "digest of ", "n", ""}), "r", "", surroundings()));
  EXPECT_FALSE(silenced(allowing({"r", "", "", "n", ""}), "r", "", surroundings()));
}

TEST(AllowList, EndsAfterItsLastDay) {
  const Policy policy = allowing({"r", "phrase", "", "n", "2026-11-30"});
  EXPECT_TRUE(silenced(policy, "r", "phrase", surroundings("2026-11-30")));
  EXPECT_FALSE(silenced(policy, "r", "phrase", surroundings("2026-12-01")));
  EXPECT_FALSE(silenced(policy, "r", "phrase", surroundings("")));
}

TEST(AllowList, SilencedFindingsLeaveTheOthersScore) {
  InjectionRecord injection;
  injection.signal.score = 960000;
  injection.findings = {finding("r", 0.9, "phrase"), finding("q", 0.5, "phrase"),
                        finding("r", 0.2, "another")};
  EXPECT_EQ(injection_score(injection, {}, surroundings()), 960000);
  const Policy policy = allowing({"r", "phrase", "", "n", ""});
  EXPECT_EQ(injection_score(injection, policy, surroundings()), 600000);
  injection.signal.score = 550000;  // saturated by the detector's own rule
  EXPECT_EQ(injection_score(injection, policy, surroundings()), 550000);
  injection.findings.resize(1);
  EXPECT_EQ(injection_score(injection, policy, surroundings()), 0);
}

TEST(Conflicts, CountUnlessUnsupportedSupersededFarOrSilenced) {
  Policy policy;
  policy.conflict_cosine = 700000;
  ConflictRecord conflict;
  conflict.sentence = "phrase";
  conflict.cosine = 0.7;
  EXPECT_TRUE(counts(conflict, policy, surroundings()));
  conflict.cosine = 0.699;
  EXPECT_FALSE(counts(conflict, policy, surroundings()));
  conflict.cosine = 0.9;
  conflict.superseded = true;
  EXPECT_FALSE(counts(conflict, policy, surroundings()));
  conflict.superseded = false;
  conflict.supported = false;
  EXPECT_FALSE(counts(conflict, policy, surroundings()));
  conflict.supported = true;
  policy.allow = {{"fact_conflict", "phrase", "", "n", ""}};
  EXPECT_FALSE(counts(conflict, policy, surroundings()));
}

TEST(DocumentAction, FollowsModeAndVerdict) {
  using enum Verdict;
  for (const PolicyMode mode :
       {PolicyMode::kBlock, PolicyMode::kQuarantine, PolicyMode::kTag, PolicyMode::kObserve}) {
    EXPECT_EQ(action_of(mode, kAdmit), DocumentAction::kAdmit);
    const bool observes = mode == PolicyMode::kObserve;
    EXPECT_EQ(action_of(mode, kIncomplete),
              observes ? DocumentAction::kReport : DocumentAction::kHold);
  }
  EXPECT_EQ(action_of(PolicyMode::kBlock, kReject), DocumentAction::kRefuse);
  EXPECT_EQ(action_of(PolicyMode::kBlock, kQuarantine), DocumentAction::kHold);
  EXPECT_EQ(action_of(PolicyMode::kQuarantine, kReject), DocumentAction::kHold);
  EXPECT_EQ(action_of(PolicyMode::kTag, kReject), DocumentAction::kMark);
  EXPECT_EQ(action_of(PolicyMode::kObserve, kReject), DocumentAction::kReport);
}

}  // namespace
}  // namespace ragsieve
