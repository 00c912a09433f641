// The default audit as two rows of the offline table: `audit_default` (its null fitted to the bulk
// of the snapshot) and `audit_default_reference` (its null from an earlier trusted snapshot).
#pragma once

#include <vector>

#include "eval/run/offline_detectors.h"

namespace ragsieve::eval {

// The reference of a snapshot with poisons is its clean corpus, scored by itself. The clean corpus
// is no reference of its own: the first bit of the SHA-256 of the ids halves it, and each half, a
// corpus of its own, is audited against the other one. A reference of fewer than 100 documents has
// no ranks to speak of: the null is then fitted to its bulk. The injection term is the built-in
// rules' alone.
[[nodiscard]] std::vector<OfflineDetector> default_audit_detectors();

}  // namespace ragsieve::eval
