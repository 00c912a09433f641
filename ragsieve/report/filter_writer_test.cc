// The filter's report in text and JSONL, byte for byte.
#include "ragsieve/report/filter_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/json/reader.h"
#include "ragsieve/report/sample_reports.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string written(const FilterReport& report, const ReportOptions& options) {
  return sample::print(write_filter, report, options);
}

TEST(FilterWriter, TextShowsTermsReasonsAndTheRefilledContext) {
  EXPECT_EQ(written(sample::filter(), {}),
            "ragsieve filter  profile paper  version 0.1.0\n"
            "1 query, 2 candidates scored, 1 flagged, 0 not scored\n"
            "\n"
            "Query q1: Which river?\n"
            "  RANK   SCORE     ANCHOR  INTEGRITY  SURPRISAL  ALIGNMENT  ID\n"
            "     1   1.200      1.000      0.200      0.000      0.000  d1  FLAGGED\n"
            "        Five of five candidates share \"zambezi\", and no other document does.\n"
            "     2   0.200      0.000      0.200      0.000      0.000  d2\n"
            "  removed:  d1\n"
            "  context:  d2  d6\n"
            "\n"
            "What to do next\n"
            "  - Give the generator the refilled contexts: --format jsonl writes them, member "
            "\"context\".\n"
            "  - Read the flagged documents; take what is poison out of the corpus and index it "
            "again.\n"
            "  - Look for the rest of the set:  ragsieve audit CORPUS\n");
}

TEST(FilterWriter, TextOfTheDefaultProfileShowsTheStrongestTerm) {
  const std::string text = written(sample::filter_default(), {});
  EXPECT_THAT(text, HasSubstr("  RANK   SCORE          P          STRONGEST TERM  ID\n"
                              "     1   2.250     0.0001            density 1.50  d1  FLAGGED\n"
                              "        other candidates say the same in other words (+1.50)\n"
                              "     6   0.125        0.4             anchor 0.12  d6\n"
                              "  removed:  d1\n"
                              "  context:  d6\n"
                              "  context holds 1 of 5 documents: retrieve deeper\n"));
}

TEST(FilterWriter, JsonlOfTheDefaultProfileHoldsPartsValuesAndP) {
  ReportOptions options;
  options.format = ReportFormat::kJsonl;
  const std::string text = written(sample::filter_default(), options);
  EXPECT_THAT(text, HasSubstr(R"("score":2.25,"p":1e-04,"flagged":true,)"
                              R"("terms":{"density":1.5,"anchor":0.75})"));
  EXPECT_THAT(text, HasSubstr(R"("values":{"density":0.25,"anchor":9.5})"));
  EXPECT_THAT(text, HasSubstr(R"("p_values":{"density":0.001,"anchor":0.01})"));
  EXPECT_THAT(text, HasSubstr(R"("note":"holds 1 of 5 documents: retrieve deeper")"));
}

TEST(FilterWriter, TextOfManyQueriesListsThoseWithFlags) {
  FilterReport report = sample::filter();
  QueryRecord clean = report.queries[0];
  clean.query_id = "clean";
  clean.documents = {clean.documents[1]};
  clean.removed = {};
  const QueryRecord flagged = report.queries[0];
  report.queries = {clean, clean, flagged, flagged, flagged};
  ReportOptions options;
  options.list_limit = 2;
  const std::string text = written(report, options);
  EXPECT_THAT(text, Not(HasSubstr("Query clean")));
  EXPECT_THAT(text, HasSubstr("Not listed: 3 of 5 queries, 1 of them with flagged documents"));
  options.list_limit = 5;
  EXPECT_THAT(written(report, options), HasSubstr("Query clean"));
}

TEST(FilterWriter, JsonlHoldsTheEvidence) {
  ReportOptions options;
  options.format = ReportFormat::kJsonl;
  FilterReport report = sample::filter();
  report.queries[0].documents.pop_back();
  EXPECT_EQ(
      written(report, options),
      R"({"type":"query","query_id":"q1","query":"Which river?","profile":"paper","documents":[)"
      R"({"id":"d1","rank":1,"score":1.2,"flagged":true,"terms":{"anchor":1.0,"integrity":0.2,)"
      R"("surprisal":0.0,"alignment":0.0},"evidence":{"anchors":[{"token":"zambezi",)"
      R"("candidates":5,"documents":5,"p":6.4499e-05}],"window":{"start_token":4,"tokens":16,)"
      R"("kind":"burst","nats":2.5},"scripts":{"foreign_fraction":0.0,"p":0.5,)"
      R"("counts":{"LATIN":12}},"jump":{"value":0.01,"p":0.5,"window":0,"n_windows":3}},)"
      R"("reasons":["Five of five candidates share \"zambezi\", and no other document does."],)"
      R"("spans":[]}],"context":["d2","d6"],"removed":["d1"]})"
      "\n"
      R"({"type":"summary","command":"filter","profile":"paper","counts":{"documents":2,)"
      R"("flagged":1},"thresholds":{"score":0.5},"digests":{"corpus":"sha256:ab"},"seed":0,)"
      R"("version":"0.1.0","unscored":[]})"
      "\n");
}

TEST(FilterWriter, HostileQueriesAreEscaped) {
  FilterReport report = sample::filter();
  report.queries[0].query = "\x1B[2J\u202E";
  report.queries[0].context = {"a\nb"};
  report.queries[0].removed = {"\x07"};
  const std::string text = written(report, {});
  EXPECT_THAT(text, HasSubstr("Query q1: <U+001B>[2J<U+202E>\n"));
  EXPECT_THAT(text, HasSubstr("context:  a<U+000A>b\n"));
  EXPECT_THAT(text, HasSubstr("removed:  <U+0007>\n"));
}

TEST(FilterWriter, NothingKnownIsNotClean) {
  FilterReport report;
  report.summary = sample::summary("filter");
  report.summary.unscored = {"q7"};
  const std::string text = written(report, {});
  EXPECT_THAT(text, HasSubstr("0 queries, 0 candidates scored, 0 flagged, 1 not scored"));
  EXPECT_THAT(text, HasSubstr("is not clean"));
}

}  // namespace
}  // namespace ragsieve
