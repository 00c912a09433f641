#include "ragsieve/gate/reasons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/gate/reason_words.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Signal ran(Millionths score, std::optional<Millionths> p = std::nullopt) {
  Signal signal;
  signal.status = SignalStatus::kRan;
  signal.score = score;
  signal.p = p;
  return signal;
}

Signal ended(SignalStatus status, std::string reason) {
  Signal signal;
  signal.status = status;
  signal.reason = std::move(reason);
  return signal;
}

ScreenRecord paper_record() {
  ScreenRecord record;
  record.profile = "paper";
  record.verdict = Verdict::kReject;
  record.score = 719999;
  record.decisive = {"score.reject"};
  record.anomaly = {ran(830000), 97.6, "doc#3"};
  record.injection.signal = ran(0);
  record.influence.signal = ran(900000);
  record.influence.n_probes = 18;
  for (int i = 0; i < 9; ++i) {
    ProbeRecord probe;
    probe.id = "q" + std::to_string(i);
    probe.question = "What is number " + std::to_string(i) + "?";
    probe.rank = 2;
    probe.shift = i < 7 ? 0.81 - 0.1 * i : 0;
    record.influence.probes.push_back(probe);
  }
  return record;
}

ScreenRecord default_record() {
  ScreenRecord record;
  record.profile = "default";
  record.verdict = Verdict::kAdmit;
  record.score = 600000;
  record.p = 400000;
  record.anomaly = {ran(100000, 700000), 61, "doc#1"};
  record.injection.signal = ran(0, kOne);
  record.influence.n_probes = 5;
  record.influence.signal = ended(SignalStatus::kSkipped, "");
  record.answer_change = ran(0, kOne);
  record.fact_conflict.signal = ran(0, kOne);
  record.corpus_evidence.signal = ran(200000, 300000);
  record.corpus_evidence.terms = {{"density", 0.25, std::nullopt}};
  return record;
}

TEST(Reasons, PaperHeadlineHasItsShape) {
  EXPECT_THAT(
      reasons(paper_record()),
      ElementsAre("REJECT (0.71): shifts 7 of 18 probe answers, most (0.81) \"What is number 0?\"; "
                  "97th percentile of corpus outlierness; no language directed at the model",
                  "decided by: the fused score reaches the threshold of REJECT",
                  "anomaly: 97th percentile of corpus outlierness (doc#3), score 0.83",
                  "injection: no language directed at the model, score 0.00",
                  "influence: retrieved for 9 of 18 probes, shifts 7 of 18 probe answers, most "
                  "(0.81) \"What is number 0?\", score 0.90"));
}

TEST(Reasons, QuestionsCanBeKeptBack) {
  for (const std::string& line : reasons(paper_record(), false)) {
    EXPECT_THAT(line, Not(HasSubstr("What is")));
  }
  EXPECT_THAT(reasons(paper_record(), false)[0], HasSubstr("most (0.81) probe q0;"));
}

TEST(Reasons, CleanDocumentOfTheDefaultProfile) {
  EXPECT_THAT(
      reasons(default_record()),
      ElementsAre("ADMIT (0.60): changes 0 of 5 probe answers; 61st percentile of corpus "
                  "outlierness; no language directed at the model",
                  "p 0.4 at alpha 0.01",
                  "anomaly: 61st percentile of corpus outlierness (doc#1), score 0.10, p 0.7",
                  "injection: no language directed at the model, score 0.00, p 1",
                  "answer change: changes 0 of 5 probe answers, score 0.00, p 1",
                  "fact conflict: contradicts no fact of the corpus, score 0.00, p 1",
                  "corpus evidence: density 0.25, score 0.20, p 0.3"));
}

TEST(Reasons, ConflictsComeFirstAndShowNoText) {
  ScreenRecord record = default_record();
  record.verdict = Verdict::kReject;
  record.decisive = {"conflict.retrieved", "conflict.supported", "rule.of.later"};
  ConflictRecord conflict;
  conflict.sentence = "The fee is 9.";
  conflict.trusted_id = "fees.md";
  conflict.differs = {"number: 9 / 5", "date: 1 May / 2 May", "number: 3 / 4"};
  record.fact_conflict.conflicts = {conflict, conflict, conflict};
  record.fact_conflict.conflicts[2].superseded = true;
  const std::vector<std::string> lines = reasons(record);
  EXPECT_THAT(lines[0], testing::StartsWith("REJECT (0.60): contradicts 2 facts that the corpus "
                                            "supports, first of fees.md (date, number); "));
  EXPECT_THAT(lines[1], HasSubstr("retrieved for a probe about that fact; a contradiction"));
  EXPECT_THAT(lines[1], HasSubstr("; rule.of.later; p 0.4 at alpha 0.01"));
  EXPECT_THAT(lines, testing::Contains(HasSubstr("1 difference to the document it supersedes")));
  for (const std::string& line : lines) EXPECT_THAT(line, Not(HasSubstr("fee is")));
}

