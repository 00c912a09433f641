// Ablations and sensitivity: our own detectors with a branch left out or one number changed. They
// are dear together and run only where they are asked for, by name or all of a kind.
#pragma once

#include <string>
#include <vector>

#include "eval/run/offline_detectors.h"
#include "eval/run/online_detectors.h"

namespace ragsieve::eval {

// What "--detectors" may hold instead of names.
inline constexpr char kAblations[] = "ablations";
inline constexpr char kSensitivity[] = "sensitivity";

// "rsg_topology_alone", "rsg_scripts_alone"; "rsg_k8", "rsg_k32", "rsg_near80", "rsg_near90",
// "rsg_overlap50", "rsg_overlap70", "rsg_budget025", "rsg_budget10".
[[nodiscard]] std::vector<OfflineDetector> offline_ablations();
[[nodiscard]] std::vector<OfflineDetector> offline_sensitivity();

// "rsq_without_anchor", ..., and "filter_default_reference_without_density", ...;
// "rsq_gate4", "rsq_gate6", "rsq_align025", "rsq_align10", "rsq_n10", "rsq_n15".
[[nodiscard]] std::vector<OnlineDetector> online_ablations();
[[nodiscard]] std::vector<OnlineDetector> online_sensitivity();

// `names` with the two kinds replaced by what they stand for.
[[nodiscard]] std::vector<std::string> offline_names(const std::vector<std::string>& names);
[[nodiscard]] std::vector<std::string> online_names(const std::vector<std::string>& names);

}  // namespace ragsieve::eval
