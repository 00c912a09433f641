// The documents segment of an index: of each row the id and the sha256 of the text that was
// encoded, as one JSON line {"id":...,"text_sha256":...}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

struct DocumentTable {
  std::vector<std::string> ids;
  std::vector<Digest> text_digests;  // as many
};

// The line of one document, with its line feed.
[[nodiscard]] std::string document_line(std::string_view id, const Digest& text_digest);

// A whole segment of n_rows lines. `path` stands in the errors. kCorrupt names the line and what is
// wrong with it; kTooLarge an id over limits::kIdBytes.
[[nodiscard]] Result<DocumentTable> parse_document_table(std::string_view bytes, std::size_t n_rows,
                                                         const std::string& path);

}  // namespace ragsieve
