// What the configuration says of the pipelines, as their options: the same for every door to them.
#pragma once

#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/config/config.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/pipeline/audit.h"
#include "ragsieve/pipeline/filter_calibration.h"
#include "ragsieve/pipeline/gate.h"

namespace ragsieve {

// The injection rules that are compiled in, and those of [gate] rules behind them. Errors of that
// file and of its rules.
[[nodiscard]] Result<InjectionRules> configured_injection_rules(const Config& config);

// All but the corpus and its probes. Errors of the rules and of the policy file.
[[nodiscard]] Result<GateOptions> configured_gate(const Config& config);

// Of the filter's profile `default`: terms, alpha, and the rules without their classifier, because
// a context is judged in milliseconds. Errors of the rules.
[[nodiscard]] Result<FilterCalibrationOptions> configured_filter(const Config& config);

// Of the audit in `profile`: all but the corpus and its reference. `paper` keeps the published
// numbers, whatever is configured. Errors of the rules.
[[nodiscard]] Result<AuditOptions> configured_audit(const Config& config,
                                                    const std::string& profile);

}  // namespace ragsieve
