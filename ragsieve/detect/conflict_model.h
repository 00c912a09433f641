// The conflict score of two sentences from their features: the mean of two logits, of a logistic
// regression and of gradient-boosted regression trees (Friedman, "Greedy function approximation",
// 2001), through the logistic function. scripts/train_conflict.py writes both;
// docs/design/conflict.md says from what. Pure; any thread may call.
#pragma once

#include "ragsieve/detect/conflict_features.h"

namespace ragsieve {

// In (0, 1): near 1 where the sentences state different values of the same thing.
[[nodiscard]] double conflict_model_score(const ConflictFeatures& features);

}  // namespace ragsieve
