// From the record of a screening to the statement that is sealed. Pure but for the clock.
#pragma once

#include <string>

#include "ragsieve/base/clock.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/evidence/review.h"
#include "ragsieve/evidence/statement.h"
#include "ragsieve/pipeline/gate.h"
#include "ragsieve/pipeline/models_in_use.h"

namespace ragsieve {

// What the record does not hold: thresholds, digests, models, version, and the time of `clock`
// (null: the system's). `models` has an encoder.
[[nodiscard]] SealContext seal_context_of(const Gate& gate, const ModelsInUse& models,
                                          const Clock* clock);

// The integers that decided, as the policy let them count: a verifier decides from the same.
[[nodiscard]] Statement decided_statement(const ScreenRecord& record, const Gate& gate,
                                          SealContext context);

// The reviewer's decision as a statement of its own, behind the report (hex) that it answers.
[[nodiscard]] ReviewStatement supersede_statement(const Supersedes& supersedes,
                                                  const ScreenRecord& record,
                                                  const SealContext& context,
                                                  const std::string& report);

}  // namespace ragsieve
