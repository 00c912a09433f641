// The sets of probes that reviewers keep: each change is a version that stays, looked over as
// `ragsieve probes lint` does. Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/core/probe_records.h"
#include "ragsieve/json/value.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

struct KeptProbes {
  StoredProbeSet set;
  std::vector<Probe> probes;
};

struct CheckedProbes {
  StoredProbeSet set;
  std::vector<ProbeFinding> findings;    // doubts; they do not keep the set from being used
  std::vector<std::string> not_checked;  // what the lint could not look for, and why
};

class ProbeSets {
 public:
  static constexpr std::size_t kMostProbes = 10'000;  // of one set

  ProbeSets(StateStore& state, const Clock& clock) : state_(state), clock_(clock) {}

  // {id, question, expected_fact?, weight?} each, and nothing else. kInvalidInput, kTooLarge naming
  // the member ("probes[3].question"): no probe or too many, an id twice, and what parse_probe()
  // refuses.
  [[nodiscard]] static Result<std::vector<Probe>> read(const json::Array& probes);

  // The latest version of each, without contents.
  [[nodiscard]] Result<std::vector<StoredProbeSet>> list();
  // The latest version; nothing where there is no such set. kCorrupt where it cannot be read.
  [[nodiscard]] Result<std::optional<KeptProbes>> find(const std::string& name);
  // A new version, unless the latest one is the same; with its line of the log in one transaction.
  // kInvalidArgument for a name that is empty, longer than 200 bytes, or no plain line of text.
  [[nodiscard]] Result<CheckedProbes> put(const std::string& name, std::vector<Probe> probes,
                                          const std::string& who);

 private:
  StateStore& state_;
  const Clock& clock_;
};

}  // namespace ragsieve
