#include "ragsieve/evidence/utc_time.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace ragsieve {
namespace {

constexpr std::int64_t kLastSecond = 253'402'300'799;  // 9999-12-31T23:59:59Z
constexpr std::int64_t kDaySeconds = 86'400;
constexpr std::string_view kForm = "0000-00-00T00:00:00Z";

// The digits of `text` from `start` on as a number; the form has been checked.
unsigned number(std::string_view text, std::size_t start, std::size_t n_digits) {
  unsigned value = 0;
  for (const char c : text.substr(start, n_digits)) {
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  return value;
}

bool has_form(std::string_view text) {
  return std::ranges::equal(text, kForm, [](char c, char form) {
    return form == '0' ? c >= '0' && c <= '9' : c == form;
  });
}

}  // namespace

std::string format_utc(std::int64_t seconds) {
  seconds = std::clamp<std::int64_t>(seconds, 0, kLastSecond);
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days(seconds / kDaySeconds))};
  const auto second = static_cast<unsigned>(seconds % kDaySeconds);
  char text[64];
  std::snprintf(text, sizeof(text), "%04d-%02u-%02uT%02u:%02u:%02uZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                second / 3600, second / 60 % 60, second % 60);
  return text;
}

std::optional<std::int64_t> parse_utc(std::string_view text) {
  if (!has_form(text)) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(number(text, 0, 4))),
                                         std::chrono::month(number(text, 5, 2)),
                                         std::chrono::day(number(text, 8, 2))};
  const unsigned hour = number(text, 11, 2);
  const unsigned minute = number(text, 14, 2);
  const unsigned second = number(text, 17, 2);
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  if (days < 0) return std::nullopt;
  return days * kDaySeconds + hour * 3600 + minute * 60 + second;
}

}  // namespace ragsieve
