// SARIF logs: byte for byte where it is short, by member where it is long.
#include "ragsieve/report/sarif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/json/reader.h"
#include "ragsieve/report/sample_reports.h"
#include "ragsieve/report/sarif_location.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

json::Value parsed(const std::string& text) {
  json::Reader reader;
  auto value = reader.parse(text);
  EXPECT_TRUE(value.ok()) << text;
  return value.ok() ? std::move(value).value() : json::Value();
}

// The run of a log, or one member of it as compact JSON.
json::Value run_of(const std::string& text) { return parsed(text).find("runs")->array()->front(); }

std::string member(const json::Value& run, std::string_view name) {
  const json::Value* value = run.find(name);
  return value == nullptr ? "absent" : json::dump(*value);
}

ReportOptions sarif() {
  ReportOptions options;
  options.format = ReportFormat::kSarif;
  options.input_path = "data/my corpus.jsonl";
  return options;
}

std::string audit_log(const AuditReport& report, const ReportOptions& options) {
  return sample::print(write_audit_sarif, report, options);
}

TEST(Sarif, LogNamesVersionToolAndRules) {
  const std::string log = audit_log(sample::audit(), sarif());
  EXPECT_THAT(log, testing::StartsWith("{\"$schema\":\"https://json.schemastore.org/"
                                       "sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":["));
  const json::Value run = run_of(log);
  const json::Value* driver = run.find("tool")->find("driver");
  EXPECT_EQ(*driver->find("name")->string(), "ragsieve");
  EXPECT_EQ(*driver->find("version")->string(), "0.1.0");
  EXPECT_EQ(driver->find("rules")->array()->size(), 20U);
}

TEST(Sarif, FlaggedDocumentIsAResult) {
  EXPECT_EQ(
      member(run_of(audit_log(sample::audit(), sarif())), "results"),
      R"([{"ruleId":"rsg.script_integrity","ruleIndex":1,"level":"warning","message":{"text":)"
      R"("Letters of two scripts meet inside a word."},"locations":[{"physicalLocation":)"
      R"({"artifactLocation":{"uri":"data/my%20corpus.jsonl","index":0}},"logicalLocations":)"
      R"([{"name":"d1","fullyQualifiedName":"d1","kind":"object"}]}],"relatedLocations":[)"
      R"({"physicalLocation":{"artifactLocation":{"uri":"/d1/text","index":1},"region":)"
      R"({"byteOffset":3,"byteLength":3,"startLine":1,"startColumn":4,"endLine":1,)"
      R"("endColumn":6}},"logicalLocations":[{"name":"text","fullyQualifiedName":"d1/text",)"
      R"("kind":"property"}],"message":{"text":"rsg.mixed_script"},"properties":)"
      R"({"rule":"rsg.mixed_script","weight":1.0}}],"partialFingerprints":)"
      R"({"ragsieve/v1":"d1"},"properties":{"score":1.0,"rank":1,"profile":"paper","rsg":)"
      R"({"density":0.25,"integrity":true,"p":0.333333333,"kth_similarity":0.5,"neighbours":)"
      R"([{"id":"d2","cosine":0.9,"jaccard":0.125,"eligible":true}]}}}])");
}

TEST(Sarif, DocumentOfTheDefaultProfileIsAResultOfItsStrongestTerm) {
  const json::Value run = run_of(audit_log(sample::default_audit(), sarif()));
  const json::Value& result = run.find("results")->array()->front();
  EXPECT_EQ(*result.find("ruleId")->string(), "audit.fluency");
  EXPECT_THAT(member(result, "properties"),
              testing::StartsWith(R"({"score":0.9988,"rank":1,"profile":"default","p":0.0012,)"
                                  R"("rsg":{"density":0.25,)"));
  EXPECT_EQ(member(*result.find("properties"), "fluency"),
            R"({"value":13.25,"p":3e-04,"words":40})");
  EXPECT_THAT(member(result, "relatedLocations"), HasSubstr(R"("rule":"audit.fluency")"));
}

TEST(Sarif, FieldsAreArtifactsNestedInTheCorpus) {
  EXPECT_EQ(member(run_of(audit_log(sample::audit(), sarif())), "artifacts"),
            R"([{"location":{"uri":"data/my%20corpus.jsonl"}},)"
            R"({"location":{"uri":"/d1/text"},"parentIndex":0}])");
}

TEST(Sarif, ArtifactsAreListedOnce) {
  AuditReport report = sample::audit();
  report.documents = {sample::flagged_document("d1"), sample::flagged_document("d1")};
  EXPECT_EQ(run_of(audit_log(report, sarif())).find("artifacts")->array()->size(), 2U);
}

TEST(Sarif, FileOfAFolderIsItsOwnArtifact) {
  ReportOptions options = sarif();
  options.input_path = "/srv/docs";
  options.input_is_folder = true;
  AuditReport report = sample::audit();
  report.documents[0].id = "a/b c.md";
  const json::Value run = run_of(audit_log(report, options));
  EXPECT_EQ(member(run, "artifacts"), R"([{"location":{"uri":"file:///srv/docs"}},)"
                                      R"({"location":{"uri":"file:///srv/docs/a/b%20c.md"}}])");
}

TEST(Sarif, UnscoredRecordsMakeTheRunUnsuccessful) {
  AuditReport report = sample::audit();
  report.summary.unscored.push_back("d9");
  EXPECT_EQ(member(run_of(audit_log(report, sarif())), "invocations"),
            R"([{"executionSuccessful":false,"exitCode":3,"toolExecutionNotifications":[)"
            R"({"level":"error","message":{"text":"is a number, expected a string"},)"
            R"("descriptor":{"id":"invalid_input"},"locations":[{"physicalLocation":)"
            R"({"artifactLocation":{"uri":"corpus.jsonl"},"region":{"startLine":7}},)"
            R"("logicalLocations":[{"name":"text","fullyQualifiedName":"text",)"
            R"("kind":"property"}]}]},{"level":"error","message":{"text":"not scored: d9"},)"
            R"("descriptor":{"id":"unscored"}}]}])");
}

TEST(Sarif, ExitCodeTellsFindingsFromClean) {
  AuditReport report = sample::audit();
  report.errors.clear();
  report.summary.unscored.clear();
  EXPECT_THAT(audit_log(report, sarif()), HasSubstr("\"executionSuccessful\":true,\"exitCode\":1"));
  report.documents = {sample::clean_document("d2")};
  const std::string log = audit_log(report, sarif());
  EXPECT_THAT(log, HasSubstr("\"executionSuccessful\":true,\"exitCode\":0"));
  EXPECT_EQ(member(run_of(log), "results"), "[]");
}

TEST(Sarif, FilterResultCarriesItsStrongestTerm) {
  const std::string log = sample::print(write_filter_sarif, sample::filter(), sarif());
  const json::Value run = run_of(log);
  const json::Value& result = run.find("results")->array()->front();
  EXPECT_EQ(*result.find("ruleId")->string(), "rsq.anchor");
  EXPECT_EQ(member(result, "partialFingerprints"), R"({"ragsieve/v1":"q1/d1"})");
  EXPECT_EQ(member(*result.find("properties"), "terms"),
            R"({"anchor":1.0,"integrity":0.2,"surprisal":0.0,"alignment":0.0})");
}

TEST(Sarif, SnippetOnlyWhereTextIsAllowed) {
  ReportOptions options = sarif();
  EXPECT_THAT(audit_log(sample::audit(), options), Not(HasSubstr("snippet")));
  options.show_text = true;
  EXPECT_THAT(audit_log(sample::audit(), options), HasSubstr("\"snippet\":{\"text\":\"p\u0430\"}"));
}

TEST(Sarif, MessagesHoldNoLinksAndNoPlaceholders) {
  EXPECT_EQ(sarif_text("[go](http://x) {0} \\ \u202E"), "\\[go\\](http://x) {{0}} \\\\ <U+202E>");
  AuditReport report = sample::audit();
  report.documents[0].reasons = {"See [here](file:///etc)."};
  EXPECT_THAT(audit_log(report, sarif()), HasSubstr("See \\\\[here\\\\](file:///etc)."));
}

TEST(Sarif, PathsBecomeUris) {
  EXPECT_EQ(uri_of_path("a/b.jsonl"), "a/b.jsonl");
  EXPECT_EQ(uri_of_path("/a b"), "file:///a%20b");
  EXPECT_EQ(uri_of_path("c:d?#%"), "c%3Ad%3F%23%25");
  EXPECT_EQ(uri_of_path("\xC3\xA4\xFF"), "%C3%A4%FF");
}

TEST(Sarif, StandardInputHasAName) {
  ReportOptions options = sarif();
  options.input_path = "-";
  EXPECT_THAT(member(run_of(audit_log(sample::audit(), options)), "artifacts"),
              HasSubstr(R"({"uri":"stdin"})"));
}

}  // namespace
}  // namespace ragsieve
