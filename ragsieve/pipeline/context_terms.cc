#include "ragsieve/pipeline/context_terms.h"

#include <algorithm>

namespace ragsieve {

Result<std::vector<FilterTerms>> context_terms(const RankedContext& context,
                                               const ContextTools& tools) {
  std::vector<std::string_view> texts;
  for (const Document* document : context.documents) texts.push_back(document->indexed_text);
  std::vector<double> injection;
  if (tools.injection != nullptr) {
    const std::size_t k = std::min(tools.options.k, context.documents.size());
    for (std::size_t i = 0; i < k; ++i) {
      injection.push_back(tools.injection->scan(*context.documents[i]).score);
    }
  }
  FilterInput input;
  input.query = context.query;
  input.query_vector = context.query_vector;
  input.texts = texts;
  input.vectors = context.vectors;
  input.counted = context.counted;
  input.injection = injection;
  input.language = tools.language;
  return filter_terms(input, tools.options);
}

}  // namespace ragsieve
