#include "ragsieve/service/screen_desk.h"

#include <gmock/gmock.h>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/evidence/report_file.h"
#include "ragsieve/service/gate_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class ScreenDeskTest : public GateServiceTest {
 protected:
  void SetUp() override {
    GateServiceTest::SetUp();
    const Status opened = gates_->open("notes", {});
    ASSERT_TRUE(opened.ok()) << to_string(opened.error());
  }
  template <typename Work>
  auto state(Work work) {
    return state_->use(work).value();
  }
};

TEST_F(ScreenDeskTest, DocumentVerdictAndSealedReportAreKept) {
  const auto screened = desk_->screen(request("warranty.md", kFlippedNote), "pipeline", {});
  ASSERT_TRUE(screened.ok()) << to_string(screened.error());
  EXPECT_NE(screened->record.verdict, Verdict::kAdmit);

  const auto document =
      state([&](Stores& stores) { return stores.documents.find(screened->document); });
  ASSERT_TRUE(document.has_value());
  EXPECT_EQ(document->source, "warranty.md");
  EXPECT_EQ(document->text, kFlippedNote);
  EXPECT_EQ(document->raw_digest, sha256(kFlippedNote));

  const auto verdict =
      state([&](Stores& stores) { return stores.verdicts.latest(screened->document); });
  ASSERT_TRUE(verdict.has_value());
  EXPECT_EQ(verdict->verdict, screened->record.verdict);
  EXPECT_EQ(report_name(verdict->report), screened->record.report);
  EXPECT_THAT(verdict->signals, Not(HasSubstr("five years from delivery")));
  const auto evidence =
      state([&](Stores& stores) { return stores.verdicts.evidence(verdict->report); });
  EXPECT_THAT(*evidence, HasSubstr("five years from delivery"));

  const auto report = state([&](Stores& stores) { return stores.reports.find(verdict->report); });
  const ReportFile file = parse_report_file(report->envelope).value();
  ASSERT_TRUE(file.envelope.has_value());
  EXPECT_TRUE(
      signature_holds(*file.envelope, file.envelope->signatures[0], reports_->public_key()->key));
  EXPECT_EQ(raw_sha256_of(parse_any_statement(file.payload).value()), to_hex(document->raw_digest));
  EXPECT_EQ(state([](Stores& stores) { return stores.verdicts.count_waiting(); }), 1);
}

TEST_F(ScreenDeskTest, WhatIsKeptWithItFailsWithIt) {
  const auto refuse = [](Stores&, const ScreenedDocument&) -> Status {
    return make_error(Code::kNoSpace, "full");
  };
  EXPECT_EQ(desk_->screen(request("a.md", kPlainNote), "p", {}, refuse).error().code,
            Code::kNoSpace);
  EXPECT_THAT(state([](Stores& stores) { return stores.documents.list({}); }), IsEmpty());
  EXPECT_EQ(state([](Stores& stores) { return stores.reports.head(); }), ReportHead());
}

TEST_F(ScreenDeskTest, AStoppedScreeningKeepsNothing) {
  RunOptions run;
  run.cancel.request();
  EXPECT_EQ(desk_->screen(request("a.md", kPlainNote), "p", run).error().code, Code::kCancelled);
  EXPECT_THAT(state([](Stores& stores) { return stores.documents.list({}); }), IsEmpty());
}

TEST_F(ScreenDeskTest, WrongRequestsAreNamed) {
  const auto code_of = [&](const ScreenRequest& wrong) {
    const auto screened = desk_->screen(wrong, "p", {});
    return screened.ok()
               ? std::string("none")
               : std::string(code_name(screened.error().code)) + " " + screened.error().where.field;
  };
  EXPECT_EQ(code_of(request("", kPlainNote)), "invalid_argument id");
  EXPECT_EQ(code_of(request(std::string(1025, 'a'), kPlainNote)), "invalid_argument id");
  ScreenRequest pdf = request("a.pdf", kPlainNote);
  pdf.media_type = "application/pdf";
  EXPECT_EQ(code_of(pdf), "invalid_argument media_type");
  EXPECT_THAT(code_of(request("a.md", "")), HasSubstr("invalid_input"));
  EXPECT_THAT(code_of(request("a.md", std::string((1U << 20U) + 1, 'a'))), HasSubstr("too_large"));
  ScreenRequest elsewhere = request("a.md", kPlainNote);
  elsewhere.corpus = "elsewhere";
  EXPECT_EQ(code_of(elsewhere), "not_found corpus");
}

TEST_F(ScreenDeskTest, ADocumentIsScreenedAgainUnderItsOwnName) {
  const auto first = desk_->screen(request("a.md", kFlippedNote), "p", {}).value();
  const auto second = desk_->screen_again(first.document, "ann", {});
  ASSERT_TRUE(second.ok()) << to_string(second.error());
  EXPECT_EQ(second->document, first.document);
  EXPECT_NE(second->record.report, first.record.report);
  EXPECT_EQ(
      state([&](Stores& stores) { return stores.verdicts.history(first.document, {}); }).size(),
      2U);
  EXPECT_EQ(desk_->screen_again("nothing", "ann", {}).error().code, Code::kNotFound);
}

TEST_F(ScreenDeskTest, ABatchIsASetAndABadDocumentHidesNoOther) {
  const auto measured =
      desk_->measure("notes", {request("a.md", kPlainNote), request("b.md", "")}, {});
  ASSERT_TRUE(measured.ok()) << to_string(measured.error());
  ASSERT_EQ(measured->size(), 2U);
  EXPECT_TRUE((*measured)[0].ok());
  EXPECT_EQ((*measured)[1].error().code, Code::kInvalidInput);
  EXPECT_THAT(state([](Stores& stores) { return stores.documents.list({}); }), IsEmpty());
}

TEST_F(ScreenDeskTest, ASupersedingDocumentHasTheReviewersReportBehindItsOwn) {
  ScreenRequest change = request("warranty-2.md", kFlippedNote);
  change.supersedes = Supersedes{"warranty", "Ann", "the contract was renewed"};
  const auto screened = desk_->screen(change, "ann", {});
  ASSERT_TRUE(screened.ok()) << to_string(screened.error());
  EXPECT_EQ(state([](Stores& stores) { return stores.reports.head(); }).sequence, 2);
  EXPECT_THAT(state_->problems().value(), IsEmpty());
}

}  // namespace
}  // namespace ragsieve
