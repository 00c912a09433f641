// Record, plain-English reasons and spans of one candidate of the default filter. Pure.
#pragma once

#include <cstddef>

#include "ragsieve/core/document.h"
#include "ragsieve/core/records.h"
#include "ragsieve/detect/filter_default.h"
#include "ragsieve/detect/filter_terms.h"

namespace ragsieve {

struct JudgedCandidate {
  const Document& document;
  const FilterTerms& terms;
  FilterVerdict verdict;
  std::size_t k = 0;  // candidates
  std::size_t n = 0;  // documents inspected
};

// Everything but the rank. A flagged one has reasons: the terms that make most of its score, the
// heaviest first, and a span where a term has one.
[[nodiscard]] CandidateRecord candidate_record(const JudgedCandidate& judged);

}  // namespace ragsieve
