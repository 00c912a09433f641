// The language of a corpus as a segment of its index: the counts of text/ngram.h, so that who needs
// them need not count the corpus again. Bytes: stats/stored_form.h with the magic word "RSNGRAM1",
// whose last digit is the version of the form and of how words are cut and hashed; of the words,
// then of the pairs three numbers of 8 bytes (counters, additions, counters above 0); then each
// counter above 0 as two numbers of seven bits a byte, the lowest first: counters passed over,
// count.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/index/index_manifest.h"
#include "ragsieve/text/ngram.h"

namespace ragsieve {

// While nobody adds. The same bytes for the same counts.
[[nodiscard]] std::string stored_ngram_counts(const NgramCounts& counts);

// What stored_ngram_counts() wrote. `path` stands in the errors. kCorrupt says what is wrong;
// kTooLarge where the counters need more than `max_bytes` of memory.
[[nodiscard]] Result<std::unique_ptr<const NgramCounts>> parse_ngram_counts(
    std::string_view bytes, std::size_t max_bytes, const std::string& path);

// The counts of an index that was opened with that manifest; null where it has none. The digest is
// checked. Errors as above and as open_index().
[[nodiscard]] Result<std::unique_ptr<const NgramCounts>> load_ngram_counts(
    const std::string& folder, const IndexManifest& manifest, std::size_t max_bytes);

}  // namespace ragsieve
