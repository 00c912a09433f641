#include "ragsieve/store/stores_test_internal.h"

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/store/migrations.h"
#include "ragsieve/store/schema.h"

namespace ragsieve {

void StoresTest::SetUp() {
  DatabaseTest::SetUp();
  ASSERT_FALSE(HasFatalFailure());
  const Status migrated = migrate(database(), schema_steps());
  ASSERT_TRUE(migrated.ok()) << to_string(migrated.error());
  stores_ = std::make_unique<Stores>(database());
}

void StoresTest::reopen() {
  stores_.reset();
  close();
  open();
  ASSERT_TRUE(migrate(database(), schema_steps()).ok());
  stores_ = std::make_unique<Stores>(database());
}

Digest StoresTest::digest_of(int number) { return sha256(std::to_string(number)); }

void StoresTest::add_document(const std::string& id, std::int64_t time_us) {
  StoredDocument document;
  document.id = id;
  document.raw_digest = sha256(id);
  document.source = id + ".txt";
  document.media_type = "text/plain";
  document.text = "text of " + id;
  document.corpus = "handbook";
  document.created_us = time_us;
  const Status added = stores().documents.add(document);
  ASSERT_TRUE(added.ok()) << to_string(added.error());
}

Digest StoresTest::append_report(std::int64_t time_us) {
  const auto head = stores().reports.head();
  if (!head.ok()) {
    ADD_FAILURE() << to_string(head.error());
    return {};
  }
  StoredReport report;
  report.previous = head->digest;
  report.digest = sha256("report after " + to_hex(head->digest));
  report.envelope = "{}";
  report.time_us = time_us;
  const auto appended = stores().reports.append(report);
  EXPECT_TRUE(appended.ok()) << to_string(appended.error());
  return report.digest;
}

StoredVerdict StoresTest::add_verdict(const std::string& document, Verdict verdict,
                                      std::int64_t time_us) {
  StoredVerdict stored;
  stored.document = document;
  stored.corpus = "handbook";
  stored.verdict = verdict;
  stored.score = 987'654;
  stored.p = 12'346;
  stored.alpha = 10'000;
  stored.mode = "block";
  stored.profile = "default";
  stored.report = append_report(time_us);
  stored.signals = "{}";
  stored.evidence = std::string("{\"a\":\"\0\"}", 9);
  stored.time_us = time_us;
  const std::vector<Signal> signals = {
      {"injection", SignalStatus::kRan, "", stored.score, stored.p},
      {"anomaly", SignalStatus::kTimedOut, "slow", 0, {}}};
  const auto sequence = stores().verdicts.add(stored, signals);
  EXPECT_TRUE(sequence.ok()) << to_string(sequence.error());
  stored.sequence = sequence.ok() ? *sequence : 0;
  return stored;
}

}  // namespace ragsieve
