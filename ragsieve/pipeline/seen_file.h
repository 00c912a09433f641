// What a look saw, as text: a JSON line with who judged and how many documents follow, then a line
// a document, by id. Written by `ragsieve monitor` and kept by the service. Pure, thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/pipeline/corpus_look.h"

namespace ragsieve {

inline constexpr std::size_t kSeenBytes = std::size_t{1} << 30;  // some eight million documents

[[nodiscard]] std::string seen_text(const SeenCorpus& seen);

// kCorrupt, naming `path`, the line and the member, for what seen_text() does not write: another
// count of lines, ids that do not ascend.
[[nodiscard]] Result<SeenCorpus> parse_seen(std::string_view text, const std::string& path);

}  // namespace ragsieve
