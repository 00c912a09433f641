// manifest.json of an index: what its vectors were made of, and its segments. A segment is a file
// beside the manifest that never changes; its name carries the digest of its bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

// The encoder that made the vectors: every setting that changes a value. Vectors of two encoders
// that differ in any of these are not to be compared.
struct IndexEncoder {
  std::string name;  // with the weight type
  Digest file_digest;
  std::string engine;
  std::string tokenizer;
  std::size_t max_tokens = 0;  // specials counted
  std::string pooling;
  std::string query_prefix;
  std::string passage_prefix;
  int layer = 0;  // blocks that were kept; 0: all
  bool operator==(const IndexEncoder&) const = default;
};

struct IndexSegment {
  std::string kind;  // "vectors", "documents"
  std::string file;  // a plain name in the folder of the index
  Digest sha256;
  std::uint64_t bytes = 0;
  bool operator==(const IndexSegment&) const = default;
};

struct IndexManifest {
  static constexpr std::uint64_t kSchema = 1;

  IndexEncoder encoder;
  std::string source;  // path of the corpus, where the texts stay
  std::size_t n_rows = 0;
  std::size_t dim = 0;
  Digest corpus_digest;  // corpus_digest.h
  std::vector<IndexSegment> segments;

  // The segment of that kind; null where there is none.
  [[nodiscard]] const IndexSegment* segment(std::string_view kind) const;
  bool operator==(const IndexManifest&) const = default;
};

// One line of JSON, "schema" first.
[[nodiscard]] std::string to_json(const IndexManifest& manifest);

// What to_json() wrote. `path` stands in the errors. kCorrupt names the member, what was found and
// what was expected; kUnavailable when the schema is another version's. Unknown members are
// ignored.
[[nodiscard]] Result<IndexManifest> parse_index_manifest(std::string_view bytes,
                                                         const std::string& path);

}  // namespace ragsieve
