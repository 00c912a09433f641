// From a record and the policy to what decide() reads, and back into the record. Pure, thread-safe.
#pragma once

#include <string_view>

#include "ragsieve/core/policy.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/core/verdict.h"
#include "ragsieve/gate/policy_rules.h"

namespace ragsieve {

// Whether the signal has a say in the gate's p-value: it belongs to the policy's profile (paper:
// anomaly, injection, influence; default: all but influence) and is not off. In the default profile
// influence is reported beside answer_change, and anomaly is reported unless the policy requires
// it: a text in another language is far from everything and clean (docs/results/gate.md).
[[nodiscard]] bool takes_part(const Policy& policy, std::string_view signal);

// Thresholds, signals, p and conflicts as the policy lets them count:
//  - a signal that is off is left out (paper: weighs nothing); a required one that was skipped has
//    failed, and says so;
//  - the injection score is that of the findings which are not silenced;
//  - conflicts that count() are counted, also those found before the signal was cut off;
//  - of a decisive rule that is off the threshold is out of reach, or its count or p is left out.
[[nodiscard]] VerdictInput verdict_input(const ScreenRecord& record, const Policy& policy,
                                         const PolicySurroundings& surroundings);

// Decides, and fills verdict, score, alpha, mode, profile and decisive of the record; every
// finding that the allow list silences becomes a note. Signals and `p` must be in place.
void give_verdict(ScreenRecord& record, const Policy& policy,
                  const PolicySurroundings& surroundings);

}  // namespace ragsieve
