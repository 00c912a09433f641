#include "ragsieve/text/personal_data.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace ragsieve {
namespace {

constexpr std::size_t kNameBytes = 64;  // of one word of a name

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_alnum(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z'); }
bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_word_byte(char c) { return is_alnum(c) || is_high(c) || c == '_'; }

bool starts_word(std::string_view text, std::size_t at) {
  return at == 0 || !is_word_byte(text[at - 1]);
}

std::string_view slice(std::string_view text, ByteRange range) {
  return text.substr(range.start, range.end - range.start);
}

// Whether `phrase` (lower case) stands at `at`, in any case of ASCII.
bool phrase_at(std::string_view text, std::size_t at, std::string_view phrase) {
  return text.size() - at >= phrase.size() &&
         std::ranges::equal(text.substr(at, phrase.size()), phrase, {}, lower);
}

// The address around the "@" at `at`.
std::optional<ByteRange> email_around(std::string_view text, std::size_t at) {
  constexpr std::string_view kLocal = "._%+-";
  std::size_t start = at;
  while (
      start > 0 && at - start < 64 &&
      (is_word_byte(text[start - 1]) || kLocal.find(text[start - 1]) != std::string_view::npos)) {
    --start;
  }
  std::size_t end = at + 1;
  while (end < text.size() && end - at < 256 &&
         (is_word_byte(text[end]) || text[end] == '.' || text[end] == '-')) {
    ++end;
  }
  while (end > at + 1 && (text[end - 1] == '.' || text[end - 1] == '-')) --end;
  while (start < at && (text[start] == '.' || text[start] == '-')) ++start;
  const std::string_view domain = text.substr(at + 1, end - at - 1);
  const std::size_t dot = domain.rfind('.');
  const bool whole = start < at && dot != std::string_view::npos && dot > 0;
  if (!whole || domain.size() - dot < 3) return std::nullopt;
  return ByteRange{start, end};
}

// Digits with what stands between their groups.
struct DigitRun {
  ByteRange range;
  std::string digits;
  std::vector<std::size_t> groups;  // digits of each group
  bool plus = false;
};

// From the "+", "(" or digit at `at`; a space, "-", ".", "/", "(" or ")" can part two groups, two
// of them only around brackets.
DigitRun digit_run(std::string_view text, std::size_t at) {
  DigitRun run;
  run.range = {at, at};
  run.plus = text[at] == '+';
  std::size_t gap = 0;
  bool bracket = false;
  for (std::size_t i = at; i < text.size() && run.digits.size() < 40; ++i) {
    const char c = text[i];
    if (is_digit(c)) {
      if (run.digits.empty() || gap > 0) run.groups.push_back(0);
      ++run.groups.back();
      run.digits += c;
      gap = 0;
      bracket = false;
      run.range.end = i + 1;
      continue;
    }
    bracket = bracket || c == '(' || c == ')';
    const bool sign = c == '+' && i == at;
    if (!sign && std::string_view(" -./()").find(c) == std::string_view::npos) break;
    if (!sign && ++gap > (bracket ? 3U : 1U)) break;
  }
  while (run.range.end < text.size() && is_digit(text[run.range.end])) ++run.range.end;
  return run;
}

// Luhn's check digit, of every payment card.
bool luhn(std::string_view digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    int digit = digits[digits.size() - 1 - i] - '0';
    if (i % 2 == 1) digit = digit > 4 ? 2 * digit - 9 : 2 * digit;
    sum += digit;
  }
  return sum % 10 == 0;
}

// ISO 13616: letters and digits, 97 leaves 1.
std::optional<ByteRange> iban_at(std::string_view text, std::size_t at) {
  std::string characters;
  std::size_t end = at;
  for (std::size_t i = at; i < text.size() && characters.size() < 34; ++i) {
    if (text[i] == ' ' && i + 1 < text.size() && (is_upper(text[i + 1]) || is_digit(text[i + 1]))) {
      continue;
    }
    if (!is_upper(text[i]) && !is_digit(text[i])) break;
    characters += text[i];
    const std::size_t n = characters.size();
    const bool head = n <= 2 ? is_upper(text[i]) : n > 4 || is_digit(text[i]);
    if (!head) return std::nullopt;
    if (n < 15) continue;
    unsigned remainder = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const char c = characters[(k + 4) % n];
      remainder = is_digit(c) ? remainder * 10 + static_cast<unsigned>(c - '0')
                              : remainder * 100 + static_cast<unsigned>(c - 'A' + 10);
      remainder %= 97;
    }
    if (remainder == 1) end = i + 1;
  }
  if (end == at) return std::nullopt;
  return ByteRange{at, end};
}

