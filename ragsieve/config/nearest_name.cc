// Optimal string alignment, in three rows of the table.
#include "ragsieve/config/nearest_name.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace ragsieve {

std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before(right.size() + 1);
  std::vector<std::size_t> last(right.size() + 1);
  std::vector<std::size_t> row(right.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t substituted = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substituted});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[right.size()];
}

std::string nearest_name(std::string_view name, std::span<const std::string> names) {
  constexpr std::size_t kMaxBytes = 256;
  std::string nearest;
  std::size_t smallest = std::numeric_limits<std::size_t>::max();
  for (const std::string& known : names) {
    const std::size_t distance = edit_distance(name.substr(0, kMaxBytes), known);
    if (distance < smallest) {
      smallest = distance;
      nearest = known;
    }
  }
  return nearest;
}

}  // namespace ragsieve
