#include "ragsieve/report/probe_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/report/sample_reports.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ReportOptions options(ReportFormat format, std::size_t top = 20) {
  ReportOptions made;
  made.format = format;
  made.list_limit = top;
  return made;
}

ProbesReport probes() {
  ProbesReport report;
  report.probes = {{"log-1", "How long is\x1B[2J it?", "five years", 12, "log"},
                   {"log-2", "Who?", "", 0.5, "log"}};
  report.errors = {make_error(Code::kInvalidInput, "is missing", Where{"q.log", 3, "text"})};
  report.summary = sample::summary("probes synth");
  return report;
}

ProbeLintReport lint() {
  ProbeLintReport report;
  report.findings = {{"unreadable", "", "", 4, "id: is missing"},
                     {"duplicate", "b", "a", 0, "asks the same as a"}};
  report.errors = {make_error(Code::kUnavailable, "near-duplicates were not looked for")};
  report.summary = sample::summary("probes lint");
  report.summary.counts = {{"probes", 2}};
  return report;
}

CoverageReport coverage() {
  CoverageReport report;
  report.documents = {{"a#1", "Leave", 2, 1}, {"b#1", "Fees", 0, 0}};
  report.topics = {{"Fees", 1, 0}, {"Leave", 1, 1}};
  report.summary = sample::summary("probes coverage");
  report.summary.counts = {{"probes", 2}, {"reached", 1}, {"uncovered_topics", 1}};
  return report;
}

TEST(ProbeWriter, TextOfSynthIsAProbeFile) {
  EXPECT_EQ(sample::print(write_probes, probes(), options(ReportFormat::kText)),
            "How long is<U+001B>[2J it?\nWho?\n");
}

TEST(ProbeWriter, RecordsOfSynth) {
  const std::string out = sample::print(write_probes, probes(), options(ReportFormat::kJsonl));
  EXPECT_THAT(out, HasSubstr("{\"type\":\"probe\",\"id\":\"log-1\",\"question\":\"How long "
                             "is\\u001b[2J it?\",\"expected_fact\":\"five years\","
                             "\"weight\":12"));
  EXPECT_THAT(out, HasSubstr("\n{\"type\":\"probe\",\"id\":\"log-2\",\"question\":\"Who?\","
                             "\"weight\":0.5,\"origin\":\"log\"}\n{\"type\":\"error\""));
  EXPECT_THAT(out, HasSubstr("\n{\"type\":\"summary\""));
  const std::string json = sample::print(write_probes, probes(), options(ReportFormat::kJson));
  EXPECT_EQ(json.substr(0, 13), "{\"records\":[\n");
  EXPECT_THAT(json, HasSubstr("\n],\n\"summary\":{"));
  ProbesReport none;
  EXPECT_THAT(sample::print(write_probes, none, options(ReportFormat::kJson)),
              HasSubstr("{\"records\":[],\n\"summary\":{"));
}

TEST(ProbeWriter, AFileHoldsNothingButProbes) {
  EXPECT_EQ(probe_file_bytes(probes().probes).substr(0, 12), "{\"id\":\"log-1");
  EXPECT_THAT(probe_file_bytes(probes().probes),
              HasSubstr("\n{\"id\":\"log-2\",\"question\":\"Who?\",\"weight\":0.5}\n"));
}

TEST(ProbeWriter, ListIsATable) {
  const std::string out = sample::print(write_probe_list, probes(), options(ReportFormat::kText));
  EXPECT_THAT(out, HasSubstr("2 probes\n"));
  EXPECT_THAT(out, HasSubstr("  log-1        12  How long is<U+001B>[2J it?\n"));
  EXPECT_THAT(out, HasSubstr("expects: five years"));
  EXPECT_THAT(out, HasSubstr("q.log:3: text: is missing"));
  EXPECT_THAT(sample::print(write_probe_list, probes(), options(ReportFormat::kText, 1)),
              HasSubstr("... and 1 more"));
}

TEST(ProbeWriter, FindingsOfLint) {
  const std::string out = sample::print(write_probe_lint, lint(), options(ReportFormat::kText));
  EXPECT_THAT(out, HasSubstr("2 probes checked, 2 findings\n"));
  EXPECT_THAT(out, HasSubstr("  unreadable       line 4: id: is missing\n"));
  EXPECT_THAT(out, HasSubstr("  duplicate        b: asks the same as a\n"));
  EXPECT_THAT(out, HasSubstr("near-duplicates were not looked for"));
  EXPECT_THAT(sample::print(write_probe_lint, lint(), options(ReportFormat::kJsonl)),
              HasSubstr("{\"type\":\"finding\",\"kind\":\"duplicate\",\"id\":\"b\",\"other\":\"a\","
                        "\"line\":0,\"message\":\"asks the same as a\"}"));
}

TEST(ProbeWriter, TopicsOutOfReach) {
  const std::string out = sample::print(write_coverage, coverage(), options(ReportFormat::kText));
  EXPECT_THAT(out, HasSubstr("2 probes reach 1 of 2 documents; 1 of 2 topics not at all\n"));
  EXPECT_THAT(out, HasSubstr("       1       1  Fees\n"));
  EXPECT_THAT(out, Not(HasSubstr("  Leave\n")));
  EXPECT_THAT(out, HasSubstr("ragsieve probes synth --corpus CORPUS"));
  const std::string records =
      sample::print(write_coverage, coverage(), options(ReportFormat::kJsonl));
  EXPECT_THAT(records, HasSubstr("{\"type\":\"coverage\",\"id\":\"b#1\",\"topic\":\"Fees\","
                                 "\"probes\":0,\"best_rank\":0}"));
  EXPECT_THAT(records, HasSubstr("{\"type\":\"topic\",\"topic\":\"Fees\",\"documents\":1,"
                                 "\"reached\":0}"));
}

TEST(ProbeWriter, SarifIsRefused) {
  EXPECT_EQ(sample::print(write_probes, probes(), options(ReportFormat::kSarif)),
            "error: format is sarif, expected text, json or jsonl");
}

}  // namespace
}  // namespace ragsieve
