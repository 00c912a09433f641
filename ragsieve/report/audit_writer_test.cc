// The audit's report in text, JSON and JSONL, byte for byte, and with hostile strings in it.
#include "ragsieve/report/audit_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ragsieve/json/reader.h"
#include "ragsieve/report/sample_reports.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string written(const AuditReport& report, const ReportOptions& options) {
  return sample::print(write_audit, report, options);
}

ReportOptions in(ReportFormat format) {
  ReportOptions options;
  options.format = format;
  return options;
}

TEST(AuditWriter, TextSaysWhatAndWhyAndWhatNext) {
  ReportOptions options;
  options.show_text = true;
  options.input_path = "corpus.jsonl";
  EXPECT_EQ(written(sample::audit(), options),
            "ragsieve audit  profile paper  version 0.1.0\n"
            "2 documents scored, 1 flagged, 1 not scored\n"
            "\n"
            "  RANK  SCORE  ID\n"
            "     1  1.000  d1\n"
            "               Letters of two scripts meet inside a word.\n"
            "               text 1:4  rsg.mixed_script  bytes 3-6  \"p\u0430\"\n"
            "\n"
            "Could not be scored (1)\n"
            "  corpus.jsonl:7: text: is a number, expected a string\n"
            "\n"
            "What to do next\n"
            "  - Repair the records that could not be scored and run again: nothing is known of "
            "them, so they are not clean.\n"
            "  - Read the flagged documents, beside their neighbours (--format jsonl names "
            "them): a flag is a reason to look.\n"
            "    The paper profile spends its whole budget of flags, so a clean corpus has some "
            "too.\n"
            "  - Write the ids of those that must go:  ragsieve audit corpus.jsonl --removed "
            "removed.txt\n"
            "  - Answer without them, and check what remains:  ragsieve filter CONTEXTS "
            "--removed removed.txt\n");
}

TEST(AuditWriter, TextOfACleanCorpusNamesTheHighestScore) {
  AuditReport report;
  report.documents = {sample::clean_document("d2")};
  report.summary = sample::summary("audit");
  EXPECT_EQ(written(report, {}),
            "ragsieve audit  profile paper  version 0.1.0\n"
            "1 document scored, 0 flagged, 0 not scored\n"
            "\n"
            "No document was flagged. The highest score is 0.012, of d2.\n");
  report.documents.clear();
  EXPECT_THAT(written(report, {}), HasSubstr("No document was scored."));
}

TEST(AuditWriter, TextHidesDocumentTextUnlessAllowed) {
  EXPECT_THAT(written(sample::audit(), {}), Not(HasSubstr("\u0430")));
  EXPECT_THAT(written(sample::audit(), {}), HasSubstr("bytes 3-6\n"));
}

TEST(AuditWriter, TextListsUpToTheLimitAndSaysWhatIsLeft) {
  AuditReport report = sample::audit();
  report.documents.assign(5, sample::flagged_document("d"));
  ReportOptions options;
  options.list_limit = 2;
  EXPECT_THAT(written(report, options), HasSubstr("... and 3 more flagged"));
  options.list_limit = 0;
  EXPECT_THAT(written(report, options), Not(HasSubstr("more flagged")));
}

TEST(AuditWriter, ColourOnlyWhenAsked) {
  EXPECT_THAT(written(sample::audit(), {}), Not(HasSubstr("\x1B")));
  ReportOptions options;
  options.colour = true;
  EXPECT_THAT(written(sample::audit(), options), HasSubstr("\x1B[1;31m1 flagged\x1B[0m"));
}

TEST(AuditWriter, UnscoredIdsWithoutAnErrorAreListed) {
  AuditReport report = sample::audit();
  report.summary.unscored.push_back("d9");
  const std::string text = written(report, {});
  EXPECT_THAT(text, HasSubstr("2 not scored"));
  EXPECT_THAT(text, HasSubstr("\n  d9\n"));
}

