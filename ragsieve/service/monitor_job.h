// One look of a monitor, as a job: what changed in the corpus, what is newly flagged, and which
// verdicts come out otherwise now (docs/design/monitor.md). What was seen, the look and what has to
// be told are kept in one transaction at its end: a look that broke off is made again as a whole.
#pragma once

#include <cstddef>

#include "ragsieve/base/clock.h"
#include "ragsieve/pipeline/audit.h"
#include "ragsieve/pipeline/candidates.h"
#include "ragsieve/pipeline/models_in_use.h"
#include "ragsieve/service/corpus_path.h"
#include "ragsieve/service/gates.h"
#include "ragsieve/service/job_runner.h"
#include "ragsieve/service/screen_desk.h"

namespace ragsieve {

inline constexpr std::size_t kMostTold = 100;  // documents named in a look, of each kind

struct MonitorJobParts {
  StateStore& state;
  const Clock& clock;
  Gates& gates;
  ScreenDesk& desk;
  ModelsInUse models;
  AuditOptions audit;  // all but the corpus
  CandidateOptions candidates;
  CorpusPath path;
  RunOptions run;  // threads, memory and log
};

// The work of kMonitorJob; the request of its jobs is monitor_request(). An item is a verdict that
// came out otherwise, or {"newly_flagged"}, a hundred of them. Result: {"monitor", "corpus",
// "documents", "added", "changed", "removed", "flagged", "newly_flagged", "rescreened", "reopened",
// "left_alone"}, counts. What `parts` refers to must
// outlive the work.
[[nodiscard]] JobWork monitor_work(MonitorJobParts parts);

}  // namespace ragsieve
