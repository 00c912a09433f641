// The screening's SARIF log, by member.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/json/reader.h"
#include "ragsieve/report/sample_reports.h"
#include "ragsieve/report/screen_writer.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::string log_of(const ScreenReport& report, bool show_text = false) {
  ReportOptions options;
  options.format = ReportFormat::kSarif;
  options.show_text = show_text;
  return sample::print(write_screen, report, options);
}

json::Value run_of(const std::string& text) {
  json::Reader reader;
  auto value = reader.parse(text);
  EXPECT_TRUE(value.ok()) << text;
  return value.ok() ? value.value().find("runs")->array()->front() : json::Value();
}

std::string member(const json::Value& value, std::string_view name) {
  const json::Value* found = value.find(name);
  return found == nullptr ? "absent" : json::dump(*found);
}

std::vector<std::string> members(const json::Value& run, std::string_view name) {
  std::vector<std::string> values;
  for (const json::Value& result : *run.find("results")->array()) {
    values.push_back(*result.find(name)->string());
  }
  return values;
}

ScreenReport report_of(std::vector<ScreenRecord> documents) {
  ScreenReport report = sample::screen();
  report.documents = std::move(documents);
  return report;
}

TEST(ScreenSarif, AResultForTheVerdictAndForEachFinding) {
  const json::Value run = run_of(log_of(sample::screen()));
  EXPECT_THAT(members(run, "ruleId"),
              ElementsAre("gate.reject", "injection.en.ignore_previous", "fact_conflict",
                          "answer_change", "corpus_evidence", "influence"));
  EXPECT_THAT(members(run, "level"), testing::Each("error"));
  EXPECT_EQ(member(run, "invocations"),
            R"([{"executionSuccessful":true,"exitCode":1,"toolExecutionNotifications":[]}])");
}

TEST(ScreenSarif, EveryRuleIdIsDescribedWhereItsIndexSays) {
  const json::Value run = run_of(log_of(sample::screen()));
  const json::Array& rules = *run.find("tool")->find("driver")->find("rules")->array();
  for (const json::Value& result : *run.find("results")->array()) {
    const auto index = static_cast<std::size_t>(result.find("ruleIndex")->number());
    EXPECT_EQ(*rules.at(index).find("id")->string(), *result.find("ruleId")->string());
  }
}

TEST(ScreenSarif, VerdictSaysWhyAndPointsAtTheSpans) {
  const json::Value run = run_of(log_of(sample::screen()));
  const json::Value& result = run.find("results")->array()->front();
  EXPECT_EQ(member(result, "message"),
            R"({"text":"REJECT (0.9997): contradicts policy-7 in a number; moves 1 of 2 probe )"
            R"(answers, most (0.81) of p3"})");
  EXPECT_EQ(result.find("relatedLocations")->array()->size(), 2U);
  EXPECT_EQ(member(result, "partialFingerprints"), R"({"ragsieve/v1":"b/gate.reject"})");
  EXPECT_EQ(member(result, "properties"),
            R"({"verdict":"REJECT","score":0.9997,"p":3e-04,"alpha":0.01,"mode":"block",)"
            R"("profile":"default","decisive":["conflict.retrieved","p.reject"],)"
            R"("report":"sha256:0123"})");
}

TEST(ScreenSarif, FindingLiesInItsFile) {
  const json::Value run = run_of(log_of(sample::screen()));
  EXPECT_EQ(member(run.find("results")->array()->at(1), "locations"),
            R"([{"physicalLocation":{"artifactLocation":{"uri":"in/b.md","index":0},"region":)"
            R"({"byteOffset":70,"byteLength":28,"startLine":4,"startColumn":1,"endLine":4,)"
            R"("endColumn":27}},"logicalLocations":[{"name":"text",)"
            R"("fullyQualifiedName":"b/text","kind":"property"}],"message":{"text":)"
            R"("injection.en.ignore_previous"},"properties":{"rule":)"
            R"("injection.en.ignore_previous","weight":0.9}}])");
  EXPECT_EQ(member(run, "artifacts"), R"([{"location":{"uri":"in/b.md"}}])");
}

TEST(ScreenSarif, RecordOfAFileIsNestedInIt) {
  ScreenRecord record = sample::rejected("b");
  record.path = "in/docs.jsonl";
  record.raw_form = "record";
  EXPECT_EQ(member(run_of(log_of(report_of({record}))), "artifacts"),
            R"([{"location":{"uri":"in/docs.jsonl"}},)"
            R"({"location":{"uri":"/b/text"},"parentIndex":0}])");
}

