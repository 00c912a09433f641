// The state of the service: every store over one database, behind one lock. Thread-safe.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "ragsieve/store/api_keys_store.h"
#include "ragsieve/store/audit_log_store.h"
#include "ragsieve/store/corpora_store.h"
#include "ragsieve/store/decisions_store.h"
#include "ragsieve/store/deliveries_store.h"
#include "ragsieve/store/documents_store.h"
#include "ragsieve/store/idempotency_store.h"
#include "ragsieve/store/job_events_store.h"
#include "ragsieve/store/job_items_store.h"
#include "ragsieve/store/jobs_store.h"
#include "ragsieve/store/looks_store.h"
#include "ragsieve/store/monitors_store.h"
#include "ragsieve/store/open_database.h"
#include "ragsieve/store/probe_sets_store.h"
#include "ragsieve/store/reports_store.h"
#include "ragsieve/store/verdicts_store.h"

namespace ragsieve {

// One thread at a time; a call is durable when it returns without an error, or, in a transaction,
// when that does.
struct Stores {
  explicit Stores(Database& database)
      : documents(database),
        verdicts(database),
        reports(database),
        decisions(database),
        jobs(database),
        job_items(database),
        job_events(database),
        idempotency(database),
        api_keys(database),
        audit_log(database),
        corpora(database),
        probe_sets(database),
        monitors(database),
        looks(database),
        deliveries(database) {}
  DocumentsStore documents;
  VerdictsStore verdicts;
  ReportsStore reports;
  DecisionsStore decisions;
  JobsStore jobs;
  JobItemsStore job_items;
  JobEventsStore job_events;
  IdempotencyStore idempotency;
  ApiKeysStore api_keys;
  AuditLogStore audit_log;
  CorporaStore corpora;
  ProbeSetsStore probe_sets;
  MonitorsStore monitors;
  LooksStore looks;
  DeliveriesStore deliveries;
};

class StateStore {
 public:
  // Opens the database and brings its tables up to date. Errors of open_database() and migrate().
  [[nodiscard]] static Result<std::unique_ptr<StateStore>> open(const StateOptions& options);

  // Over a database that is open already; errors of migrate().
  [[nodiscard]] static Result<std::unique_ptr<StateStore>> over(std::unique_ptr<Database> database);

  // Calls work(Stores&) with the lock held and returns what it returns, a Result. Each call of a
  // store is a transaction of its own. Called from within such work: kInternal.
  template <typename Work>
  [[nodiscard]] std::invoke_result_t<Work, Stores&> use(Work work) {
    if (holder_ == std::this_thread::get_id()) return nested_error();
    const Hold hold(*this);
    return work(stores_);
  }

  // As use(), but all of it is one transaction: kept wholly, or, where `work` returns an error or
  // a statement in it failed, not at all.
  [[nodiscard]] Status in_transaction(const std::function<Status(Stores&)>& work);

  // What is wrong with the stored data: of the database itself and of the chain of reports. Reads
  // everything; empty: nothing found.
  [[nodiscard]] Result<std::vector<std::string>> problems();

 private:
  class Hold {
   public:
    explicit Hold(StateStore& state) : state_(state), lock_(state.mutex_) {
      state_.holder_ = std::this_thread::get_id();
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    ~Hold() { state_.holder_ = std::thread::id(); }

   private:
    StateStore& state_;
    std::lock_guard<std::mutex> lock_;
  };
  explicit StateStore(std::unique_ptr<Database> database)
      : database_(std::move(database)), stores_(*database_) {}
  [[nodiscard]] static Error nested_error();
  std::mutex mutex_;
  std::atomic<std::thread::id> holder_;
  std::unique_ptr<Database> database_;
  Stores stores_;
};

}  // namespace ragsieve
