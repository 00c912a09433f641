// The canonical text of a document, whose digest tells "the file changed" from "the text changed":
// UTF-8 in NFC, line ends LF, no byte order mark. Thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/base/result.h"

namespace ragsieve {

// Of a document's bytes as given: one byte order mark at the front is taken away, each byte that
// is not part of well-formed UTF-8 becomes U+FFFD, CR LF and a single CR become LF, and the result
// is normalised (NFC). kTooLarge from 512 MiB on.
[[nodiscard]] Result<std::string> canonical_text(std::string_view bytes);

}  // namespace ragsieve
