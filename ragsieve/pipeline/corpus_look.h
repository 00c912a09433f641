// One look at a corpus that is watched: what changed since the look before, and what an audit of
// it flags that was not flagged then (docs/design/monitor.md). No state of its own: who looks keeps
// what was seen.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/records.h"
#include "ragsieve/index/snapshot_difference.h"
#include "ragsieve/pipeline/audit.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

struct SeenDocument {
  std::string id;
  Digest text;  // sha256 of the indexed text
  bool flagged = false;
};

// What a look leaves for the next one.
struct SeenCorpus {
  Digest judge;                         // of encoder, profile, alpha and version: who flagged
  std::vector<SeenDocument> documents;  // by id
  // Of the gate that verdicts are looked over with, where there is one (Gate::judge(),
  // Gate::probe_digests(), ascending).
  std::optional<Digest> gate;
  std::vector<Digest> probes;
};

struct CorpusLook {
  SnapshotDifference changes;
  bool audited = false;                    // false: neither corpus nor judge changed
  bool judge_changed = false;              // what was flagged before was flagged by another one
  std::vector<AuditRecord> newly_flagged;  // by rank
  std::size_t n_flagged = 0;
  Digest manifest;  // corpus_digest.h
  Summary summary;  // command "monitor", with the counts and the audit's thresholds
  SeenCorpus seen;
};

// `before`: of the last look; without documents at the first one. A corpus with a record that
// cannot be read is an error that names it: what was not looked at is not clean. Other errors and
// stages as audit(); kUnavailable without an encoder.
[[nodiscard]] Result<CorpusLook> look_at_corpus(const AuditOptions& options,
                                                const SeenCorpus& before, const ModelsInUse& models,
                                                const RunOptions& run);

}  // namespace ragsieve
