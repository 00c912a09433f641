#include "ragsieve/gate/verdict_input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void ran(Signal& signal, Millionths score) {
  signal.status = SignalStatus::kRan;
  signal.score = score;
}

// Everything ran and found nothing.
ScreenRecord clean_record() {
  ScreenRecord record;
  ran(record.anomaly.signal, 200000);
  ran(record.injection.signal, 0);
  ran(record.influence.signal, 0);
  ran(record.answer_change, 0);
  ran(record.fact_conflict.signal, 0);
  ran(record.corpus_evidence.signal, 0);
  record.p = 400000;
  return record;
}

void add_finding(ScreenRecord& record, double weight, const std::string& text) {
  InjectionFinding finding;
  finding.rule = "r";
  finding.weight = weight;
  finding.span.text = text;
  finding.span.line = 3;
  finding.span.column = 5;
  record.injection.findings.push_back(finding);
  record.injection.signal.score = to_millionths(weight);
}

void add_conflict(ScreenRecord& record, bool retrieved) {
  ConflictRecord conflict;
  conflict.sentence = "The fee is 9.";
  conflict.cosine = 0.9;
  conflict.retrieved = retrieved;
  record.fact_conflict.conflicts.push_back(conflict);
}

Verdict verdict(const ScreenRecord& record, const Policy& policy = {}) {
  return decide(verdict_input(record, policy, {})).verdict;
}

Policy using_signal(std::size_t i, SignalUse use) {
  Policy policy;
  policy.signals[i] = use;
  return policy;
}

TEST(VerdictInput, CleanRecordIsAdmitted) {
  const VerdictInput input = verdict_input(clean_record(), {}, {});
  EXPECT_EQ(input.signals.size(), 5U);
  for (const Signal& signal : input.signals) EXPECT_NE(signal.name, "influence");
  EXPECT_EQ(input.p, 400000);
  EXPECT_EQ(decide(input).verdict, Verdict::kAdmit);
}

TEST(VerdictInput, ConflictsAreCounted) {
  ScreenRecord record = clean_record();
  add_conflict(record, false);
  EXPECT_EQ(verdict(record), Verdict::kQuarantine);
  add_conflict(record, true);
  const VerdictInput input = verdict_input(record, {}, {});
  EXPECT_EQ(input.conflicts, 2U);
  EXPECT_EQ(input.retrieved_conflicts, 1U);
  EXPECT_EQ(decide(input).verdict, Verdict::kReject);
}

TEST(VerdictInput, SupersededConflictsAreNotCounted) {
  ScreenRecord record = clean_record();
  add_conflict(record, true);
  record.fact_conflict.conflicts[0].superseded = true;
  EXPECT_EQ(verdict(record), Verdict::kAdmit);
}

TEST(VerdictInput, ConflictsFoundBeforeACutStillCount) {
  ScreenRecord record = clean_record();
  add_conflict(record, true);
  record.fact_conflict.signal.status = SignalStatus::kCutOff;
  EXPECT_EQ(verdict(record), Verdict::kReject);
  record.fact_conflict.conflicts.clear();
  EXPECT_EQ(verdict(record), Verdict::kIncomplete);
}

TEST(VerdictInput, DecisiveRulesThatAreOffDoNotDecide) {
  ScreenRecord record = clean_record();
  add_conflict(record, true);
  Policy policy;
  policy.decisive.conflict_retrieved = false;
  EXPECT_EQ(verdict(record, policy), Verdict::kQuarantine);
  policy.decisive.conflict_supported = false;
  EXPECT_EQ(verdict(record, policy), Verdict::kAdmit);

  ScreenRecord injected = clean_record();
  add_finding(injected, 1, "x");
  EXPECT_EQ(verdict(injected), Verdict::kReject);
  policy = {};
  policy.decisive.injection_strong = false;
  EXPECT_EQ(verdict(injected, policy), Verdict::kQuarantine);
  policy.decisive.injection_finding = false;
  EXPECT_EQ(verdict(injected, policy), Verdict::kAdmit);

  ScreenRecord rare = clean_record();
  rare.p = 500;
  EXPECT_EQ(verdict(rare), Verdict::kReject);
  policy = {};
  policy.decisive.p = false;
  EXPECT_EQ(verdict(rare, policy), Verdict::kAdmit);
}

