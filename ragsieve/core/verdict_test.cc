#include "ragsieve/core/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Signal ran(std::string name, double score) {
  Signal signal;
  signal.name = std::move(name);
  signal.status = SignalStatus::kRan;
  signal.score = to_millionths(score);
  return signal;
}

Signal failed(std::string name, SignalStatus status) {
  Signal signal;
  signal.name = std::move(name);
  signal.status = status;
  return signal;
}

VerdictInput paper(double a, double b, double c) {
  VerdictInput input;
  input.profile = GateProfile::kPaper;
  input.signals = {ran("anomaly", a), ran("injection", b), ran("influence", c)};
  return input;
}

TEST(Millionths, RoundToTheNearest) {
  EXPECT_EQ(to_millionths(0.35), 350'000);
  EXPECT_EQ(to_millionths(0.0000005), 1);
  EXPECT_EQ(to_millionths(std::numeric_limits<double>::quiet_NaN()), 0);
  EXPECT_EQ(to_millionths(1e300), 1'000'000'000'000);
}

TEST(PaperVerdict, FusesTheThreeSignals) {
  const Decision decision = decide(paper(1, 1, 0.3));
  EXPECT_EQ(decision.score, 650'000);
  EXPECT_EQ(decision.verdict, Verdict::kReject);
  EXPECT_EQ(decide(paper(0.4, 1, 0)).verdict, Verdict::kQuarantine);
  EXPECT_EQ(decide(paper(0.399996, 1, 0)).score, 349'999);
  EXPECT_EQ(decide(paper(0.399996, 1, 0)).verdict, Verdict::kAdmit);
}

TEST(PaperVerdict, AMissingSignalIsIncompleteUnlessTheOthersReject) {
  VerdictInput input = paper(0.2, 0.2, 0);
  input.signals.pop_back();
  EXPECT_EQ(decide(input).verdict, Verdict::kIncomplete);
  input = paper(1, 0, 1);
  input.signals[1] = failed("injection", SignalStatus::kTimedOut);
  EXPECT_EQ(decide(input).verdict, Verdict::kReject);
}

TEST(DefaultVerdict, AdmitsWhatNothingSpeaksAgainst) {
  VerdictInput input;
  input.signals = {ran("injection", 0.1), ran("fact_conflict", 0)};
  input.p = to_millionths(0.4);
  const Decision decision = decide(input);
  EXPECT_EQ(decision.verdict, Verdict::kAdmit);
  EXPECT_EQ(decision.score, 600'000);
  EXPECT_THAT(decision.decisive, IsEmpty());
}

TEST(DefaultVerdict, OneDecisiveSignalIsEnough) {
  VerdictInput input;
  input.signals = {ran("injection", 0.5)};
  EXPECT_EQ(decide(input).verdict, Verdict::kQuarantine);
  input.signals = {ran("injection", 0.9)};
  EXPECT_THAT(decide(input).decisive, ElementsAre("injection.strong"));
  EXPECT_EQ(decide(input).verdict, Verdict::kReject);
  input.signals = {ran("fact_conflict", 1)};
  input.conflicts = 1;
  EXPECT_EQ(decide(input).verdict, Verdict::kQuarantine);
  input.retrieved_conflicts = 1;
  EXPECT_EQ(decide(input).verdict, Verdict::kReject);
  EXPECT_THAT(decide(input).decisive, ElementsAre("conflict.retrieved", "conflict.supported"));
}

TEST(DefaultVerdict, AlphaAndATenthOfItAreTheLimits) {
  VerdictInput input;
  input.signals = {ran("anomaly", 0)};
  input.p = 10'001;
  EXPECT_EQ(decide(input).verdict, Verdict::kAdmit);
  input.p = 10'000;
  EXPECT_EQ(decide(input).verdict, Verdict::kQuarantine);
  input.p = 1'001;
  EXPECT_EQ(decide(input).verdict, Verdict::kQuarantine);
  input.p = 1'000;
  EXPECT_EQ(decide(input).verdict, Verdict::kReject);
}

TEST(DefaultVerdict, WhatDidNotFinishIsNeverAdmitted) {
  for (const SignalStatus status :
       {SignalStatus::kFailed, SignalStatus::kTimedOut, SignalStatus::kCutOff}) {
    VerdictInput input;
    input.signals = {ran("injection", 0), failed("answer_change", status)};
    input.p = to_millionths(0.5);
    EXPECT_EQ(decide(input).verdict, Verdict::kIncomplete);
    input.conflicts = 1;
    EXPECT_EQ(decide(input).verdict, Verdict::kIncomplete);
    input.retrieved_conflicts = 1;
    EXPECT_EQ(decide(input).verdict, Verdict::kReject);
  }
}

TEST(DefaultVerdict, SkippedIsNoFaultButNothingAtAllIs) {
  VerdictInput input;
  input.signals = {ran("injection", 0), failed("answer_change", SignalStatus::kSkipped)};
  EXPECT_EQ(decide(input).verdict, Verdict::kAdmit);
  input.signals.erase(input.signals.begin());
  EXPECT_EQ(decide(input).verdict, Verdict::kIncomplete);
  input.signals.clear();
  EXPECT_EQ(decide(input).verdict, Verdict::kIncomplete);
}

TEST(VerdictNames, GoThereAndBack) {
  for (const Verdict verdict :
       {Verdict::kAdmit, Verdict::kQuarantine, Verdict::kReject, Verdict::kIncomplete}) {
    EXPECT_EQ(verdict_from_name(verdict_name(verdict)), verdict);
  }
  EXPECT_FALSE(verdict_from_name("admit").has_value());
}

}  // namespace
}  // namespace ragsieve
