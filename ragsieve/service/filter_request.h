// The body of a request to filter: {"corpus"?, "contexts": [{"query_id", "query", "documents":
// [{"id", "title"?, "text"}]}]}. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

inline constexpr std::size_t kFilterContexts = 100;    // of a request, from 1
inline constexpr std::size_t kFilterDocuments = 1024;  // of a context

struct FilterRequest {
  std::optional<std::string> corpus;  // a name, as CorpusPath takes it
  Contexts contexts;                  // `bad`: named as connect/jsonl/contexts.h does
};

// A body of another form (a member too many, one that is missing or of another type, a limit above)
// is refused as a whole: kInvalidInput with its place. What only the values show (an id twice, a
// text of white space) is an error of its context, among contexts.bad.
[[nodiscard]] Result<FilterRequest> filter_request_of(const json::Value& value);

}  // namespace ragsieve
