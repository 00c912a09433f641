// Values keyed by digests in one SQLite file that several processes share (WAL). What a model has
// computed once for a text is never computed again. Least recently used values go first when the
// file is over its limit. A corrupt file is set aside with a message and a new one begun: a cache
// is never a reason to fail. Any thread may call; calls are serialised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/log.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

struct CacheOptions {
  std::string path;                                        // the file; its folder is made
  std::uint64_t max_bytes = std::uint64_t{8} << 30;        // of stored values
};

class ValueCache {
 public:
  [[nodiscard]] static Result<std::unique_ptr<ValueCache>> open(const CacheOptions& options,
                                                                const LogSink& log);
  virtual ~ValueCache() = default;

  // Values of the keys, in their order; nothing where a key is not known.
  [[nodiscard]] virtual Result<std::vector<std::optional<std::string>>> get(
      std::span<const Digest> keys) = 0;

  // Stores all pairs in one transaction. A key that is there already keeps its value.
  [[nodiscard]] virtual Status put(std::span<const std::pair<Digest, std::string>> values) = 0;
};

}  // namespace ragsieve