constexpr std::string_view kLines[] = {
    R"({"type":"document","id":"d1","rank":1,"score":1.0,"flagged":true,"profile":"paper",)"
    R"("signals":{"rsg":{"density":0.25,"integrity":true,"p":0.333333333,"kth_similarity":0.5,)"
    R"("neighbours":[{"id":"d2","cosine":0.9,"jaccard":0.125,"eligible":true}]}},)"
    R"("reasons":["Letters of two scripts meet inside a word."],"spans":[{"field":"text",)"
    R"("start":3,"end":6,"line":1,"column":4,"rule":"rsg.mixed_script","weight":1.0}]})",
    R"({"type":"document","id":"d2","rank":2,"score":0.012345679,"flagged":false,)"
    R"("profile":"paper","signals":{"rsg":{"density":0.0,"integrity":false,"p":0.666666667,)"
    R"("kth_similarity":0.5,"neighbours":[{"id":"d1","cosine":0.9,"jaccard":0.0,)"
    R"("eligible":false}]}},"reasons":[],"spans":[]})",
    R"({"type":"error","code":"invalid_input","where":{"path":"corpus.jsonl","line":7,)"
    R"("field":"text"},"message":"is a number, expected a string"})",
    R"({"type":"summary","command":"audit","profile":"paper","counts":{"documents":2,)"
    R"("flagged":1},"thresholds":{"score":0.5},"digests":{"corpus":"sha256:ab"},"seed":0,)"
    R"("version":"0.1.0","unscored":["corpus.jsonl:7"]})"};

TEST(AuditWriter, JsonlIsOneRecordALineWithTheSummaryLast) {
  std::string expected;
  for (const std::string_view line : kLines) expected += std::string(line) + "\n";
  EXPECT_EQ(written(sample::audit(), in(ReportFormat::kJsonl)), expected);
}

TEST(AuditWriter, DefaultProfileCarriesItsTermsAndItsNull) {
  const std::string jsonl = written(sample::default_audit(), in(ReportFormat::kJsonl));
  EXPECT_EQ(
      jsonl,
      R"({"type":"document","id":"d1","rank":1,"score":0.9988,"flagged":true,"profile":"default",)"
      R"("p":0.0012,"strongest":"fluency","signals":{"rsg":{"density":0.25,"integrity":false,)"
      R"("p":0.333333333,"kth_similarity":0.5,"neighbours":[{"id":"d2","cosine":0.97,)"
      R"("jaccard":0.875,"eligible":false}]},"density":{"value":0.25,"p":0.5},)"
      R"("crowd":{"value":0.0,"p":1.0,"copies":1,"near_copies":["d2"]},)"
      R"("fluency":{"value":13.25,"p":3e-04,"words":40},"injection":{"value":0.0,"p":1.0},)"
      R"("scripts":{"value":0.0,"p":1.0}},"reasons":["16 words from byte 4 of the text do not )"
      R"(fit the language of this corpus."],"spans":[{"field":"text","start":4,"end":104,)"
      R"("line":1,"column":5,"rule":"audit.fluency","weight":0.9997}]})"
      "\n"
      R"({"type":"summary","command":"audit","profile":"default","counts":{"documents":2,)"
      R"("flagged":1},"thresholds":{"score":0.99,"alpha":0.01},"digests":{"corpus":"sha256:ab"},)"
      R"("seed":0,"version":"0.1.0","unscored":[],"null_of":"bulk"})"
      "\n");
}

TEST(AuditWriter, TextSaysWhatTheDefaultProfileComparedWith) {
  AuditReport report = sample::default_audit();
  const std::string bulk = written(report, {});
  EXPECT_THAT(bulk, HasSubstr("compared with the bulk of this corpus; at an alarm rate of 1 % a "
                              "clean corpus of this size has about 0 flagged\n"));
  EXPECT_THAT(bulk, HasSubstr("--reference SNAPSHOT"));
  report.summary.null_of = "reference";
  report.summary.digests.emplace_back("reference", "0123456789abcdef");
  report.summary.counts.emplace_back("reference_documents", 650);
  report.summary.thresholds = {{"alpha", 0.0025}};
  const std::string reference = written(report, {});
  EXPECT_THAT(reference, HasSubstr("compared with the reference 0123456789ab (650 documents); at "
                                   "an alarm rate of 0.25 %"));
  EXPECT_THAT(reference, Not(HasSubstr("--reference")));
}

TEST(AuditWriter, JsonIsOneObjectOfTheSameRecords) {
  std::string expected = "{\"records\":[\n";
  expected += std::string(kLines[0]) + ",\n" + std::string(kLines[1]) + ",\n";
  expected += std::string(kLines[2]) + "\n],\n\"summary\":" + std::string(kLines[3]) + "}\n";
  const std::string json = written(sample::audit(), in(ReportFormat::kJson));
  EXPECT_EQ(json, expected);
  json::Reader reader;
  EXPECT_TRUE(reader.parse(json).ok());
}

