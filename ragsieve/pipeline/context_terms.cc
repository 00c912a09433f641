#include "ragsieve/pipeline/context_terms.h"

namespace ragsieve {

Result<std::vector<FilterTerms>> context_terms(const RankedContext& context,
                                               const ContextTools& tools) {
  std::vector<std::string_view> texts;
  for (const Document* document : context.documents) texts.push_back(document->indexed_text);
  FilterInput input;
  input.query = context.query;
  input.query_vector = context.query_vector;
  input.texts = texts;
  input.vectors = context.vectors;
  input.counted = context.counted;
  input.injection = context.injection;
  input.language = tools.language;
  return filter_terms(input, tools.options);
}

}  // namespace ragsieve
