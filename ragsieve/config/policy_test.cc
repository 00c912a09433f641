// The policy file: every key, what is refused, and that its errors never show an allowed text.
#include "ragsieve/config/policy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/config/policy_keys.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kDigest =
    "ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef0123456789";

Error refused(std::string_view text) {
  const auto policy = parse_policy(text, "policy.toml");
  if (policy.ok()) {
    ADD_FAILURE() << "accepted: " << text;
    return {};
  }
  EXPECT_EQ(policy.error().where.path, "policy.toml");
  return policy.error();
}

std::string allow(const std::string& members) {
  return "[[allow]]\nrule = \"r\"\nnote = \"n\"\ntext = \"t\"\n[[allow]]\n" + members;
}

TEST(PolicyFile, EmptyFileIsTheDefault) {
  const auto policy = parse_policy("", "");
  ASSERT_TRUE(policy.ok());
  EXPECT_EQ(canonical_text(*policy), canonical_text(Policy{}));
}

TEST(PolicyFile, ReadsEveryKey) {
  const auto policy = parse_policy(R"(
mode = "tag"
profile = "paper"
[thresholds]
alpha = 0.02
quarantine_from = 0.3
reject_from = 0.6
injection_finding = 0.4
injection_strong = 1
conflict_cosine = 0.8
[weights]
anomaly = 0
injection = 0.5
influence = 0.5
[signals]
anomaly = "off"
injection = "required"
influence = "on"
answer_change = "off"
fact_conflict = "required"
corpus_evidence = "off"
[decisive]
p = false
injection_strong = false
injection_finding = false
conflict_retrieved = false
conflict_supported = false
[batch]
window_days = 7
[[allow]]
rule = "en.ignore_previous"
text = "Ignore previous versions"
note = "the release notes"
until = 2027-01-31
[[allow]]
rule = "fact_conflict"
text_sha256 = "ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef0123456789"
note = "known"
)",
                                   "");
  ASSERT_TRUE(policy.ok()) << to_string(policy.error());
  Policy expected;
  expected.mode = PolicyMode::kTag;
  expected.profile = GateProfile::kPaper;
  expected.thresholds = {300000, 600000, 0, 500000, 500000, 20000, 400000, kOne};
  expected.conflict_cosine = 800000;
  expected.signals = {SignalUse::kOff, SignalUse::kRequired, SignalUse::kOn,
                      SignalUse::kOff, SignalUse::kRequired, SignalUse::kOff};
  expected.decisive = {false, false, false, false, false};
  expected.window_days = 7;
  expected.allow = {
      {"en.ignore_previous", "Ignore previous versions", "", "the release notes", "2027-01-31"},
      {"fact_conflict", "", "abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789",
       "known", ""}};
  EXPECT_EQ(canonical_text(*policy), canonical_text(expected));
}

TEST(PolicyFile, EveryKeyOfTheTableIsInTheTestAbove) {
  EXPECT_EQ(policy_keys().size(), 23U);  // a new key belongs into ReadsEveryKey
}

TEST(PolicyFile, UnknownKeyNamesTheNearest) {
  const Error error = refused("mode = \"tag\"\n[thresholds]\nalhpa = 0.1\n");
  EXPECT_EQ(error.code, Code::kInvalidConfig);
  EXPECT_EQ(error.where.line, 3U);
  EXPECT_EQ(error.where.field, "thresholds.alhpa");
  EXPECT_EQ(error.message, "unknown key; the nearest known one is thresholds.alpha");
  EXPECT_THAT(refused("mood = 1").message, HasSubstr("nearest known one is mode"));
  EXPECT_THAT(refused("\"\" = 1").message, HasSubstr("unknown key"));
  EXPECT_THAT(refused("[desicive]").message, HasSubstr("unknown key"));
  EXPECT_THAT(refused(allow("rules = \"x\"")).message,
              HasSubstr("nearest known one is allow[2].rule"));
  EXPECT_TRUE(parse_policy("[decisive]\n", "").ok());
}

TEST(PolicyFile, ValuesOutOfRangeAreNamed) {
  const auto message = [](std::string_view text) { return refused(text).message; };
  EXPECT_EQ(message("mode = \"log\""),
            "found \"log\", expected one of \"block\", \"quarantine\", \"tag\", \"observe\"");
  EXPECT_EQ(message("mode = 1"),
            "found 1, expected one of \"block\", \"quarantine\", \"tag\", \"observe\"");
  EXPECT_THAT(message("profile = \"x\""), HasSubstr("one of \"paper\", \"default\""));
  EXPECT_THAT(message("[thresholds]\nalpha = 0.6"), HasSubstr("found 0.6, expected a number from"));
  EXPECT_THAT(message("[thresholds]\nalpha = 0"), HasSubstr("found 0, expected a number from"));
  EXPECT_THAT(message("[thresholds]\nalpha = nan"), HasSubstr("found nan"));
  EXPECT_THAT(message("[thresholds]\nalpha = [1]"), HasSubstr("found an array"));
  EXPECT_THAT(message("[thresholds.alpha]\nx = 1"), HasSubstr("found a table"));
  EXPECT_THAT(message("[decisive]\np = \"off\""), HasSubstr("expected true or false"));
  EXPECT_THAT(message("[signals]\nanomaly = true"),
              HasSubstr("found true, expected one of \"off\""));
  EXPECT_THAT(message("[batch]\nwindow_days = 1.5"), HasSubstr("an integer from 0 to 36500"));
  EXPECT_THAT(message("[batch]\nwindow_days = -1"), HasSubstr("found -1"));
}

