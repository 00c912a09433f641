// For tests here and of the routes: a state in memory, a clock that stands, and documents that were
// screened, with verdicts and sealed reports as the service keeps them. What cannot be made ends
// the test's program.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/evidence/sample_statements.h"
#include "ragsieve/service/report_log.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

class StandingClock final : public Clock {
 public:
  [[nodiscard]] std::int64_t now_ms() const override { return now; }
  std::atomic<std::int64_t> now = 1'000'000;
};

[[nodiscard]] inline std::unique_ptr<StateStore> state_in_memory() {
  StateOptions options;
  options.folder = ":memory:";
  return StateStore::open(options).value();
}

class ScreenedState {
 protected:
  // Millionths of p that give each verdict at the default alpha.
  static constexpr Millionths kAdmitted = 820'000;
  static constexpr Millionths kQuarantined = 5'000;
  static constexpr Millionths kRejected = 500;

  // Puts a document into the state; its text is "text of <id>", its source "<id>.md".
  void add_document(const std::string& id) {
    StoredDocument document;
    document.id = id;
    document.source = id + ".md";
    document.raw_digest = sha256("text of " + id);
    document.media_type = "text/markdown";
    document.text = "text of " + id;
    document.corpus = "handbook";
    document.created_us = now_us();
    keep([&](Stores& stores) { return stores.documents.add(document); });
  }

  // Screens a document that is there: a verdict with a report of its own; the report.
  Digest screen(const std::string& id, Millionths p) {
    Statement statement = testing_evidence::sample_statement("text of " + id);
    statement.subject = id + ".md";
    statement.p = p;
    statement.time_s = now_us() / 1'000'000;
    testing_evidence::decide_again(statement);
    StoredVerdict verdict;
    verdict.document = id;
    verdict.corpus = "handbook";
    verdict.verdict = statement.verdict;
    verdict.score = statement.score;
    verdict.p = statement.p;
    verdict.alpha = statement.alpha;
    verdict.mode = statement.mode;
    verdict.profile = statement.profile;
    verdict.signals = R"({"signals":{"anomaly":{"status":"ran","score":0.12,"p":0.41}}})";
    verdict.evidence =
        R"({"type":"verdict","verdict":")" + std::string(verdict_name(verdict.verdict)) + "\"}";
    verdict.time_us = now_us();
    keep([&](Stores& stores) -> Status {
      RAGSIEVE_TRY(verdict.report, log_.append(stores, statement, verdict.time_us));
      RAGSIEVE_CHECK(stores.verdicts.add(verdict, statement.signals));
      return ok_status();
    });
    return verdict.report;
  }

  Digest add_screened(const std::string& id, Millionths p) {
    add_document(id);
    return screen(id, p);
  }

  [[nodiscard]] std::int64_t now_us() const { return clock_.now_ms() * 1000; }
  [[nodiscard]] StoredReport report(const Digest& digest) {
    return *state_->use([&](Stores& stores) { return stores.reports.find(digest); }).value();
  }
  [[nodiscard]] std::vector<LoggedAction> logged() {
    return state_->use([](Stores& stores) { return stores.audit_log.list({}); }).value();
  }

  // `work` in one transaction.
  void keep(const std::function<Status(Stores&)>& work) {
    static_cast<void>(state_->in_transaction(work).value());
  }

  std::unique_ptr<StateStore> state_ = state_in_memory();
  StandingClock clock_;
  ReportLog log_{generate_signing_key("Safety desk").value()};
};

}  // namespace ragsieve
