#include "ragsieve/store/documents_store.h"

#include <gmock/gmock.h>

#include "ragsieve/store/stores_test_internal.h"

namespace ragsieve {
namespace {

class DocumentsSuite : public StoresTest {
 protected:
  std::vector<std::string> ids(const Result<std::vector<StoredDocument>>& documents) {
    EXPECT_TRUE(documents.ok());
    std::vector<std::string> found;
    for (const StoredDocument& document : *documents) found.push_back(document.id);
    return found;
  }
  bool has_text(const std::string& id) {
    const auto document = stores().documents.find(id);
    EXPECT_TRUE(document.ok() && *document);
    return (*document)->text.has_value();
  }
};
RAGSIEVE_EVERY_DATABASE(DocumentsSuite);

TEST_P(DocumentsSuite, KeepsTextOfAnyBytes) {
  StoredDocument document;
  document.id = "\xE2\x80\xAE' OR 1=1 --";
  document.raw_digest = digest_of(7);
  document.source = "a/b.txt";
  document.media_type = "text/plain; charset=utf-8";
  document.text = std::string("\0\xFF text", 7);
  document.corpus = "c";
  document.created_us = 1'700'000'000'123'456;
  ASSERT_TRUE(stores().documents.add(document).ok());
  const auto found = stores().documents.find(document.id);
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ((*found)->raw_digest, document.raw_digest);
  EXPECT_EQ((*found)->source, document.source);
  EXPECT_EQ((*found)->media_type, document.media_type);
  EXPECT_EQ((*found)->text, document.text);
  EXPECT_EQ((*found)->corpus, document.corpus);
  EXPECT_EQ((*found)->created_us, document.created_us);
  EXPECT_FALSE(stores().documents.find("other")->has_value());
  const auto entry = stores().documents.entry(document.id);
  ASSERT_TRUE(entry.ok() && entry->has_value());
  EXPECT_EQ((*entry)->source, document.source);
  EXPECT_FALSE((*entry)->text.has_value());
  EXPECT_FALSE(stores().documents.entry("other")->has_value());
}

TEST_P(DocumentsSuite, IdIsTakenOnce) {
  add_document("a");
  StoredDocument again;
  again.id = "a";
  const Status refused = stores().documents.add(again);
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(is_duplicate(refused.error()));
  EXPECT_THAT(refused.error().message, testing::HasSubstr("document 'a'"));
}

TEST_P(DocumentsSuite, ListsPagesNewestFirst) {
  for (const char* id : {"a", "b", "c", "d", "e"}) add_document(id);
  Page page;
  page.limit = 2;
  const auto first = stores().documents.list(page);
  EXPECT_EQ(ids(first), (std::vector<std::string>{"e", "d"}));
  EXPECT_FALSE(first->front().text.has_value());
  page.before = first->back().sequence;
  add_document("f");  // meanwhile
  const auto second = stores().documents.list(page);
  EXPECT_EQ(ids(second), (std::vector<std::string>{"c", "b"}));
  page.before = second->back().sequence;
  EXPECT_EQ(ids(stores().documents.list(page)), (std::vector<std::string>{"a"}));
}

TEST_P(DocumentsSuite, FindsBySourceAndDigest) {
  for (const char* id : {"a", "b"}) add_document(id);
  EXPECT_EQ(ids(stores().documents.of_source("a.txt", {})), (std::vector<std::string>{"a"}));
  const Digest digest = (*stores().documents.find("b"))->raw_digest;
  EXPECT_EQ(ids(stores().documents.of_digest(digest, {})), (std::vector<std::string>{"b"}));
}

TEST_P(DocumentsSuite, ForgetsTextsOnlyOfWhatIsOldAndWaitsForNobody) {
  for (const char* id : {"admitted", "waiting", "released", "noted", "young", "unscreened"}) {
    add_document(id, 10);
  }
  const Digest admitted = add_verdict("admitted", Verdict::kAdmit, 20).report;
  const Digest waiting = add_verdict("waiting", Verdict::kQuarantine, 20).report;
  add_verdict("young", Verdict::kAdmit, 100);
  for (const char* id : {"released", "noted"}) {
    StoredDecision decision;
    decision.answers = add_verdict(id, Verdict::kReject, 20).report;
    decision.document = id;
    decision.action = id == std::string("noted") ? DecisionAction::kNote : DecisionAction::kRelease;
    decision.report = append_report(30);
    decision.time_us = 30;
    ASSERT_TRUE(stores().decisions.add(decision).ok());
  }
  EXPECT_EQ(*stores().documents.forget_texts_before(30), 1);  // admitted
  EXPECT_EQ(*stores().documents.forget_texts_before(31), 1);  // released
  EXPECT_FALSE(stores().verdicts.evidence(admitted)->has_value());
  EXPECT_TRUE(stores().verdicts.evidence(waiting)->has_value());
  EXPECT_FALSE(has_text("admitted"));
  EXPECT_FALSE(has_text("released"));
  for (const char* id : {"waiting", "noted", "young", "unscreened"}) EXPECT_TRUE(has_text(id));
}

}  // namespace
}  // namespace ragsieve
