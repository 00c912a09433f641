// A page of a list that shows the newest first: what lies before a row, so that rows that are added
// meanwhile neither repeat nor hide one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ragsieve {

struct Page {
  std::int64_t before = std::numeric_limits<std::int64_t>::max();  // the last page's last sequence
  std::int64_t limit = 100;                                        // 1 to 1000; cut to that
};

[[nodiscard]] inline std::int64_t rows_of(const Page& page) {
  return std::clamp<std::int64_t>(page.limit, 1, 1000);
}

}  // namespace ragsieve
