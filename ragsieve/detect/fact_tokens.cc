#include "ragsieve/detect/fact_tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr std::array<std::string_view, 5> kCurrencySigns{"$", "€", "£", "¥", "₹"};

bool is_ordinal_end(std::string_view end) {
  return end == "st" || end == "nd" || end == "rd" || end == "th";
}

class TokenFinder {
 public:
  TokenFinder(std::string_view sentence, const std::vector<SentenceWord>& words, bool english)
      : sentence_(sentence), words_(words), english_(english) {}

  std::vector<FactToken> find() {
    while (i_ < words_.size()) {
      if (date() || number() || east_asian_number() || name() || polarity()) continue;
      ++i_;
    }
    return std::move(tokens_);
  }

 private:
  const SentenceWord* at(std::size_t i) const { return i < words_.size() ? &words_[i] : nullptr; }
  const SentenceWord* before() const { return i_ > 0 ? &words_[i_ - 1] : nullptr; }

  bool is(const SentenceWord* word, WordClass which) const {
    return word != nullptr && is_word(word->lower, which);
  }

  // What stands between word `i` and the next one.
  std::string_view gap(std::size_t i) const {
    const std::size_t start = words_[i].range.end;
    const std::size_t end = i + 1 < words_.size() ? words_[i + 1].range.start : sentence_.size();
    return sentence_.substr(start, end - start);
  }
  bool adjacent(std::size_t i) const {
    return i + 1 < words_.size() && (gap(i) == " " || gap(i) == "\xC2\xA0");
  }

  bool is_digits(const SentenceWord* word) const {
    return word != nullptr && word->n_digits > 0 && word->n_letters == 0;
  }

  // A day of the month: "2", "2nd", "2" before "." in other languages.
  bool is_day(const SentenceWord* word) const {
    if (word == nullptr || word->n_digits == 0 || word->n_digits > 2) return false;
    const std::string_view end = std::string_view(word->lower).substr(word->n_digits);
    return word->n_letters == 0 ? end.empty() : is_ordinal_end(end);
  }

  bool is_year(const SentenceWord* word) const {
    if (!is_digits(word) || word->lower.size() != 4) return false;
    const char first = word->lower[0];
    return (first == '1' && word->lower[1] >= '5') || (first == '2' && word->lower[1] <= '1');
  }

  bool is_month(const SentenceWord* word) const {
    return is(word, WordClass::kMonth) && (word->capital || !english_);
  }

  void add(std::size_t last, FactKind kind, std::string_view wh, double worth) {
    const ByteRange range{words_[i_].range.start, words_[last].range.end};
    tokens_.push_back({range, range, kind, wh, worth});
    i_ = last + 1;
  }

  bool date() {
    const SentenceWord& word = words_[i_];
    if (word.n_letters == 0 && word.n_digits >= 6) {
      for (const char mark : {'-', '.', '/'}) {
        if (std::ranges::count(word.lower, mark) != 2 || word.lower.find(',') != std::string::npos)
          continue;
        add(i_, FactKind::kDate, "which date", 3);
        return true;
      }
    }
    if (is_day(&word) && day_month()) return true;
    if (is_month(&word)) return month_first();
    if (is(&word, WordClass::kWeekday) && (word.capital || !english_)) {
      add(i_, FactKind::kDate, "which day", 2.2);
      return true;
    }
    return year();
  }

  // "2 June 2003", "2nd of June", "2. Juni 2003".
  bool day_month() {
    std::size_t month = i_ + 1;
    if (is(at(month), WordClass::kInsideName)) ++month;
    if (!is_month(at(month)) || gap(i_).size() > 2) return false;
    std::size_t last = month;
    if (is(at(last + 1), WordClass::kInsideName) && is_year(at(last + 2))) last += 2;
    if (is_year(at(last + 1)) && gap(last).size() <= 2) ++last;
    add(last, FactKind::kDate, "which date", 3);
    return true;
  }

  // "June 2, 2003", "June 2003", "in March".
  bool month_first() {
    std::size_t last = i_;
    const bool with_day = is_day(at(i_ + 1)) && adjacent(i_);
    if (with_day) ++last;
    if (is_year(at(last + 1)) && gap(last).size() <= 2) ++last;
    const bool alone = last == i_;
    // "may", "mar" and "sept" are also other words.
    if (alone && (i_ == 0 || !is(before(), WordClass::kBeforeYear))) return false;
    add(last, FactKind::kDate, with_day ? "which date" : "which month", alone ? 2 : 3);
    return true;
  }