TEST(VerdictInput, SignalsThatAreOffHaveNoSay) {
  ScreenRecord record = clean_record();
  record.answer_change.status = SignalStatus::kTimedOut;
  EXPECT_EQ(verdict(record), Verdict::kIncomplete);
  EXPECT_EQ(verdict(record, using_signal(3, SignalUse::kOff)), Verdict::kAdmit);
  ScreenRecord conflicting = clean_record();
  add_conflict(conflicting, true);
  EXPECT_EQ(verdict(conflicting, using_signal(4, SignalUse::kOff)), Verdict::kAdmit);
  EXPECT_TRUE(takes_part({}, "answer_change"));
  EXPECT_FALSE(takes_part({}, "influence"));
  EXPECT_FALSE(takes_part(using_signal(3, SignalUse::kOff), "answer_change"));
}

TEST(VerdictInput, ARequiredSignalThatWasSkippedFailed) {
  ScreenRecord record = clean_record();
  record.answer_change.status = SignalStatus::kSkipped;
  record.answer_change.reason = "no probes";
  EXPECT_EQ(verdict(record), Verdict::kAdmit);
  const Policy policy = using_signal(3, SignalUse::kRequired);
  EXPECT_EQ(verdict(record, policy), Verdict::kIncomplete);
  EXPECT_EQ(verdict_input(record, policy, {}).signals[2].reason,
            "required by the policy, but skipped: no probes");
}

TEST(VerdictInput, PaperProfileFusesThreeSignals) {
  ScreenRecord record = clean_record();
  record.influence.signal.score = 900000;
  record.answer_change.status = SignalStatus::kFailed;  // not asked in this profile
  Policy policy;
  policy.profile = GateProfile::kPaper;
  const VerdictInput input = verdict_input(record, policy, {});
  EXPECT_EQ(input.signals.size(), 3U);
  EXPECT_EQ(decide(input).score, 500000);
  EXPECT_EQ(decide(input).verdict, Verdict::kQuarantine);
  policy.signals[0] = SignalUse::kOff;
  EXPECT_EQ(decide(verdict_input(record, policy, {})).score, 450000);
  EXPECT_EQ(verdict_input(record, policy, {}).signals[0].reason, "switched off by the policy");
}

TEST(VerdictInput, SilencedFindingsDoNotCountAndAreNoted) {
  ScreenRecord record = clean_record();
  add_finding(record, 0.95, "ignore previous versions");
  add_conflict(record, true);
  Policy policy;
  policy.mode = PolicyMode::kQuarantine;
  policy.allow = {{"r", "ignore previous versions", "", "release notes", ""},
                  {"fact_conflict", "The fee is 9.", "", "known", ""}};
  give_verdict(record, policy, {});
  EXPECT_EQ(record.verdict, Verdict::kAdmit);
  EXPECT_EQ(record.mode, "quarantine");
  EXPECT_EQ(record.profile, "default");
  EXPECT_EQ(record.score, 600000);
  EXPECT_THAT(record.decisive, IsEmpty());
  EXPECT_THAT(record.notes,
              ElementsAre("allowed by the policy: r at line 3, column 5 (release notes)",
                          HasSubstr("allowed by the policy: fact_conflict at line 0")));
}

TEST(VerdictInput, GiveVerdictFillsTheRecord) {
  ScreenRecord record = clean_record();
  record.p = 900;
  Policy policy;
  policy.thresholds.alpha = 20000;
  give_verdict(record, policy, {});
  EXPECT_EQ(record.verdict, Verdict::kReject);
  EXPECT_EQ(record.score, 999100);
  EXPECT_EQ(record.alpha, 20000);
  EXPECT_THAT(record.decisive, ElementsAre("p.reject"));
  EXPECT_THAT(record.notes, IsEmpty());
}

}  // namespace
}  // namespace ragsieve
