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

#include "ragsieve/base/clock.h"
#include "ragsieve/base/digest.h"
#include "ragsieve/base/log.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

struct CacheOptions {
  std::string path;                                  // the file; its folder is made
  std::uint64_t max_bytes = std::uint64_t{8} << 30;  // of stored values; the file is a tenth larger
  const Clock* clock = nullptr;                      // for the day of use; null: the system's
};

class ValueCache {
 public:
  // Errors: kIo where the folder cannot be made or written (the message says how to go on without),
  // kInvalidConfig where the file is a database of another program.
  [[nodiscard]] static Result<std::unique_ptr<ValueCache>> open(const CacheOptions& options,
                                                                const LogSink& log);
  virtual ~ValueCache() = default;

  // Values of the keys, in their order; nothing where a key is not known or its value is damaged.
  // Never fails: a file that cannot be read any more costs one message and is then a cache without
  // values.
  [[nodiscard]] virtual Result<std::vector<std::optional<std::string>>> get(
      std::span<const Digest> keys) = 0;

  // Stores all pairs in one transaction. A key that is there already keeps its value. Never fails:
  // where the disk is full or the file cannot be written, one message says so and from then on
  // nothing more is stored. A value larger than max_bytes or 512 MiB is not stored.
  [[nodiscard]] virtual Status put(std::span<const std::pair<Digest, std::string>> values) = 0;
};

}  // namespace ragsieve
