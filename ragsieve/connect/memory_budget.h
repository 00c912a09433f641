// Counts what a reader keeps in memory against RunOptions::memory_bytes, so that a file that does
// not fit is refused with a message instead of filling the machine.
#pragma once

#include <cstddef>
#include <string>

#include "ragsieve/base/result.h"

namespace ragsieve {

class MemoryBudget {
 public:
  // 0: no limit.
  explicit MemoryBudget(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  // Counts `n_bytes` more for `path`; kTooLarge when the limit is exceeded.
  [[nodiscard]] Status take(std::size_t n_bytes, const std::string& path) {
    used_bytes_ += n_bytes;
    if (limit_bytes_ == 0 || used_bytes_ <= limit_bytes_) return ok_status();
    return make_error(Code::kTooLarge,
                      "does not fit in the " + std::to_string(limit_bytes_) +
                          " bytes of memory allowed; allow more or split the file",
                      Where{path, 0, ""});
  }

 private:
  std::size_t limit_bytes_;
  std::size_t used_bytes_ = 0;
};

}  // namespace ragsieve