TEST(ScreenSarif, LevelFollowsTheVerdictAndTheMode) {
  ScreenRecord record = sample::rejected("b");
  record.verdict = Verdict::kQuarantine;
  const json::Value run = run_of(log_of(report_of({record})));
  EXPECT_EQ(members(run, "ruleId").front(), "gate.quarantine");
  EXPECT_THAT(members(run, "level"), testing::Each("warning"));
  record.verdict = Verdict::kReject;
  record.mode = "observe";
  EXPECT_THAT(members(run_of(log_of(report_of({record}))), "level"), testing::Each("note"));
}

TEST(ScreenSarif, WhatDoesNotCountIsANote) {
  ScreenRecord record = sample::rejected("b");
  record.fact_conflict.conflicts[0].superseded = true;
  record.injection.findings[0].quoted = true;
  record.influence.probes[0].supported = false;
  EXPECT_THAT(members(run_of(log_of(report_of({record}))), "level"),
              ElementsAre("error", "note", "note", "note", "error", "error", "error"));
}

TEST(ScreenSarif, IncompleteMakesTheRunUnsuccessful) {
  ScreenReport report = report_of({sample::incomplete("c")});
  report.summary.unscored = {"c"};
  const json::Value run = run_of(log_of(report));
  EXPECT_THAT(members(run, "ruleId"), ElementsAre("incomplete"));
  EXPECT_EQ(member(run, "invocations"),
            R"([{"executionSuccessful":false,"exitCode":3,"toolExecutionNotifications":[)"
            R"({"level":"error","message":{"text":"c: answer_change failed: the generator )"
            R"(stopped"},"descriptor":{"id":"incomplete"},"locations":[{"physicalLocation":)"
            R"({"artifactLocation":{"uri":"in/c.md","index":0}},"logicalLocations":[{"name":"c",)"
            R"("fullyQualifiedName":"c","kind":"object"}]}]}]}])");
}

TEST(ScreenSarif, IncompleteWithoutACauseIsNotifiedToo) {
  ScreenRecord record = sample::admitted("c");
  record.verdict = Verdict::kIncomplete;
  EXPECT_THAT(member(run_of(log_of(report_of({record}))), "invocations"),
              HasSubstr("\"text\":\"c: the verdict is INCOMPLETE\""));
}

TEST(ScreenSarif, RejectionWithAFailedSignalIsUnsuccessfulToo) {
  ScreenRecord record = sample::rejected("b");
  record.answer_change.status = SignalStatus::kFailed;
  const json::Value run = run_of(log_of(report_of({record})));
  EXPECT_THAT(members(run, "ruleId"), testing::Contains("gate.reject"));
  EXPECT_THAT(members(run, "ruleId"), testing::Contains("incomplete"));
  EXPECT_THAT(member(run, "invocations"),
              HasSubstr("\"executionSuccessful\":false,\"exitCode\":3"));
}

TEST(ScreenSarif, FilesThatCouldNotBeReadAreNotified) {
  ScreenReport report = report_of({sample::admitted("a")});
  report.errors = {make_error(Code::kTooLarge, "too long", Where{"in/big.md", 0, ""})};
  const json::Value run = run_of(log_of(report));
  EXPECT_EQ(member(run, "results"), "[]");
  EXPECT_THAT(member(run, "invocations"), HasSubstr("\"uri\":\"in/big.md\""));
  EXPECT_THAT(member(run, "invocations"), HasSubstr("\"exitCode\":3"));
}

TEST(ScreenSarif, CleanRunHasNoResult) {
  const json::Value run = run_of(log_of(report_of({sample::admitted("a")})));
  EXPECT_EQ(member(run, "results"), "[]");
  EXPECT_EQ(member(run, "invocations"),
            R"([{"executionSuccessful":true,"exitCode":0,"toolExecutionNotifications":[]}])");
}

TEST(ScreenSarif, TextOnlyWhereItIsAllowed) {
  EXPECT_THAT(log_of(sample::screen()), Not(HasSubstr("a minute")));
  const std::string log = log_of(sample::screen(), true);
  EXPECT_THAT(log, HasSubstr("Trusted: The limit is 600 a minute."));
  EXPECT_THAT(log, HasSubstr("Before: 600 a minute After: 25 a minute"));
  EXPECT_THAT(log, HasSubstr("\"snippet\""));
}

TEST(ScreenSarif, HostileTextMakesNoLinksAndNoControlCharacters) {
  ScreenRecord record = sample::rejected("b");
  record.reasons = {"[go](http://x)\x1B\u202E"};
  record.fact_conflict.conflicts[0].differs = {"number: {0}"};
  const std::string log = log_of(report_of({record}));
  EXPECT_THAT(log, HasSubstr("\\\\[go\\\\](http://x)<U+001B><U+202E>"));
  EXPECT_THAT(log, HasSubstr("number: {{0}}"));
}

}  // namespace
}  // namespace ragsieve
