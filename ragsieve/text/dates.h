// Dates and times of day of a sentence: "5 June 2019", "June 5th", "2019-06-05", 2019年6月5日, a
// year, a month or a weekday alone; "22:30", "half past two at night", "10 Uhr". English, German,
// French, Spanish, Russian and Chinese names. Pure functions; any thread may call.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "ragsieve/text/function_words.h"
#include "ragsieve/text/lexemes.h"

namespace ragsieve {

struct CalendarDate {  // 0: not said
  int year = 0;
  int month = 0;
  int day = 0;
  int weekday = 0;  // 1 is Monday
  bool operator==(const CalendarDate&) const = default;
};

struct DateAt {
  CalendarDate date;
  std::size_t n_lexemes = 0;
};

struct TimeOfDay {
  int minutes = 0;         // since midnight
  bool half_known = true;  // false: "half past two" may be in the afternoon
};

struct TimeAt {
  TimeOfDay time;
  std::size_t n_lexemes = 0;
};

// What starts at lexeme `at`.
[[nodiscard]] std::optional<DateAt> date_at(const std::vector<Lexeme>& sentence, std::size_t at,
                                            Language language);
[[nodiscard]] std::optional<TimeAt> time_at(const std::vector<Lexeme>& sentence, std::size_t at,
                                            Language language);

// Nothing that both say is different. Dates that say no common part are not comparable.
[[nodiscard]] bool comparable(const CalendarDate& a, const CalendarDate& b);
[[nodiscard]] bool same_date(const CalendarDate& a, const CalendarDate& b);
[[nodiscard]] bool same_time(const TimeOfDay& a, const TimeOfDay& b);

}  // namespace ragsieve
