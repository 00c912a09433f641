// The rules of one retrieval result as JSON; contexts.h reads files of them.
#pragma once

#include <cstdint>

#include "ragsieve/base/result.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

// `record` as a context of line `line`. kInvalidInput or kTooLarge, with where.field.
[[nodiscard]] Result<RetrievedContext> parse_context(const json::Value& record, std::uint64_t line);

}  // namespace ragsieve
