#include "ragsieve/evidence/report_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/sample_statements.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing_evidence::sample_statement;

Error error_of(std::string_view bytes) {
  const auto report = parse_report_file(bytes);
  return report.ok() ? Error{Code::kInternal, "accepted", {}} : report.error();
}

TEST(ReportFile, SealingKeepsTheDigest) {
  const PrivateKey key = PrivateKey::generate();
  const auto unsealed = report_bytes(sample_statement(), nullptr);
  ASSERT_TRUE(unsealed.ok());
  EXPECT_THAT(*unsealed, StartsWith("{\"sealed\":false,\"statement\":{\"_type\""));
  const auto report = parse_report_file(*unsealed);
  ASSERT_TRUE(report.ok());
  EXPECT_FALSE(report->envelope);
  EXPECT_EQ(report->payload, to_canonical_json(sample_statement()));

  const auto sealed = seal_report_bytes(*report, key);
  ASSERT_TRUE(sealed.ok());
  EXPECT_EQ(*sealed, *report_bytes(sample_statement(), &key));
  const auto again = parse_report_file(*sealed);
  ASSERT_TRUE(again.ok());
  ASSERT_TRUE(again->envelope);
  EXPECT_EQ(again->digest, report->digest);
  EXPECT_EQ(again->digest, sha256(again->envelope->payload));
  EXPECT_TRUE(
      signature_holds(*again->envelope, again->envelope->signatures.front(), key.public_key()));
}

TEST(ReportFile, IsNotSealedTwice) {
  const PrivateKey key = PrivateKey::generate();
  const auto sealed = parse_report_file(*report_bytes(sample_statement(), &key));
  const auto twice = seal_report_bytes(*sealed, key);
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error().code, Code::kInvalidArgument);
  EXPECT_THAT(twice.error().message, HasSubstr("sealed already"));
}

TEST(ReportFile, SealsOnlyWhatAVerifierReads) {
  const PrivateKey key = PrivateKey::generate();
  const auto nothing = parse_report_file(R"({"sealed":false,"statement":{}})");
  ASSERT_TRUE(nothing.ok());
  EXPECT_EQ(seal_report_bytes(*nothing, key).error().code, Code::kInvalidInput);
  Statement lie = sample_statement();
  lie.verdict = Verdict::kReject;
  EXPECT_EQ(report_bytes(lie, &key).error().code, Code::kInternal);
  EXPECT_EQ(report_bytes(lie, nullptr).error().code, Code::kInternal);
}

TEST(ReportFile, RefusesOtherFiles) {
  EXPECT_THAT(error_of("plain text").message, HasSubstr("not JSON"));
  EXPECT_EQ(error_of("{}").where.field, "payloadType");
  EXPECT_THAT(error_of(R"({"sealed":true,"statement":{}})").message, HasSubstr("DSSE envelope"));
  EXPECT_THAT(error_of(R"({"sealed":0,"statement":{}})").message, HasSubstr("expected false"));
  EXPECT_EQ(error_of(R"({"sealed":false})").where.field, "statement");
  EXPECT_EQ(error_of(R"({"sealed":false,"statement":{},"x":1})").where.field, "x");
  EXPECT_THAT(error_of(R"({"sealed":false,"statement":{"a":0.5}})").message,
              HasSubstr("floating-point"));
  EXPECT_EQ(error_of(std::string(limits::kReportBytes + 1, ' ')).code, Code::kTooLarge);
}

TEST(SealedPath, ReplacesTheSuffix) {
  EXPECT_EQ(sealed_path("dir/7-0123.report.json"), "dir/7-0123.dsse.json");
  EXPECT_EQ(sealed_path("report"), "report.dsse.json");
}

}  // namespace
}  // namespace ragsieve
