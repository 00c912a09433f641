// screen: the gate before ingestion. Reads the candidates, measures each against the trusted
// corpus, decides, and writes every verdict into the chain of reports where a folder is named.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/evidence/key_file.h"
#include "ragsieve/pipeline/gate.h"

namespace ragsieve {

struct SealOptions {
  std::string folder;             // of the chain; empty: no report is written
  std::optional<SigningKey> key;  // none: reports are unsealed
  bool required = false;          // without a seal nothing is admitted
};

struct ScreenOptions {
  std::vector<std::string> inputs;  // files, folders, JSONL, "-"
  CandidateOptions candidates;
  GateOptions gate;
  std::string probes;  // file; empty: made of the corpus
  bool together = true;
  bool resume = false;  // what the chain of reports holds of this very run is not done again
  std::optional<Supersedes> supersedes;
  SealOptions seal;
  const Clock* clock = nullptr;  // null: the system's
};

// Records in the order given; what could not be read is an error in the report, and so is a bad
// line of the probe file. Errors of the whole: those of Gate::open and read_candidates;
// kInvalidArgument where --supersedes is meant for several documents.
[[nodiscard]] Result<ScreenReport> screen(const ScreenOptions& options, const ModelsInUse& models,
                                          const RunOptions& run);

// What the gate makes of its own corpus: `screen --calibrate`. No candidate is read.
struct CalibrationReport {
  std::size_t documents = 0;   // of the corpus
  std::size_t calibrated = 0;  // of these, scored leave-one-out
  Alarms alarms;
  bool enough = false;  // for alpha
  GateDigests digests;
};
[[nodiscard]] Result<CalibrationReport> calibrate_gate(const ScreenOptions& options,
                                                       const ModelsInUse& models,
                                                       const RunOptions& run);

}  // namespace ragsieve
