// A generated poison, as it goes into a file.
#pragma once

#include <string>

#include "eval/attacks/scene.h"
#include "eval/attacks/target.h"

namespace ragsieve::eval {

struct MadePoison {
  std::string id;  // "made-KIND-SEED-NUMBER"
  AttackTarget target;
  Draft draft;
  std::string attack;  // the kind
};

}  // namespace ragsieve::eval