TEST(AuditWriter, EmptyReportIsValidInEveryFormat) {
  AuditReport report;
  json::Reader reader;
  for (const ReportFormat format :
       {ReportFormat::kJson, ReportFormat::kJsonl, ReportFormat::kSarif}) {
    EXPECT_TRUE(reader.parse(written(report, in(format))).ok());
  }
}

TEST(AuditWriter, SpansCarryTextOnlyWhereAllowed) {
  ReportOptions options = in(ReportFormat::kJsonl);
  EXPECT_THAT(written(sample::audit(), options), Not(HasSubstr("\u0430")));
  options.show_text = true;
  EXPECT_THAT(written(sample::audit(), options), HasSubstr("\"weight\":1.0,\"text\":\"p\u0430\"}"));
}

// Whatever the strings hold, no byte but printable ones, newlines and valid UTF-8 gets out.
TEST(AuditWriter, HostileStringsReachNoTerminal) {
  const std::string hostile = "\x1B]0;owned\x07\x1B[2J\n\u202Eevil\u200B\u009B31m\xFF\x7F\"\\";
  AuditReport report = sample::audit();
  report.documents[0].id = hostile;
  report.documents[0].profile = hostile;
  report.documents[0].reasons = {hostile};
  report.documents[0].rsg.neighbours[0].id = hostile;
  report.documents[0].spans[0].text = hostile;
  report.documents[0].spans[0].field = hostile;
  report.errors[0].where.path = hostile;
  report.errors[0].message = hostile;
  report.summary.unscored = {hostile};
  report.summary.version = hostile;
  json::Reader reader;
  for (const ReportFormat format :
       {ReportFormat::kText, ReportFormat::kJson, ReportFormat::kJsonl, ReportFormat::kSarif}) {
    ReportOptions options = in(format);
    options.show_text = true;
    options.input_path = hostile;
    const std::string out = written(report, options);
    EXPECT_TRUE(std::ranges::all_of(
        out, [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= 0x20; }));
    for (const std::string_view bad : {"\x7F", "\u009B", "\u202E", "\u200B", "\xFF"}) {
      EXPECT_THAT(out, Not(HasSubstr(bad)));
    }
    if (format == ReportFormat::kText) {
      EXPECT_THAT(out, HasSubstr("1.000  <U+001B>]0;owned<U+0007><U+001B>[2J<U+000A>"
                                 "<U+202E>evil<U+200B><U+009B>31m<0xFF><U+007F>\"\\\n"));
      EXPECT_THAT(out, HasSubstr("ragsieve audit CORPUS --removed"));
    } else if (format != ReportFormat::kJsonl) {
      EXPECT_TRUE(reader.parse(out).ok());
    } else {
      const std::string first = out.substr(0, out.find('\n'));
      const auto record = reader.parse(first);
      ASSERT_TRUE(record.ok());
      EXPECT_THAT(*record->find("id")->string(), HasSubstr("\u202Eevil\u200B\u009B31m\uFFFD"));
    }
  }
}

TEST(AuditWriter, ReturnsTheErrorOfTheSink) {
  for (const ReportFormat format :
       {ReportFormat::kText, ReportFormat::kJson, ReportFormat::kJsonl, ReportFormat::kSarif}) {
    const Status status = write_audit(sample::audit(), in(format), [](std::string_view) -> Status {
      return make_error(Code::kNoSpace, "disk full");
    });
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, Code::kNoSpace);
  }
}

TEST(AuditWriter, LongReportsLeaveInPieces) {
  AuditReport report = sample::audit();
  report.documents.assign(5000, sample::clean_document("d"));
  std::size_t n_pieces = 0;
  const Status status =
      write_audit(report, in(ReportFormat::kJsonl), [&](std::string_view bytes) -> Status {
        ++n_pieces;
        EXPECT_LT(bytes.size(), std::size_t{80} << 10);
        return ok_status();
      });
  EXPECT_TRUE(status.ok());
  EXPECT_GT(n_pieces, 10U);
}

TEST(ReportFormat, HasFourNames) {
  EXPECT_EQ(report_format("sarif"), ReportFormat::kSarif);
  EXPECT_EQ(report_format("text"), ReportFormat::kText);
  EXPECT_EQ(report_format("json"), ReportFormat::kJson);
  EXPECT_EQ(report_format("jsonl"), ReportFormat::kJsonl);
  EXPECT_FALSE(report_format("xml").has_value());
}

}  // namespace
}  // namespace ragsieve
