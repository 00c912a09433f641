// What the service forgets: texts of documents that nobody waits for, and old keys of requests.
#pragma once

#include <cstdint>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

// Forgets texts and evidence whose last verdict and decision are older than `keep_days`, and
// idempotency keys as old; one transaction. How many documents lost their text. Verdicts, reports
// and decisions stay.
[[nodiscard]] Result<std::int64_t> forget_what_is_old(StateStore& state, const Clock& clock,
                                                      std::uint64_t keep_days);

}  // namespace ragsieve