  bool year() {
    if (!is_year(at(i_)) || currency_before()) return false;
    const bool counts = adjacent(i_) && at(i_ + 1)->n_digits == 0 && !at(i_ + 1)->capital &&
                        (is(at(i_ + 1), WordClass::kUnit) || is_plural(*at(i_ + 1)));
    if (counts || !is(before(), WordClass::kBeforeYear)) return false;
    add(i_, FactKind::kYear, "which year", 2.6);
    return true;
  }

  bool currency_before() const {
    const std::string_view ahead = sentence_.substr(0, words_[i_].range.start);
    return std::ranges::any_of(kCurrencySigns,
                               [&](std::string_view sign) { return ahead.ends_with(sign); });
  }

  // An English plural: what a number counts.
  bool is_plural(const SentenceWord& word) const {
    return english_ && word.lower.size() > 3 && word.lower.ends_with('s') &&
           !word.lower.ends_with("ss") && !word.capital &&
           !is_word(word.lower, WordClass::kEnglish);
  }

  bool is_number(const SentenceWord* word) const {
    if (word == nullptr || word->east_asian) return false;
    if (is_digits(word) || word->n_digits > 0) return is_digits(word);
    return is_word(word->lower, WordClass::kNumberWord) ||
           (!english_ && is_word(word->lower, WordClass::kForeignNumber));
  }

  // The last word of a number that begins at i_: "two hundred", "2 million".
  std::size_t end_of_number() const {
    std::size_t last = i_;
    while (adjacent(last) && is_number(at(last + 1)) && !is_digits(at(last + 1))) ++last;
    return last;
  }

  bool number() {
    const SentenceWord& word = words_[i_];
    if (word.n_digits > 0 && word.n_letters > 0) return number_with_unit_attached();
    const bool one = word.lower == "one" && adjacent(i_) && is(at(i_ + 1), WordClass::kUnit);
    if (!is_number(&word) && !one) return false;
    if (!english_ && !is_digits(&word) && word.lower.size() < 3) return false;  // "ti", "ni"
    const std::size_t last = end_of_number();
    if (amount(last) || clock_time(last)) return true;
    // "Table 4", "Tern 8": the number of a name.
    const bool labels = i_ > 0 && adjacent(i_ - 1) && before()->capital && i_ > 1;
    counted(last, labels);
    return true;
  }

  // Sums of money and shares, whose unit is part of what is asked for.
  bool amount(std::size_t last) {
    const bool sign = currency_before();
    const std::string_view behind = sentence_.substr(words_[last].range.end);
    const SentenceWord* next = adjacent(last) ? at(last + 1) : nullptr;
    const bool next_money = is(next, WordClass::kMoney);
    if (sign || next_money || behind.starts_with("€") || behind.starts_with(" €")) {
      const std::size_t start = words_[i_].range.start;
      const std::size_t end = next_money ? last + 1 : last;
      add(end, FactKind::kMoney, "how much", 3);
      if (sign) widen(start);
      if (!next_money && !sign) widen_end(behind.find("€") + std::string_view("€").size());
      return true;
    }
    const std::size_t mark = behind.starts_with('%') ? 1 : behind.starts_with(" %") ? 2 : 0;
    if (mark > 0) {
      add(last, FactKind::kShare, "what percentage", 3);
      widen_end(mark);
      return true;
    }
    if (!is(next, WordClass::kPercent)) return false;
    add(last + 1, FactKind::kShare, "what percentage", 3);
    return true;
  }

  // Takes the currency sign in front of the last token.
  void widen(std::size_t start) {
    for (const std::string_view sign : kCurrencySigns) {
      if (!sentence_.substr(0, start).ends_with(sign)) continue;
      tokens_.back().replaced.start -= sign.size();
      tokens_.back().fact.start -= sign.size();
      return;
    }
  }
  void widen_end(std::size_t n_bytes) {
    tokens_.back().replaced.end += n_bytes;
    tokens_.back().fact.end += n_bytes;
  }

  bool clock_time(std::size_t last) {
    const std::string& lower = words_[i_].lower;
    const std::size_t colon = lower.find(':');
    const bool clock = colon != std::string::npos && colon <= 2 && lower.size() == colon + 3;
    const SentenceWord* next = adjacent(last) ? at(last + 1) : nullptr;
    const bool named = next != nullptr && (next->lower == "am" || next->lower == "pm" ||
                                           next->lower == "o'clock" || next->lower == "uhr");
    if (!clock && !named) return false;
    add(named ? last + 1 : last, FactKind::kTime, "what time", 3);
    return true;
  }

