#include "ragsieve/store/reports_store.h"

#include <gmock/gmock.h>

#include "ragsieve/store/stores_test_internal.h"

namespace ragsieve {
namespace {

class ReportsSuite : public StoresTest {
 protected:
  StoredReport report(int number, const Digest& previous) {
    StoredReport made;
    made.digest = digest_of(number);
    made.previous = previous;
    made.envelope = std::string("{\"payload\":\"\0\"}", 15) + std::to_string(number);
    made.time_us = number;
    return made;
  }
};
RAGSIEVE_EVERY_DATABASE(ReportsSuite);

TEST_P(ReportsSuite, EmptyChainEndsInZeros) {
  const auto head = stores().reports.head();
  ASSERT_TRUE(head.ok());
  EXPECT_EQ(head->sequence, 0);
  EXPECT_EQ(to_hex(head->digest), std::string(64, '0'));
}

TEST_P(ReportsSuite, AppendsAndFinds) {
  const StoredReport first = report(1, Digest());
  const StoredReport second = report(2, first.digest);
  EXPECT_EQ(*stores().reports.append(first), 1);
  EXPECT_EQ(*stores().reports.append(second), 2);
  EXPECT_EQ(*stores().reports.head(), (ReportHead{2, second.digest}));
  const auto found = stores().reports.find(second.digest);
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ((*found)->sequence, 2);
  EXPECT_EQ((*found)->previous, first.digest);
  EXPECT_EQ((*found)->envelope, second.envelope);
  EXPECT_EQ((*found)->time_us, 2);
  EXPECT_EQ((*stores().reports.at(1))->digest, first.digest);
  EXPECT_FALSE(stores().reports.at(3)->has_value());
  EXPECT_FALSE(stores().reports.find(digest_of(9))->has_value());
}

TEST_P(ReportsSuite, WrongPreviousDigestIsRefused) {
  ASSERT_TRUE(stores().reports.append(report(1, Digest())).ok());
  for (const Digest& previous : {Digest(), digest_of(9)}) {
    const auto refused = stores().reports.append(report(2, previous));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::kInvalidInput);
    EXPECT_FALSE(is_duplicate(refused.error()));
    EXPECT_THAT(refused.error().message, testing::HasSubstr(to_hex(digest_of(1))));
  }
  EXPECT_EQ(stores().reports.head()->sequence, 1);
}

TEST_P(ReportsSuite, SameReportTwiceIsRefused) {
  ASSERT_TRUE(stores().reports.append(report(1, Digest())).ok());
  const auto again = stores().reports.append(report(1, digest_of(1)));
  ASSERT_FALSE(again.ok());
  EXPECT_TRUE(is_duplicate(again.error()));
}

TEST_P(ReportsSuite, UndoneReportLeavesNoGap) {
  const Status undone = database().in_transaction([&](Database&) -> Status {
    EXPECT_TRUE(stores().reports.append(report(1, Digest())).ok());
    return make_error(Code::kCancelled, "stopped");
  });
  EXPECT_FALSE(undone.ok());
  EXPECT_EQ(*stores().reports.append(report(2, Digest())), 1);
}

TEST_P(ReportsSuite, ListsInOrder) {
  for (int i = 0; i < 5; ++i) (void)append_report();
  const auto page = stores().reports.list(2, 2);
  ASSERT_TRUE(page.ok());
  ASSERT_EQ(page->size(), 2U);
  EXPECT_EQ(page->front().sequence, 3);
  EXPECT_EQ(page->back().previous, page->front().digest);
}

TEST_P(ReportsSuite, FindsBrokenLinks) {
  for (int i = 0; i < 5; ++i) (void)append_report();
  EXPECT_TRUE(stores().reports.broken_links()->empty());
  // As only another program could.
  ASSERT_TRUE(
      database().run("UPDATE reports SET previous = $1 WHERE sequence = 2", {digest_of(1)}).ok());
  ASSERT_TRUE(database().run("DELETE FROM reports WHERE sequence = 4").ok());
  EXPECT_THAT(*stores().reports.broken_links(), testing::ElementsAre(2, 5));
}

}  // namespace
}  // namespace ragsieve
