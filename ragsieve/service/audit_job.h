// An audit as a job: pipeline/audit.h over a corpus that is known by name. Its records are kept by
// rank, a hundred to an item, so that a page of them is read without the rest. What an audit says
// of one document depends on all others: an audit that was broken off begins again as a whole, and
// no two states of a corpus are ever mixed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/pipeline/audit.h"
#include "ragsieve/pipeline/models_in_use.h"
#include "ragsieve/service/audit_request.h"
#include "ragsieve/service/corpus_path.h"
#include "ragsieve/service/job_runner.h"

namespace ragsieve {

inline constexpr std::string_view kAuditKind = "audit";  // of jobs
inline constexpr std::int64_t kAuditPage = 100;  // records of an item; item i: ranks i*100+1, ...

struct AuditJobOptions {
  AuditOptions audit;            // corpus, reference and alpha are those of the request
  bool show_text = false;        // spans carry the spanned text, the first 400 bytes of it
  int threads = 1;               //
  std::size_t memory_bytes = 0;  // 0: no limit
};

// The work of kAuditKind; the request of its jobs is an AuditRequest. An item is a JSON array of
// records (report/record_json.h); the result is {"corpus", "documents", "last_flagged": rank or 0,
// "summary"}, with at most 100 names of what was not scored. What `models` points to must outlive
// the work.
[[nodiscard]] JobWork audit_work(AuditJobOptions options, const ModelsInUse& models,
                                 CorpusPath path);

}  // namespace ragsieve
