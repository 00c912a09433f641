// A document that was admitted and that the corpus does not hold yet: what corpus evidence needs of
// it, without its text. A value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/text/word_hashes.h"

namespace ragsieve {

struct RecentDocument {
  std::string id;
  Digest text;  // of its indexed text
  std::int64_t admitted_s = 0;
  std::vector<float> vector;  // of length 1
  WordHashes words;
};

// The stored form of one document, and back; kCorrupt naming `path` and what was found.
[[nodiscard]] std::string recent_bytes(const RecentDocument& document);
[[nodiscard]] Result<RecentDocument> parse_recent(std::string_view bytes, const std::string& path);

}  // namespace ragsieve
