// `ragsieve-eval attack`: makes poisons for one dataset and writes them as a file that `plan` and
// `run` take by --poisons.
#pragma once

#include <string>

#include "eval/attacks/generate.h"
#include "ragsieve/base/result.h"

namespace ragsieve::eval {

struct AttackCommand {
  std::string data = "../shared/data";  // folder of the datasets
  std::string dataset;
  std::string out;
  AttackOptions options;
};

// Opens the encoder of the configuration twice, once with the cache and once without it, for what a
// search tries and drops. Progress and a line for each kind on stderr. Errors of make_attacks(), of
// the models, of the file, which stays as it was then.
[[nodiscard]] Status attack(const AttackCommand& command);

}  // namespace ragsieve::eval
