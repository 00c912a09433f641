// Audits as they are asked for and read: one is begun for a corpus, and its ranked records are read
// page by page. Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"
#include "ragsieve/service/audit_job.h"
#include "ragsieve/service/corpus_path.h"
#include "ragsieve/service/idempotent.h"
#include "ragsieve/service/job_runner.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

struct AuditPageQuery {
  std::string id;
  std::int64_t first = 1;    // rank, from 1
  std::int64_t limit = 100;  // records, from 1
  bool flagged = false;      // flagged ones alone
};

struct AuditPage {
  StoredJob job;
  std::optional<json::Value> summary;  // of an audit that is done
  json::Array documents;               // by rank; none until the audit is done
  std::optional<std::int64_t> next;    // rank that the next page begins at
};

class Audits {
 public:
  Audits(StateStore& state, JobRunner& jobs, CorpusPath path)
      : state_(state), jobs_(jobs), path_(std::move(path)) {}

  // Queues the audit, once where the request says so; the id of its job. Errors of `path` for
  // either corpus and of JobRunner::enqueue_for_caller().
  [[nodiscard]] Result<std::string> start(const AuditRequest& request, const std::string& who,
                                          const std::optional<IdempotentRequest>& once);

  // The audit and a page of its records; fewer than `limit` where they would be longer than 8 MB.
  // kNotFound where there is no audit of that id.
  [[nodiscard]] Result<AuditPage> page(const AuditPageQuery& query);

 private:
  [[nodiscard]] Result<StoredJob> find(const std::string& id);
  [[nodiscard]] Result<std::string> item(const std::string& job, std::int64_t place);
  [[nodiscard]] Status add_records(const AuditPageQuery& query, std::int64_t last, AuditPage& page);

  StateStore& state_;
  JobRunner& jobs_;
  CorpusPath path_;
};

}  // namespace ragsieve
