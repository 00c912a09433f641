// What a corpus is, in one digest (evidence.md): sha256 of the canonical JSON array of
// [id, text sha256] pairs sorted by the bytes of the id. It does not depend on the order of the
// records, nor on records that could not be read. The text is the indexed text of a document.
#pragma once

#include <span>
#include <string>

#include "ragsieve/base/digest.h"
#include "ragsieve/core/corpus.h"

namespace ragsieve {

[[nodiscard]] Digest corpus_digest(const Corpus& corpus);

// The same from ids and digests of texts that were computed before; as many of the one as of the
// other. Thread-safe.
[[nodiscard]] Digest corpus_digest(std::span<const std::string> ids,
                                   std::span<const Digest> text_digests);

}  // namespace ragsieve
