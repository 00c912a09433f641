// Whether a folder of reports is one unbroken chain. Reads every report; writes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/evidence/chain.h"
#include "ragsieve/evidence/trust.h"

namespace ragsieve {

struct ChainCheck {
  ChainHead head;
  std::uint64_t n_links = 0;
  std::uint64_t n_unsealed = 0;
  std::uint64_t n_unsealed_last = 0;      // behind the last sealed one: nothing vouches for them
  std::optional<std::uint64_t> position;  // of the wanted report
  std::vector<std::string> problems;      // by link; empty: unbroken
};

// Finds a missing, re-ordered, altered, foreign or cut-off link, and a sealed one that no trusted
// key signed while it was valid. `wanted` is the digest of the report to be found (hex), or "".
// An error only where something could not be read: kNotFound, kIo, kTimedOut.
[[nodiscard]] Result<ChainCheck> check_chain(const std::string& folder, const TrustFile& trust,
                                             std::string_view wanted);

}  // namespace ragsieve
