// Sentences of a text as byte ranges: the unit of the gate's evidence. Unicode's sentence rules
// (UAX #29) with the usual abbreviations, a break at each line end too, so that a heading, a list
// item or a table row is a sentence of its own. Long runs without an end are cut at white space,
// so that an encoder never sees only the front of one. Pure functions; any thread may call.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "ragsieve/core/document.h"
#include "ragsieve/core/span.h"

namespace ragsieve {

struct SentenceOptions {
  std::size_t max_code_points = 600;  // at least 16; a longer sentence is cut
};

// In order, without white space at either end, none empty, none overlapping. `text` is valid UTF-8.
[[nodiscard]] std::vector<ByteRange> sentences(std::string_view text,
                                               const SentenceOptions& options = {});

// Sentences of indexed_text; the title of a record is never joined with the text behind it.
[[nodiscard]] std::vector<ByteRange> document_sentences(const Document& document,
                                                        const SentenceOptions& options = {});

// Whether a sentence asks: it ends with a question mark of any script. A question is no answer.
[[nodiscard]] bool is_question(std::string_view sentence);

}  // namespace ragsieve
