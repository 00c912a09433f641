// Verifies a report against the keys of this service and the chain in its state. What could not be
// checked is told as such and never counts as good. Thread-safe.
#pragma once

#include <optional>
#include <string_view>

#include "ragsieve/base/clock.h"
#include "ragsieve/evidence/trust.h"
#include "ragsieve/evidence/verify.h"
#include "ragsieve/service/report_log.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

class Verification {
 public:
  // Trusted are the keys of `trust`, and the log's own key unless `trust` has it with bounds of its
  // own.
  Verification(StateStore& state, const ReportLog& log, TrustFile trust, const Clock& clock);

  // As verify(), and always with the chain: the check passes where the state holds the report, its
  // link follows the one before it and the next one follows it, by row and by sealed statement. It
  // fails where one does not, and where a report that this service's key signed is not there; it
  // is not checked where another key signed such a report, or the state cannot be read.
  [[nodiscard]] VerifyReport verify(std::string_view report,
                                    const std::optional<std::string_view>& document);

 private:
  [[nodiscard]] Check chain_check(const VerifyReport& verified);

  StateStore& state_;
  const Clock& clock_;
  std::optional<TrustedKey> own_;
  TrustFile trust_;
};

}  // namespace ragsieve
