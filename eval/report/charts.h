// The charts of the report, from result lines. Pure, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "eval/run/result_line.h"

namespace ragsieve::eval {

struct NamedSvg {
  std::string name;  // of its file
  std::string svg;
};

// Of every counted attack with all its poisons, the mean over (dataset, encoder, attack):
//   plane_filter.svg   what each detector of the table "filter" removes by its own threshold: clean
//                      candidates across, poisons up
//   plane_answers.svg  each defence of the answers table: token F1 without poisons across, attack
//                      success with them up
// and of poisonedrag_black, poisonedrag_llm and llm_gpt4 together
//   poisons_audit.svg, poisons_filter.svg
//                      detection over 1, 3, 5 and 10 poisons a target (10: of two attacks at once)
// A chart that no line is for is left out; variants (variants.h) are in none.
[[nodiscard]] std::vector<NamedSvg> charts_of(const std::vector<ResultLine>& lines);

}  // namespace ragsieve::eval
