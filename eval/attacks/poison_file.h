// Poisons as a file of the form of a dataset's poisons.jsonl, so that `--poisons` reads them again.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "eval/attacks/made_poison.h"
#include "ragsieve/base/result.h"

namespace ragsieve::eval {

// One line, without its end: _id, title, text, query_id, query, target_answer, correct_answer,
// attack, and what readers only validate: seed, note. Pure.
[[nodiscard]] std::string poison_line(const MadePoison& poison, std::uint64_t seed);

// All or nothing. kIo, kNoSpace.
[[nodiscard]] Status write_poisons(const std::string& path, std::span<const MadePoison> poisons,
                                   std::uint64_t seed);

}  // namespace ragsieve::eval
