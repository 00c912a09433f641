// A page of a list that shows the newest first: what lies before a row, so that rows that are added
// meanwhile neither repeat nor hide one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ragsieve {

struct Page {
  std::int64_t before = std::numeric_limits<std::int64_t>::max();  // the last page's last sequence
  std::int64_t limit = 100;  // 1 to 1000; cut to that, as every limit here
};

[[nodiscard]] inline std::int64_t cut_limit(std::int64_t limit) {
  return std::clamp<std::int64_t>(limit, 1, 1000);
}

[[nodiscard]] inline std::int64_t rows_of(const Page& page) { return cut_limit(page.limit); }

}  // namespace ragsieve
