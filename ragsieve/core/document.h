// A document as the detectors see it. `indexed_text` is what is scored and retrieved: of a corpus
// record strip(title + " " + text), of a file its text. Offsets into it are mapped back to the
// field they came from, so that a span always counts bytes of the field as given.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/core/span.h"

namespace ragsieve {

// Where a range of indexed_text came from in the original file (a page and a box of a PDF, say).
struct SourceRange {
  ByteRange indexed;
  std::string file;
  std::uint32_t page = 0;
  std::array<float, 4> box{};  // left, top, right, bottom in points; zeros where unknown
};

struct Document {
  std::string id;
  std::string indexed_text;
  std::string media_type = "text/plain";
  std::optional<Digest> raw_digest;         // of the bytes as given, where they were at hand
  std::optional<std::string> visible_text;  // what a reader sees, where it differs
  std::vector<Span> hidden;                 // text that a reader does not see
  std::vector<SourceRange> source_map;
  std::size_t title_bytes = 0;  // bytes of the title before " " in the joined text
  std::string stripped_front;   // white space that strip() took from the joined text's front
  std::uint64_t line = 0;       // line of the record in its file, from 1; 0 of a file
  std::size_t row = 0;          // its row in the embeddings, bad records included
};

// Joins and strips the two fields of a record: sets indexed_text, title_bytes, stripped_front.
// White space is what Python's str.strip takes.
void set_fields(Document& document, std::string_view title, std::string_view text);

// The span of a range of indexed_text: field, range in that field, line and column in it, text.
// A range that starts in the title and ends in the text is given from its start to the title's end.
[[nodiscard]] Span span_of(const Document& document, ByteRange indexed, std::string rule,
                           double weight);

}  // namespace ragsieve
