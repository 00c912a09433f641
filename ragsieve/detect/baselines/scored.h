// What a peer says of one document or candidate. The peers of this folder are what the project is
// compared with: nothing of ours depends on them. Each file names its source, the formula, the
// defaults and every deviation. Inputs are values (vectors, texts, token likelihoods), so no peer
// needs a model; results do not depend on the number of threads.
#pragma once

#include <vector>

namespace ragsieve::baselines {

struct Scored {
  double score = 0;      // larger: more suspicious; of a rule without degrees 1 or 0
  bool flagged = false;  // what the peer's own rule would remove
};

using Scores = std::vector<Scored>;  // by row, or by rank

}  // namespace ragsieve::baselines