  void counted(std::size_t last, bool labels) {
    const SentenceWord* next = adjacent(last) ? at(last + 1) : nullptr;
    // "Tern 8 draws": behind a name's number a plural may be a verb.
    const bool unit =
        is(next, WordClass::kUnit) || (!labels && next != nullptr && is_plural(*next));
    const bool measured = next != nullptr && !is_word(next->lower, WordClass::kEnglish) &&
                          !is_word(next->lower, WordClass::kForeign);
    double worth = unit ? 3 : measured ? 2.2 : 1.8;
    if (words_[i_].lower == "two" && !is(next, WordClass::kUnit)) worth -= 0.8;
    if (labels && !unit) worth = 0.6;
    std::size_t unit_end = unit ? next->range.end : words_[last].range.end;
    // "five working days"
    const bool far = !unit && !labels && next != nullptr && adjacent(last + 1) &&
                     is(at(last + 2), WordClass::kUnit);
    if (far) unit_end = words_[last + 2].range.end;
    if (far) worth = 3;
    add(last, FactKind::kNumber, unit || measured ? "how many" : "what number", worth);
    tokens_.back().fact.end = unit_end;
  }

  // "26GHz", "5kg"; "WR-1" and "GD1" are names.
  bool number_with_unit_attached() {
    const SentenceWord& word = words_[i_];
    if (word.lower.front() < '0' || word.lower.front() > '9') return false;
    const std::size_t letters = word.lower.find_first_not_of("0123456789.,");
    if (letters == std::string::npos) return false;
    if (is_ordinal_end(std::string_view(word.lower).substr(letters))) return false;
    const bool unit = is_word(std::string_view(word.lower).substr(letters), WordClass::kUnit);
    if (!unit) return false;
    add(i_, FactKind::kNumber, "how much", 3);
    return true;
  }

  // Numerals right before a counter: "五年". Digits before one are plain numbers.
  bool east_asian_number() {
    if (!words_[i_].east_asian) return false;
    const auto counter = decode_utf8(sentence_, words_[i_].range.end);
    if (!counter || !is_east_asian_counter(counter->value)) return false;
    const std::size_t end = words_[i_].range.end + counter->n_bytes;
    add(i_, FactKind::kNumber, "how many", 2.6);
    tokens_.back().fact.end = end;
    return true;
  }

  bool is_name_word(const SentenceWord* word) const {
    return word != nullptr && word->capital && word->n_letters >= 2 && !is_month(word);
  }

  bool name() {
    if (i_ == 0 || !is_name_word(at(i_)) || opens_a_clause()) return false;
    std::size_t last = i_;
    for (;;) {
      if (adjacent(last) && is_name_word(at(last + 1))) {
        ++last;
      } else if (adjacent(last) && is(at(last + 1), WordClass::kInsideName) && adjacent(last + 1) &&
                 is_name_word(at(last + 2))) {
        last += 2;
      } else {
        break;
      }
    }
    const bool several = last > i_;
    if (!english_ && !several) return false;  // German sets every noun in capitals
    const bool place = is(before(), WordClass::kBeforePlace);
    add(last, FactKind::kName, place ? "which place or thing" : "who or what",
        several                   ? 2
        : words_[i_].all_capitals ? 1.2
                                  : 1.6);
    return true;
  }

  // Right behind a colon, a quotation mark, a full stop: a capital there names nothing.
  bool opens_a_clause() const {
    const std::string_view ahead = gap(i_ - 1);
    return ahead.find_first_of(":.!?\"|(") != std::string_view::npos;
  }

  bool polarity() {
    if (!is(at(i_), WordClass::kPolarity) && !words_[i_].lower.ends_with("n't")) return false;
    add(i_, FactKind::kPolarity, "", 1.2);
    return true;
  }

  std::string_view sentence_;
  const std::vector<SentenceWord>& words_;
  bool english_;
  std::size_t i_ = 0;
  std::vector<FactToken> tokens_;
};

}  // namespace

std::vector<FactToken> fact_tokens(std::string_view sentence,
                                   const std::vector<SentenceWord>& words, bool english) {
  return TokenFinder(sentence, words, english).find();
}

}  // namespace ragsieve
