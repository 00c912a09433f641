#include "ragsieve/service/interval.h"

#include <charconv>

namespace ragsieve {
namespace {

constexpr std::int64_t kDay = 24 * 3600;
constexpr std::int64_t kLongest = 31 * kDay;

std::int64_t seconds_of_unit(char unit) {
  if (unit == 'm') return 60;
  if (unit == 'h') return 3600;
  return unit == 'd' ? kDay : 0;
}

}  // namespace

std::optional<std::int64_t> seconds_of_interval(std::string_view text) {
  if (text.size() < 2 || text.size() > 6 || text.front() < '1' || text.front() > '9') return {};
  const std::int64_t unit = seconds_of_unit(text.back());
  std::int64_t number = 0;
  const char* last = text.data() + text.size() - 1;
  const auto [end, failed] = std::from_chars(text.data(), last, number);
  if (failed != std::errc() || end != last || unit == 0) return {};
  const std::int64_t seconds = number * unit;
  return seconds <= kLongest ? std::optional(seconds) : std::nullopt;
}

}  // namespace ragsieve
