#include "ragsieve/text/dates.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "ragsieve/text/calendar_names.h"
#include "ragsieve/text/numbers.h"

namespace ragsieve {
namespace {

constexpr int kFirstYear = 1000;
constexpr int kLastYear = 2199;

// Reads a sentence by position without caring for its end.
class Reader {
 public:
  Reader(const std::vector<Lexeme>& sentence, std::size_t at, Language language)
      : sentence_(sentence), at_(at), language_(language) {}

  [[nodiscard]] std::string_view text(std::size_t offset) const {
    return at_ + offset < sentence_.size() ? std::string_view(sentence_[at_ + offset].text)
                                           : std::string_view();
  }
  [[nodiscard]] std::string_view before() const {
    return at_ > 0 ? std::string_view(sentence_[at_ - 1].text) : std::string_view();
  }
  [[nodiscard]] bool glued(std::size_t offset) const {
    return at_ + offset < sentence_.size() && sentence_[at_ + offset].glued;
  }
  [[nodiscard]] bool capital(std::size_t offset) const {
    return at_ + offset < sentence_.size() && sentence_[at_ + offset].capital;
  }
  // The plain integer of digits at `offset`, of at most `digits` digits; -1: none is there.
  [[nodiscard]] int integer(std::size_t offset, std::size_t digits) const {
    if (at_ + offset >= sentence_.size()) return -1;
    const Lexeme& lexeme = sentence_[at_ + offset];
    if (lexeme.kind != LexemeKind::kNumeral || lexeme.text.size() > digits) return -1;
    int value = 0;
    for (const char c : lexeme.text) {
      if (c < '0' || c > '9') return -1;
      value = value * 10 + (c - '0');
    }
    return value;
  }
  [[nodiscard]] int year(std::size_t offset) const {
    if (text(offset).size() != 4) return 0;
    const int value = integer(offset, 4);
    return value >= kFirstYear && value <= kLastYear ? value : 0;
  }
  [[nodiscard]] int day(std::size_t offset) const {
    const int value = integer(offset, 2);
    return value >= 1 && value <= 31 ? value : 0;
  }
  // A word that may be counted stands at `offset`: not a mark, nor one that joins.
  [[nodiscard]] bool is_word(std::size_t offset) const {
    if (at_ + offset >= sentence_.size()) return false;
    const Lexeme& lexeme = sentence_[at_ + offset];
    return lexeme.kind != LexemeKind::kSymbol && !is_function_word(lexeme.text, language_);
  }
  // A small number in digits or words, and how many lexemes it takes.
  [[nodiscard]] std::optional<std::pair<int, std::size_t>> small(std::size_t offset) const {
    const auto number = number_at(sentence_, at_ + offset, language_);
    if (!number || number->share || number->value < 0 || number->value > 60 ||
        number->value != static_cast<int>(number->value)) {
      return std::nullopt;
    }
    return std::pair(static_cast<int>(number->value), number->n_lexemes);
  }

