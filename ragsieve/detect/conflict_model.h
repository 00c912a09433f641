// Weights of the conflict score, a logistic regression over kConflictFeatures, as
// scripts/train_conflict.py printed them.
#pragma once

#include "ragsieve/detect/conflict_features.h"

namespace ragsieve {

inline constexpr double kConflictBias = -1;
inline constexpr ConflictFeatures kConflictWeights{1};

}  // namespace ragsieve
