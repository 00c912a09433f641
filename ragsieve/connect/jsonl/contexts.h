// Retrieval results in JSONL: {"query_id", "query", "documents": [{"id" or "_id", "rank"?, "text",
// "title"?}]} a line, gzip or not, "-" for standard input. A line that breaks a rule lands in
// Contexts::bad with the field at fault ("documents[3].text") and the rest goes on.
#pragma once

#include <cstdint>
#include <string>

#include "ragsieve/base/run_options.h"
#include "ragsieve/connect/line_reader.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

// In file order. The documents of a context are sorted by rank where every one has a rank (unique
// positive integers), else they keep their order; the list may be empty. Errors of the whole file:
// kNotFound, kIo, kCorrupt, kInvalidInput when it holds no contexts, kTooLarge past
// RunOptions::memory_bytes, kCancelled.
[[nodiscard]] Result<Contexts> read_contexts(const std::string& path, const RunOptions& run = {});
[[nodiscard]] Result<Contexts> read_contexts(LineReader& lines, const RunOptions& run);

// The same of values that are at hand: `values[i]` is line i + 1, and an error's where.path is
// context_place(i + 1). Any thread.
[[nodiscard]] Contexts contexts_of(const json::Array& values);

// "contexts[3]": where the value of line 4 stands among those that are at hand.
[[nodiscard]] std::string context_place(std::uint64_t line);

}  // namespace ragsieve
