// The two digests of a document that a report carries: of its bytes, and of its canonical text, so
// that "the file changed" and "the text changed" can be told apart. Pure.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

struct DocumentDigests {
  Digest raw;
  Digest canonical;  // of canonical_text()
};

// kTooLarge where canonical_text() is.
[[nodiscard]] Result<DocumentDigests> document_digests(std::string_view bytes);

// The bytes that stand for a record of a corpus file (raw_form "record"): its decoded title, a
// line feed, its text. The title may be empty.
[[nodiscard]] std::string record_bytes(std::string_view title, std::string_view text);

}  // namespace ragsieve