TEST(PolicyFile, ValuesMustFitTogether) {
  Error error = refused("[thresholds]\nquarantine_from = 0.7\n");
  EXPECT_EQ(error.where.field, "thresholds.quarantine_from");
  EXPECT_EQ(error.message, "found 0.7, expected at most reject_from (0.65)");
  error = refused("[thresholds]\ninjection_strong = 0.3\n");
  EXPECT_EQ(error.where.field, "thresholds.injection_finding");
  error = refused("[weights]\nanomaly = 0.5\n");
  EXPECT_EQ(error.where.field, "weights");
  EXPECT_EQ(error.message, "found weights that sum to 1.25, expected 1");
  error = refused("profile = \"paper\"\n[signals]\ninfluence = \"off\"\n");
  EXPECT_EQ(error.where.field, "signals.influence");
  EXPECT_EQ(error.message, "found \"off\" and a weight of 0.5, expected a weight of 0");
}

TEST(PolicyFile, AllowEntriesAreChecked) {
  const auto at = [](const std::string& members) {
    const Error error = refused(allow(members));
    EXPECT_EQ(error.code, Code::kInvalidConfig);
    return error.where.field + ": " + error.message;
  };
  EXPECT_THAT(at("rule = \"r\""), HasSubstr("allow[2].note: is not there"));
  EXPECT_THAT(at("note = \"n\"\ntext = \"t\""), HasSubstr("allow[2].rule: is not there"));
  EXPECT_THAT(at("rule = \"r\"\nnote = \"n\""), HasSubstr("allow[2]: found neither text"));
  EXPECT_THAT(at("rule = \"r\"\nnote = \"n\"\ntext = \"t\"\ntext_sha256 = \"" +
                 std::string(kDigest) + "\""),
              HasSubstr("allow[2]: found both text and text_sha256"));
  EXPECT_THAT(at("rule = \"r\"\nnote = \"n\"\ntext_sha256 = \"abc\""),
              HasSubstr("allow[2].text_sha256: found 3 characters, expected 64"));
  for (const char* day : {"2027-02-30", "2027-1-1", "tomorrow", "2027-01-0x", "2027/01/01"}) {
    EXPECT_THAT(
        at("rule = \"r\"\nnote = \"n\"\ntext = \"t\"\nuntil = \"" + std::string(day) + "\""),
        HasSubstr("allow[2].until: found \"" + std::string(day) + "\", expected a day"));
  }
  EXPECT_THAT(at("rule = 3"), HasSubstr("allow[2].rule: expected a text"));
  EXPECT_THAT(refused("allow = 3").message, HasSubstr("found 3, expected [[allow]] tables"));
  EXPECT_THAT(refused("allow = [3]").message, HasSubstr("found 3, expected a table"));
  EXPECT_THAT(refused("[allow]\nrule = \"r\"").message, HasSubstr("expected [[allow]] tables"));
}

TEST(PolicyFile, ErrorsNeverShowAnAllowedText) {
  const std::string text = "rule = \"r\"\nnote = \"n\"\ntext = \"confidential\"\n";
  EXPECT_THAT(to_string(refused(allow(text + "until = \"x\""))), Not(HasSubstr("confidential")));
  EXPECT_THAT(to_string(refused(allow("text = [\"confidential\"]"))), Not(HasSubstr("confid")));
}

TEST(PolicyFile, LimitsAreKept) {
  std::string many = "allow = [";
  for (int i = 0; i < 10001; ++i) many += "{},";
  const Error error = refused(many + "]");
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_EQ(error.message, "has 10001 entries, expected at most 10000");
  EXPECT_EQ(refused(std::string(limits::kConfigBytes + 1, '\n')).code, Code::kTooLarge);
  EXPECT_EQ(refused("mode = ").code, Code::kInvalidConfig);
}

TEST(PolicyFile, LoadsFromAFile) {
  const std::string path = testing::TempDir() + "ragsieve_policy_test.toml";
  ASSERT_TRUE(write_file(path, "mode = \"observe\"\n").ok());
  const auto policy = load_policy(path);
  ASSERT_TRUE(policy.ok());
  EXPECT_EQ(policy->mode, PolicyMode::kObserve);
  std::remove(path.c_str());
  const auto absent = load_policy(path);
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code, Code::kNotFound);
}

}  // namespace
}  // namespace ragsieve