TEST(Reasons, ChangedAnswersAndNewsAreTold) {
  ScreenRecord record = default_record();
  ProbeRecord changed;
  changed.question = "How long?";
  changed.changed = changed.supported = true;
  changed.shift = 0.4;
  ProbeRecord news;
  news.changed = true;
  record.influence.probes = {changed, news};
  EXPECT_THAT(reasons(record)[0],
              HasSubstr("changes 1 of 5 probe answers that the corpus supports, most (0.40) \"How "
                        "long?\", answers 1 question that it could not;"));
  record.influence.n_probes = 0;
  EXPECT_THAT(reasons(record)[0], HasSubstr("changes no answer;"));
}

TEST(Reasons, LanguageDirectedAtTheModelIsNamed) {
  ScreenRecord record = default_record();
  InjectionFinding finding;
  finding.rule = "en.ignore_previous";
  finding.weight = 1;
  finding.span.line = 12;
  InjectionFinding quoted_finding;
  quoted_finding.quoted = true;
  record.injection.findings = {quoted_finding, finding, finding};
  EXPECT_THAT(
      reasons(record)[0],
      HasSubstr("speaks to the model in 2 places, most (1.00) en.ignore_previous at line 12"));
  record.injection.findings[1].words = {"forget", "answer"};
  EXPECT_THAT(reasons(record, true)[0], HasSubstr("at line 12 for \"forget\", \"answer\""));
  EXPECT_THAT(reasons(record, false)[0], Not(HasSubstr("forget")));
  record.injection.findings.resize(1);
  EXPECT_THAT(reasons(record)[0], HasSubstr("speaks about attacks, makes none (1 quoted passage)"));
}

TEST(Reasons, WhatCouldNotBeToldIsSaid) {
  ScreenRecord record = default_record();
  record.verdict = Verdict::kIncomplete;
  record.answer_change = ended(SignalStatus::kTimedOut, "no answer within 30 s");
  record.fact_conflict.signal = ended(SignalStatus::kCutOff, "");
  record.corpus_evidence.signal = ended(SignalStatus::kFailed, "");
  record.influence.signal = ended(SignalStatus::kSkipped, "no probes");
  const std::vector<std::string> lines = reasons(record);
  EXPECT_THAT(lines[0],
              testing::EndsWith("; could not tell: answer change timed out, fact conflict "
                                "was cut off, corpus evidence failed"));
  EXPECT_THAT(lines,
              testing::IsSupersetOf(
                  {"answer change: could not tell: timed out (no answer within 30 s)",
                   "fact conflict: could not tell: was cut off",
                   "corpus evidence: could not tell: failed", "influence: not asked: no probes"}));
  EXPECT_THAT(reasons({})[0], "INCOMPLETE (0.00): nothing was looked at");
}

TEST(Reasons, SetsAreNamedByTheirSize) {
  ScreenRecord record = default_record();
  record.corpus_evidence.set = {"a", "b", "c"};
  EXPECT_THAT(reasons(record)[0], HasSubstr("; stands together with 3 other documents"));
  record.anomaly.percentile = 100;
  EXPECT_THAT(reasons(record)[0], HasSubstr("; farther out than every chunk of the corpus;"));
}

TEST(ReasonWords, NumbersAreCutNotRounded) {
  EXPECT_EQ(two_digits(649999), "0.64");
  EXPECT_EQ(two_digits(kOne), "1.00");
  EXPECT_EQ(two_digits(-20000), "-0.02");
  EXPECT_EQ(all_digits(400), "0.0004");
  EXPECT_EQ(all_digits(kOne), "1");
  EXPECT_EQ(all_digits(0), "0");
}

TEST(ReasonWords, OrdinalsAndCounts) {
  EXPECT_EQ(ordinal(0), "0th");
  EXPECT_EQ(ordinal(1), "1st");
  EXPECT_EQ(ordinal(2), "2nd");
  EXPECT_EQ(ordinal(3), "3rd");
  EXPECT_EQ(ordinal(11), "11th");
  EXPECT_EQ(ordinal(13), "13th");
  EXPECT_EQ(ordinal(92), "92nd");
  EXPECT_EQ(counted(1, "fact"), "1 fact");
  EXPECT_EQ(counted(0, "fact"), "0 facts");
}

TEST(ReasonWords, QuotesAreShortAndOnOneLine) {
  EXPECT_EQ(in_quotes("a\nb\x7f"), "\"a b \"");
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes("x\xff"), "\"x?\"");
  std::string greek;
  for (int i = 0; i < 81; ++i) greek += "\u03b1";
  EXPECT_EQ(in_quotes(greek), "\"" + greek.substr(0, 160) + "...\"");
  EXPECT_EQ(in_quotes(greek.substr(0, 160)), "\"" + greek.substr(0, 160) + "\"");
}

}  // namespace
}  // namespace ragsieve
