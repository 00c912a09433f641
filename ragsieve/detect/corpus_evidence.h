// The audit's contrast (methods.md section 2) for one candidate against the trusted corpus, alone
// and with what arrives or was admitted beside it: a coordinated set is seen as a set. Pure; any
// thread may call.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ragsieve/detect/recent_document.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/detect/text_units.h"

namespace ragsieve {

struct EvidenceOptions {
  RsgOptions rsg;  // k_g, tau_e, tau_l, strongest
};

struct CorpusEvidence {
  double density = 0;  // D of methods.md 2.3 among the corpus
  // How much nearer than the corpus the set is: over j = 1, 2 the mean of (c_j - n_j) / (1 - n_j),
  // 0 where it is negative, with c_j the cosine to the j-th nearest member in other words (Jaccard
  // at most tau_l) and n_j to the j-th nearest document of the corpus. In [0, 1].
  double set_gain = 0;
  bool in_company = false;          // there was something that the gain could come from
  std::vector<std::size_t> set;     // companions that it comes from, nearest first
  std::vector<std::size_t> recent;  // of EvidenceQuestion::recent, the same
};

struct EvidenceQuestion {
  const EncodedDocuments* corpus = nullptr;
  // The corpus's documents nearest to the candidate, highest cosine first, at least k_g and those
  // of `left_out` among them, which are skipped.
  std::span<const Neighbour> neighbours;
  std::span<const std::size_t> left_out;
  const EncodedDocuments* candidates = nullptr;
  std::size_t candidate = 0;
  std::span<const std::size_t> companions;  // candidates that arrived with it, itself not
  std::span<const RecentDocument> recent;   // admitted before
  Digest text;                              // of the candidate: a recent one of it is passed over
  // Of a document of the corpus: its nearest documents are taken for a set that arrived with it, as
  // near as honest ones come. What the gain of a candidate is compared with.
  bool of_corpus = false;
};

[[nodiscard]] CorpusEvidence corpus_evidence(const EvidenceQuestion& question,
                                             const EvidenceOptions& options);

}  // namespace ragsieve