// A word like "account" within the 24 bytes before `at`.
bool behind_account_word(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 15> kWords{
      "account", "iban",  "customer", "order",  "member", "passport", "ssn",   "social security",
      "konto",   "kunde", "compte",   "client", "cuenta", "cliente",  "konton"};
  const std::size_t start = at > 32 ? at - 32 : 0;
  for (std::size_t i = start; i < at; ++i) {
    for (const std::string_view word : kWords) {
      if (phrase_at(text.substr(0, at), i, word)) return true;
    }
  }
  return false;
}

bool behind_phone_word(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 8> kWords{"phone", "call", "tel",   "mobile",
                                                   "mobil", "ring", "handy", "whatsapp"};
  const std::size_t start = at > 20 ? at - 20 : 0;
  for (std::size_t i = start; i < at; ++i) {
    for (const std::string_view word : kWords) {
      if (phrase_at(text.substr(0, at), i, word)) return true;
    }
  }
  return false;
}

bool looks_like_phone(std::string_view text, const DigitRun& run) {
  const std::size_t n = run.digits.size();
  if (n < 7 || n > 15) return false;
  if (run.plus) return true;
  if (run.digits.starts_with("00")) return n >= 9;
  if (run.digits.starts_with('0')) return n >= 9;
  using Groups = std::vector<std::size_t>;
  if (run.groups == Groups{3, 3, 4} || run.groups == Groups{1, 3, 3, 4}) return true;
  return n >= 7 && behind_phone_word(text, run.range.start);
}

std::string_view kind_of(std::string_view text, const DigitRun& run) {
  const std::size_t n = run.digits.size();
  if (n >= 13 && n <= 19 && !run.plus && luhn(run.digits)) return "card";
  using Groups = std::vector<std::size_t>;
  if (run.groups == Groups{3, 2, 4}) return "account";  // a social security number
  const std::string_view given = slice(text, run.range);
  const bool decimal = run.groups.size() == 2 && given.find('.') != std::string_view::npos;
  if (decimal) return {};
  if (looks_like_phone(text, run)) return "phone";
  const std::size_t longest = run.groups.empty() ? 0 : std::ranges::max(run.groups);
  if (longest >= 9) return "account";
  if (n >= 5 && longest >= 4 && behind_account_word(text, run.range.start)) return "account";
  return {};
}

constexpr auto kBeforeName = std::to_array<std::string_view>(
    {"my name is ",   "my name's ",   "mein name ist ", "ich heiße ",    "ich heisse ",
     "je m'appelle ", "mon nom est ", "me llamo ",      "mi nombre es ", "mi chiamo ",
     "mijn naam is ", "ik heet ",     "meu nome é ",    "jeg heter ",    "mitt navn er ",
     "mit navn er ",  "jag heter ",   "меня зовут ",    "mam na imię ",  "我叫",
     "我的名字是",    "私の名前は"});

// Whether a punctuation mark of a script without spaces stands at `at`.
bool wide_mark_at(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 6> kMarks{"，", "。", "、", "？", "！", "；"};
  return std::ranges::any_of(
      kMarks, [&](std::string_view mark) { return text.substr(at).starts_with(mark); });
}

