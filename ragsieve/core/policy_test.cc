#include "ragsieve/core/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace ragsieve {
namespace {

using testing::HasSubstr;

TEST(Policy, DefaultsAreThoseOfTheProfile) {
  const std::string text = canonical_text({});
  EXPECT_TRUE(text.starts_with("ragsieve policy 1\nmode block\nprofile default\nalpha 10000\n"));
  EXPECT_THAT(text, HasSubstr("\nsignal.fact_conflict on\n"));
  EXPECT_THAT(text, HasSubstr("\nwindow_days 30\n"));
}

TEST(Policy, EveryMemberChangesTheText) {
  const std::vector<std::function<void(Policy&)>> changes = {
      [](Policy& p) { p.mode = PolicyMode::kObserve; },
      [](Policy& p) { p.profile = GateProfile::kPaper; },
      [](Policy& p) { p.thresholds.alpha = 1; },
      [](Policy& p) { p.thresholds.quarantine_from = 1; },
      [](Policy& p) { p.thresholds.reject_from = 1; },
      [](Policy& p) { p.thresholds.injection_finding = 1; },
      [](Policy& p) { p.thresholds.injection_strong = 1; },
      [](Policy& p) { p.thresholds.anomaly_weight = 1; },
      [](Policy& p) { p.thresholds.injection_weight = 1; },
      [](Policy& p) { p.thresholds.influence_weight = 1; },
      [](Policy& p) { p.conflict_cosine = 1; },
      [](Policy& p) { p.signals[0] = SignalUse::kOff; },
      [](Policy& p) { p.signals[5] = SignalUse::kRequired; },
      [](Policy& p) { p.decisive.p = false; },
      [](Policy& p) { p.decisive.injection_strong = false; },
      [](Policy& p) { p.decisive.injection_finding = false; },
      [](Policy& p) { p.decisive.conflict_retrieved = false; },
      [](Policy& p) { p.decisive.conflict_supported = false; },
      [](Policy& p) { p.window_days = 1; },
      [](Policy& p) { p.allow = {{"r", "t", "", "n", ""}}; },
      [](Policy& p) { p.allow = {{"r", "", "t", "n", ""}}; },
      [](Policy& p) { p.allow = {{"r", "t", "", "n", "2027-01-01"}}; },
      [](Policy& p) { p.allow = {{"r", "t", "", "n\nallow x", ""}}; },
  };
  std::set<std::string> texts = {canonical_text({})};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Policy policy;
    changes[i](policy);
    EXPECT_TRUE(texts.insert(canonical_text(policy)).second) << i;
  }
}

TEST(Policy, OrderOfAllowEntriesDoesNotMatter) {
  Policy one;
  one.allow = {{"a", "x", "", "n", ""}, {"b", "y", "", "n", ""}};
  Policy other;
  other.allow = {one.allow[1], one.allow[0]};
  EXPECT_EQ(canonical_text(one), canonical_text(other));
}

TEST(Policy, SignalUseIsByName) {
  Policy policy;
  policy.signals[3] = SignalUse::kRequired;
  EXPECT_EQ(signal_use(policy, "answer_change"), SignalUse::kRequired);
  EXPECT_EQ(signal_use(policy, "anomaly"), SignalUse::kOn);
  EXPECT_EQ(signal_use(policy, "answers"), SignalUse::kOff);
}

}  // namespace
}  // namespace ragsieve