 private:
  const std::vector<Lexeme>& sentence_;
  std::size_t at_;
  Language language_;
};

bool is_any(std::string_view word, std::string_view list) {
  if (word.empty()) return false;
  std::size_t at = 0;
  while (at < list.size()) {
    const std::size_t end = std::min(list.find(' ', at), list.size());
    if (list.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

std::optional<DateAt> checked(CalendarDate date, std::size_t n_lexemes) {
  if (date.month < 0 || date.month > 12 || date.day < 0 || date.day > 31) return std::nullopt;
  return DateAt{date, n_lexemes};
}

// 2019-06-05, 2019/06/05, 05.06.2019.
std::optional<DateAt> numeric_date(const Reader& reader) {
  if (const int year = reader.year(0); year > 0) {
    const std::string_view mark = reader.text(1);
    if ((mark == "-" || mark == "/") && reader.text(3) == mark && reader.glued(1) &&
        reader.integer(2, 2) > 0 && reader.day(4) > 0) {
      return checked({year, reader.integer(2, 2), reader.day(4), 0}, 5);
    }
  }
  const std::string_view text = reader.text(0);
  const std::size_t first = text.find('.');
  const std::size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
  if (second == std::string_view::npos || first == 0 || first > 2 || second - first > 3 ||
      second - first < 2 || text.size() != second + 5 || text.find(' ') != std::string_view::npos) {
    return std::nullopt;
  }
  const auto number = [&](std::size_t from, std::size_t to) {
    int value = 0;
    for (const char c : text.substr(from, to - from)) {
      if (c < '0' || c > '9') return -1;
      value = value * 10 + (c - '0');
    }
    return value;
  };
  return checked({number(second + 1, text.size()), number(first + 1, second), number(0, first), 0},
                 1);
}

// 2019年6月5日, 6月5日, 2019年.
std::optional<DateAt> ideograph_date(const Reader& reader) {
  CalendarDate date;
  std::size_t n = 0;
  if (reader.year(0) > 0 && reader.text(1) == "年") {
    date.year = reader.year(0);
    n = 2;
  }
  const int month = reader.integer(n, 2);
  if (month >= 1 && month <= 12 && reader.text(n + 1) == "月") {
    date.month = month;
    n += 2;
    if (reader.day(n) > 0 && (reader.text(n + 1) == "日" || reader.text(n + 1) == "号")) {
      date.day = reader.day(n);
      n += 2;
    }
  }
  return n == 0 ? std::nullopt : std::optional(DateAt{date, n});
}

// "may", "march" and "mars" are words too: only beside a number or behind a preposition.
bool is_month(const Reader& reader, std::size_t offset) {
  const std::string_view word = reader.text(offset);
  if (month_of(word) == 0) return false;
  if (!is_any(word, "may march mars marzo mai jan jun dec mar sep")) return true;
  if (offset > 0 || reader.integer(1, 4) > 0) return true;
  return reader.capital(0) && is_any(reader.before(),
                                     "in of by since until before after to through and from during "
                                     "im bis seit ab de en mid early late till");
}

std::size_t skip_ordinal(const Reader& reader, std::size_t n) {
  if (is_any(reader.text(n), "st nd rd th er . º") && reader.glued(n)) return n + 1;
  return n;
}

// Year behind a month: "June 2019", "June, 2019", "junio de 2019".
std::size_t take_year(const Reader& reader, std::size_t n, CalendarDate& date) {
  const std::size_t at = n + (is_any(reader.text(n), ", de . of") ? 1 : 0);
  if (reader.year(at) == 0) return n;
  date.year = reader.year(at);
  return at + 1;
}

std::optional<DateAt> named_month(const Reader& reader) {
  CalendarDate date;
  std::size_t n = 0;
  if (const int day = reader.day(0); day > 0) {
    n = skip_ordinal(reader, 1);
    if (is_any(reader.text(n), "of de")) ++n;
    if (!is_month(reader, n)) return std::nullopt;
    date.day = day;
    date.month = month_of(reader.text(n));
    return checked(date, take_year(reader, n + 1, date));
  }
  if (!is_month(reader, 0)) return std::nullopt;
  date.month = month_of(reader.text(0));
  n = 1;
  if (reader.text(n) == ".") n = reader.day(n + 1) > 0 || reader.year(n + 1) > 0 ? n + 1 : n;
  if (const int day = reader.day(n); day > 0) {
    date.day = day;
    n = skip_ordinal(reader, n + 1);
  }
  n = take_year(reader, n, date);
  return checked(date, n);
}

std::optional<DateAt> weekday(const Reader& reader) {
  if (const int day = weekday_of(reader.text(0)); day > 0) return DateAt{{0, 0, 0, day}, 1};
  std::size_t n = reader.text(0) == "周" ? 1 : 0;
  if (reader.text(0) == "星" && reader.text(1) == "期") n = 2;
  if (n == 0) return std::nullopt;
  static constexpr std::string_view kDays = "一二三四五六日";
  const std::size_t at =
      reader.text(n).empty() ? std::string_view::npos : kDays.find(reader.text(n));
  if (at == std::string_view::npos) return std::nullopt;
  return DateAt{{0, 0, 0, static_cast<int>(at / 3) + 1}, n + 1};
}

// Minutes after noon count from `hour` with what is said behind it: "p.m.", "du soir", "at night".
std::optional<TimeAt> finished_time(const Reader& reader, int hour, int minute, std::size_t n) {
  if (hour < 0 || hour > 24 || minute < 0 || minute > 59) return std::nullopt;
  TimeAt time;
  time.n_lexemes = n;
  const bool letters =
      is_any(reader.text(n), "a p") && reader.text(n + 1) == "." && reader.text(n + 2) == "m";
  const std::size_t words = is_any(reader.text(n), "at in du de am") ? 1U : 0U;
  const std::size_t article = is_any(reader.text(n + words), "the la") ? 1U : 0U;
  const std::string_view part = reader.text(n + words + article);
  const bool before_noon = reader.text(n) == "am" || (letters && reader.text(n) == "a") ||
                           is_any(part, "morning matin manana morgens утра");
  const bool after_noon = reader.text(n) == "pm" || (letters && reader.text(n) == "p") ||
                          is_any(part, "evening afternoon soir tarde noche abends вечера дня");
  const bool night = is_any(part, "night nuit nachts ночи");
  if (letters) time.n_lexemes += 3;
  if (!letters && is_any(reader.text(n), "am pm")) time.n_lexemes += 1;
  if (before_noon && hour == 12) hour = 0;
  if ((after_noon || (night && hour > 6)) && hour < 12) hour += 12;
  time.time.minutes = hour * 60 + minute;
  time.time.half_known = before_noon || after_noon || night || hour > 12;
  return time;
}

std::optional<TimeAt> digital_time(const Reader& reader) {
  const int hour = reader.integer(0, 2);
  if (hour < 0) return std::nullopt;
  const bool colon = reader.text(1) == ":" && reader.glued(1) && reader.glued(2);
  const bool french = reader.text(1) == "h" && reader.text(2).size() == 2;
  if ((colon && reader.text(2).size() == 2) || french) {
    const int minute = reader.integer(2, 2);
    if (minute < 0) return std::nullopt;
    auto time = finished_time(reader, hour, minute, 3);
    if (time && reader.text(0).size() == 2 && reader.text(0)[0] == '0')
      time->time.half_known = true;
    return time;
  }
  return std::nullopt;
}

std::optional<TimeAt> past_time(const Reader& reader) {
  const std::size_t article = reader.text(0) == "a" ? 1 : 0;
  const bool half = reader.text(article) == "half";
  if (!half && reader.text(article) != "quarter") return std::nullopt;
  const bool past = reader.text(article + 1) == "past";
  if (!past && !(reader.text(article + 1) == "to" && !half)) return std::nullopt;
  const auto hour = reader.small(article + 2);
  if (!hour) return std::nullopt;
  const int minute = half ? 30 : (past ? 15 : 45);
  return finished_time(reader, past ? hour->first : hour->first - 1, minute,
                       article + 2 + hour->second);
}

std::optional<TimeAt> named_time(const Reader& reader) {
  if (is_any(reader.text(0), "midnight mitternacht minuit medianoche полночь")) {
    return TimeAt{{0, true}, 1};
  }
  if (is_any(reader.text(0), "noon midday mittag midi mediodia полдень")) {
    return TimeAt{{720, true}, 1};
  }
  return std::nullopt;
}

// "ten in the evening", "three at night": how many lexemes say the part of the day; 0: none do.
std::size_t part_of_day(const Reader& reader, std::size_t n) {
  if (reader.text(n) == "in" && reader.text(n + 1) == "the" &&
      is_any(reader.text(n + 2), "morning evening afternoon")) {
    return 3;
  }
  return reader.text(n) == "at" && reader.text(n + 1) == "night" ? 2 : 0;
}

// "seven o'clock", "sieben Uhr dreißig", "dix heures et demie du soir", "в 9 часов", 8 点, "10 pm".
std::optional<TimeAt> spoken_time(const Reader& reader) {
  const auto hour = reader.small(0);
  if (!hour || hour->first > 24) return std::nullopt;
  std::size_t n = hour->second;
  const std::string_view word = reader.text(n);
  const bool letters = is_any(word, "a p") && reader.text(n + 1) == "." &&
                       reader.text(n + 2) == "m" && reader.glued(n + 2);
  if (letters || is_any(word, "am pm")) {
    return word == "am" && !reader.glued(n) && reader.integer(0, 2) < 0
               ? std::nullopt
               : finished_time(reader, hour->first, 0, n);
  }
  if (word == "o" && reader.text(n + 1) == "clock") {
    return finished_time(reader, hour->first, 0, n + 2);
  }
  if (const std::size_t part = part_of_day(reader, n); part > 0) {
    auto time = finished_time(reader, hour->first, 0, n);
    if (time) time->n_lexemes = n + part;
    return time;
  }
  // "from ten until two".
  const bool until = word == "until" || word == "till" || is_any(reader.before(), "until till");
  if (until && hour->first <= 24 && (word == "until" || word == "till" || !reader.is_word(n))) {
    return finished_time(reader, hour->first, 0, n);
  }
  const bool french = is_any(word, "heure heures") &&
                      (is_any(reader.before(), "a vers avant des") || reader.text(n + 1) == "et");
  const bool russian = is_any(word, "час часа часов") && is_any(reader.before(), "в до с");
  if (word != "uhr" && word != "点" && !french && !russian) return std::nullopt;
  ++n;
  int minute = 0;
  if (french && reader.text(n) == "et" && reader.text(n + 1).starts_with("demi")) {
    minute = 30;
    n += 2;
  } else if (word == "点" && reader.text(n) == "半") {
    minute = 30;
    ++n;
  } else if (const auto more = reader.small(n); more && more->first < 60 && word == "uhr") {
    minute = more->first;
    n += more->second;
  }
  return finished_time(reader, hour->first, minute, n);
}

}  // namespace

std::optional<DateAt> date_at(const std::vector<Lexeme>& sentence, std::size_t at,
                              Language language) {
  const Reader reader(sentence, at, language);
  if (auto date = numeric_date(reader)) return date;
  if (auto date = ideograph_date(reader)) return date;
  if (auto date = named_month(reader)) return date;
  if (auto date = weekday(reader)) return date;
  // A year alone; "1,920" and "1500 metres" are no years, "1920s" is its first one.
  const int year = reader.year(0);
  if (year == 0 || is_any(reader.before(), "$ € £ # - / :")) return std::nullopt;
  if (reader.text(1) == "s" && reader.glued(1)) return DateAt{{year, 0, 0, 0}, 2};
  const bool russian = is_any(reader.text(1), "год года году годом г");
  return DateAt{{year, 0, 0, 0}, russian ? 2U : 1U};
}

std::optional<TimeAt> time_at(const std::vector<Lexeme>& sentence, std::size_t at,
                              Language language) {
  const Reader reader(sentence, at, language);
  if (auto time = digital_time(reader)) return time;
  if (auto time = past_time(reader)) return time;
  if (auto time = named_time(reader)) return time;
  return spoken_time(reader);
}

bool comparable(const CalendarDate& a, const CalendarDate& b) {
  return (a.year && b.year) || (a.month && b.month) || (a.day && b.day) || (a.weekday && b.weekday);
}

bool same_date(const CalendarDate& a, const CalendarDate& b) {
  const auto agree = [](int x, int y) { return x == 0 || y == 0 || x == y; };
  return comparable(a, b) && agree(a.year, b.year) && agree(a.month, b.month) &&
         agree(a.day, b.day) && agree(a.weekday, b.weekday);
}

bool same_time(const TimeOfDay& a, const TimeOfDay& b) {
  if (a.minutes == b.minutes) return true;
  const int apart = a.minutes > b.minutes ? a.minutes - b.minutes : b.minutes - a.minutes;
  return apart == 720 && (!a.half_known || !b.half_known);
}

}  // namespace ragsieve
