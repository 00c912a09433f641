// The audit's contrast (methods.md section 2) for one candidate against the trusted corpus, alone
// and with what arrives or was admitted beside it: a coordinated set is seen as a set. Pure; any
// thread may call.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ragsieve/detect/rsg.h"
#include "ragsieve/detect/text_units.h"

namespace ragsieve {

struct EvidenceOptions {
  RsgOptions rsg;  // k_g, tau_e, tau_l, strongest
};

struct CorpusEvidence {
  double density = 0;            // D of methods.md 2.3 among the corpus alone
  double set_density = 0;        // the same with the companions among its neighbours
  std::vector<std::size_t> set;  // companions that are eligible neighbours, nearest first
};

// `neighbours` are the corpus's documents nearest to the candidate, highest cosine first, at least
// k_g and those of `left_out` among them, which are skipped. `companions` are documents of
// `candidates` that arrived with it (itself not among them).
[[nodiscard]] CorpusEvidence corpus_evidence(
    const EncodedDocuments& corpus, std::span<const Neighbour> neighbours,
    std::span<const std::size_t> left_out, const EncodedDocuments& candidates,
    std::size_t candidate, std::span<const std::size_t> companions, const EvidenceOptions& options);

}  // namespace ragsieve
