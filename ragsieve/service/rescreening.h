// The verdicts that lean on what changed in a watched corpus, screened again; those that come out
// otherwise are kept and wait for a reviewer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/verdict.h"
#include "ragsieve/json/value.h"
#include "ragsieve/pipeline/candidates.h"
#include "ragsieve/pipeline/corpus_look.h"
#include "ragsieve/service/gates.h"
#include "ragsieve/service/job_runner.h"
#include "ragsieve/service/screen_desk.h"

namespace ragsieve {

struct RescreeningParts {
  StateStore& state;
  Gates& gates;
  ScreenDesk& desk;
  const CandidateOptions& candidates;
  JobContext& context;
  const std::string& job;
  const Monitor& monitor;
};

struct ReopenedVerdict {
  std::string document;
  Verdict before = Verdict::kIncomplete;
  Verdict now = Verdict::kIncomplete;
  std::string report;  // "sha256:..."
};

// {"document", "before", "verdict", "report"}
[[nodiscard]] json::Object reopened_verdict_json(const ReopenedVerdict& verdict);

struct Rescreening {
  std::int64_t n_screened = 0;
  Digest gate;                 // as SeenCorpus
  std::vector<Digest> probes;  //
  std::vector<ReopenedVerdict> reopened;
  // Documents that lean on what changed and could not be screened again: too large by now,
  // forgotten meanwhile, or a signal did not finish. Their verdicts stay as they are.
  std::vector<std::string> left_alone;
};

// Renews the gate of the monitor's corpus where the one that is open is of another state of it;
// until then, and where that fails, the gate of before answers. What leans on what changed is
// screened again: of another judge everything, else what leans on documents that changed or on
// probes that were not asked before. At a first look nothing is screened: what came before it is
// what it was screened against. Documents whose text was forgotten, or that are in the corpus
// themselves, and what a reviewer rejected, are left alone; a verdict that would become ADMIT stays
// as it is. Errors of the gate and the state; kCancelled: what was kept stays.
[[nodiscard]] Result<Rescreening> rescreen(const RescreeningParts& parts, const CorpusLook& look,
                                           const SeenCorpus& before, const RunOptions& run);

}  // namespace ragsieve
