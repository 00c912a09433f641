// Weights of the conflict score, a logistic regression over kConflictFeatures, as
// scripts/train_conflict.py printed them.
#pragma once

#include "ragsieve/detect/conflict_features.h"

namespace ragsieve {

inline constexpr double kConflictBias = -3.196;
inline constexpr ConflictFeatures kConflictWeights{
    3.904,   // cosine
    4.460,   // margin
    0.457,   // covered
    0.366,   // covered_back
    0.079,   // covered_best
    0.132,   // frame
    -0.288,  // rarest
    -0.494,  // rarest_back
    2.260,   // extra
    -0.158,  // extra_back
    1.819,   // names
    -1.870,  // foreign
    0.311,   // foreign_back
    -1.187,  // more_groups
    -0.970,  // several
    0.175,   // slot
    1.710,   // same_noun
    -0.736,  // number
    -0.190,  // date
    1.585,   // time
    -1.049,  // name
    -0.477,  // negation
    0.866,   // polarity
    -2.010,  // at_subject
    -1.490,  // code
    2.276,   // agreed
    -0.786,  // open
    0.095,   // open_back
    -2.724,  // weak
    -0.771,  // name_loose
    -2.179,  // title_names
    -0.619,  // title_codes
    -1.505,  // about
    -2.412,  // elsewhere
    -2.170,  // implicit
    -2.483,  // other
    -0.951,  // implicit_back
    -3.478,  // other_back
    0.029,   // qualifier
    1.257,   // qualifier_back
    -1.913,  // hint_back
    0.688,   // subject
    0.135,   // copy
    0.529,   // substituted
    -1.054,  // lone_swap
    1.630,   // revises
};

}  // namespace ragsieve