// The words of a name from `at`: capitalised ones up to four, or, written small, the first and the
// one behind it unless the sentence goes on with it.
std::optional<ByteRange> name_from(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 12> kGoesOn{"and", "i",   "my", "und",  "et",  "y",
                                                     "e",   "the", "on", "from", "but", "with"};
  std::size_t end = at;
  bool small = false;
  for (std::size_t n = 0; n < 4; ++n) {
    std::size_t start = n == 0 ? at : end + 1;
    if (n > 0 && (end >= text.size() || text[end] != ' ')) break;
    std::size_t stop = start;
    while (
        stop < text.size() && stop - start < kNameBytes && !wide_mark_at(text, stop) &&
        (is_word_byte(text[stop]) || text[stop] == '\'' || (text[stop] == '-' && stop > start))) {
      ++stop;
    }
    while (stop < text.size() && (text[stop] & 0xC0) == 0x80) ++stop;
    if (stop == start) break;
    const std::string_view word = text.substr(start, stop - start);
    const bool capital = is_upper(word[0]) || is_high(word[0]);
    if (n == 0) small = !capital;
    if (n > 0 && small != !capital) break;
    if (n > 0 && small && (n > 1 || std::ranges::find(kGoesOn, word) != kGoesOn.end())) break;
    end = stop;
  }
  if (end == at) return std::nullopt;
  return ByteRange{at, end};
}

class Finder {
 public:
  explicit Finder(std::string_view text) : text_(text) {}

  std::vector<PersonalDatum> find() {
    while (at_ < text_.size()) {
      if (!email() && !name() && !iban() && !number()) ++at_;
    }
    return std::move(found_);
  }

 private:
  bool take(ByteRange range, std::string_view kind) {
    found_.push_back({range, kind});
    at_ = range.end;
    return true;
  }

  bool email() {
    if (text_[at_] != '@') return false;
    const auto range = email_around(text_, at_);
    if (!range) return false;
    // Digits of the local part may have been taken for a number.
    while (!found_.empty() && found_.back().range.end > range->start) found_.pop_back();
    return take(*range, "email");
  }

  bool name() {
    if (!starts_word(text_, at_) && !is_high(text_[at_])) return false;
    for (const std::string_view phrase : kBeforeName) {
      if (!phrase_at(text_, at_, phrase)) continue;
      const auto range = name_from(text_, at_ + phrase.size());
      if (range) return take(*range, "name");
    }
    return false;
  }

  bool iban() {
    if (!is_upper(text_[at_]) || !starts_word(text_, at_)) return false;
    const auto range = iban_at(text_, at_);
    return range && take(*range, "account");
  }

  bool number() {
    const char c = text_[at_];
    const bool opens = (c == '+' || c == '(') && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
    if ((!is_digit(c) && !opens) || !starts_word(text_, at_)) return false;
    const DigitRun run = digit_run(text_, at_);
    const bool fraction = at_ >= 2 && text_[at_ - 1] == '.' && is_digit(text_[at_ - 2]);
    const std::string_view kind = fraction ? std::string_view() : kind_of(text_, run);
    if (!kind.empty()) return take(run.range, kind);
    at_ += std::max<std::size_t>(1, first_group_bytes());
    return true;
  }

  // The digits at at_, so that a run is not looked at again from its middle.
  std::size_t first_group_bytes() const {
    std::size_t n = 0;
    while (at_ + n < text_.size() && is_digit(text_[at_ + n])) ++n;
    return n;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<PersonalDatum> found_;
};

}  // namespace

std::vector<PersonalDatum> find_personal_data(std::string_view text) { return Finder(text).find(); }

std::string mask_personal_data(std::string_view text) {
  std::string masked;
  std::size_t done = 0;
  for (const PersonalDatum& datum : find_personal_data(text)) {
    masked += text.substr(done, datum.range.start - done);
    masked += "[" + std::string(datum.kind) + "]";
    done = datum.range.end;
  }
  masked += text.substr(done);
  return masked;
}

}  // namespace ragsieve
