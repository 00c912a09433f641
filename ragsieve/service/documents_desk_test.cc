#include "ragsieve/service/documents_desk.h"

#include <gmock/gmock.h>

#include "ragsieve/service/review_desk.h"
#include "ragsieve/service/screened_testing.h"

namespace ragsieve {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class DocumentsDeskTest : public testing::Test, protected ScreenedState {
 protected:
  DocumentsDesk desk_{*state_};
};

TEST_F(DocumentsDeskTest, ADocumentHasItsTextAndItsHistory) {
  add_screened("held", kQuarantined);
  screen("held", kRejected);
  ReviewDesk review(*state_, log_, clock_);
  ASSERT_TRUE(
      review.decide({"held"}, {DecisionAction::kReject, "kim", "spam", std::nullopt, std::nullopt})
          .ok());
  const auto history = desk_.find("held").value();
  ASSERT_TRUE(history);
  EXPECT_EQ(history->document.text, "text of held");
  EXPECT_EQ(history->record, R"({"type":"verdict","verdict":"REJECT"})");
  ASSERT_THAT(history->verdicts, SizeIs(2));
  EXPECT_EQ(history->verdicts[0].verdict, Verdict::kReject);
  ASSERT_THAT(history->decisions, SizeIs(1));
  for (const std::string& id : {std::string("none"), std::string(), std::string("held\0", 5)}) {
    EXPECT_FALSE(desk_.find(id).value());
  }
}

TEST_F(DocumentsDeskTest, ListsAreNewestFirstAndWithoutTexts) {
  add_document("a");
  add_document("b");
  const auto all = desk_.list(std::nullopt, {}).value();
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[0].id, "b");
  EXPECT_FALSE(all[0].text);
  EXPECT_THAT(desk_.list("a.md", {}).value(), SizeIs(1));
  EXPECT_THAT(desk_.list(std::string("a.md\0", 5), {}).value(), IsEmpty());
  EXPECT_THAT(desk_.list("\xff", {}).value(), IsEmpty());
}

TEST_F(DocumentsDeskTest, VerdictsNameTheirSource) {
  add_screened("good", kAdmitted);
  add_screened("held", kQuarantined);
  EXPECT_THAT(desk_.verdicts(std::nullopt, {}).value(), SizeIs(2));
  const auto admitted = desk_.verdicts(Verdict::kAdmit, {}).value();
  ASSERT_THAT(admitted, SizeIs(1));
  EXPECT_EQ(admitted[0].source, "good.md");
}

TEST_F(DocumentsDeskTest, TheChainIsReadFromItsStart) {
  const Digest first = add_screened("a", kAdmitted);
  const Digest second = add_screened("b", kAdmitted);
  const ChainPage page = desk_.chain(1, 1).value();
  ASSERT_THAT(page.reports, SizeIs(1));
  EXPECT_EQ(page.reports[0].previous, first);
  EXPECT_EQ(page.head, (ReportHead{2, second}));
  EXPECT_EQ(desk_.report(second).value()->sequence, 2);
  EXPECT_FALSE(desk_.report(Digest()).value());
}

}  // namespace
}  // namespace ragsieve
