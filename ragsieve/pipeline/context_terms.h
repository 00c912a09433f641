// The terms of the default filter for one retrieval result: texts and vectors by rank on one side,
// what is known of their corpus on the other.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/core/document.h"
#include "ragsieve/detect/filter_terms.h"

namespace ragsieve {

struct RankedContext {
  std::string_view query;
  std::span<const float> query_vector;
  std::span<const Document* const> documents;  // by rank, as many as `vectors` has rows
  MatrixView vectors;                          // row i: documents[i]; inverse_norms present
  std::vector<bool> counted;                   // documents[i] is one of the language's corpus
  std::span<const double> injection;           // B of the first options.k; empty: the term is 0
};

struct ContextTools {
  const CorpusLanguage* language = nullptr;  // may be null
  FilterTermOptions options;
};

// Of the first options.k documents. Errors as filter_terms(). Any thread.
[[nodiscard]] Result<std::vector<FilterTerms>> context_terms(const RankedContext& context,
                                                             const ContextTools& tools);

}  // namespace ragsieve
