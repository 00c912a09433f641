// How far poisons come: whether the retriever brings them to the reader.
#pragma once

#include <span>

#include "eval/attacks/made_poison.h"
#include "eval/attacks/material.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve::eval {

// Share of `poisons` among the five documents nearest to their own query, in the clean corpus with
// all of `poisons`; 0 of none. Errors of the encoder.
[[nodiscard]] Result<double> share_in_top_five(AttackMaterial& material,
                                               std::span<const MadePoison> poisons,
                                               const RunOptions& run);

}  // namespace ragsieve::eval
