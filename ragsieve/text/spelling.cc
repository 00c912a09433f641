#include "ragsieve/text/spelling.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <optional>
#include <string>

#include "ragsieve/base/utf8.h"
#include "ragsieve/text/folding.h"

namespace ragsieve {
namespace {

constexpr std::size_t kFewestSpaced = 8;
constexpr std::size_t kFewestLeetWords = 3;

TextView folded_part(const TextView& part, ViewKind kind) {
  return folded_view(part.text()).through(part, kind);
}

struct Letter {
  ByteRange range;
  std::size_t gap = 0;  // bytes of the separator before it
  char32_t separator = 0;
};

bool is_separator(char32_t c) {
  return c == ' ' || c == '.' || c == '-' || c == '_' || c == '*' || c == '|' || c == '/' ||
         c == '\t' || c == ',' || c == 0xA0 || c == 0xB7 || c == 0x2022;
}

bool is_letter(char32_t c) { return u_isalpha(static_cast<UChar32>(c)) != 0; }

// Collects letters that stand alone between separators.
class SpacedRuns {
 public:
  explicit SpacedRuns(std::string_view text) : text_(text) {}

  std::vector<TextView> find() {
    std::size_t at = 0;
    std::size_t gap_start = 0;
    while (at < text_.size()) {
      const auto point = decode_utf8(text_, at);
      const std::size_t length = point ? point->n_bytes : 1;
      const char32_t c = point ? point->value : 0;
      if (is_separator(c)) {
        last_separator_ = gap_start == at ? c : last_separator_;
      } else if (is_letter(c) && !letter_follows(at + length)) {
        run_.push_back({{at, at + length}, at - gap_start, last_separator_});
        gap_start = at + length;
      } else {
        finish();
        at = is_letter(c) ? end_of_word(at) : at + length;
        gap_start = at;
        continue;
      }
      at += length;
    }
    finish();
    return std::move(views_);
  }

 private:
  [[nodiscard]] bool letter_follows(std::size_t at) const {
    const auto point = decode_utf8(text_, at);
    return point && (is_letter(point->value) ||
                     u_charType(static_cast<UChar32>(point->value)) == U_NON_SPACING_MARK);
  }

  [[nodiscard]] std::size_t end_of_word(std::size_t at) const {
    while (at < text_.size() && letter_follows(at)) at += decode_utf8(text_, at)->n_bytes;
    return at;
  }

  // The separator inside of words is the commonest narrow one; whatever differs ends a word.
  void finish() {
    if (run_.size() >= kFewestSpaced) {
      const Letter& sample = run_[1];
      std::size_t width = sample.gap;
      for (std::size_t i = 1; i < run_.size(); ++i) width = std::min(width, run_[i].gap);
      TextView part(ViewKind::kDespaced);
      for (std::size_t i = 0; i < run_.size(); ++i) {
        const Letter& letter = run_[i];
        if (i > 0 && (letter.gap != width || letter.separator != sample.separator)) {
          part.append(" ", {letter.range.start - letter.gap, letter.range.start});
        }
        part.append(text_.substr(letter.range.start, letter.range.end - letter.range.start),
                    letter.range);
      }
      views_.push_back(folded_part(part, ViewKind::kDespaced));
    }
    run_.clear();
  }

  std::string_view text_;
  std::vector<Letter> run_;
  std::vector<TextView> views_;
  char32_t last_separator_ = 0;
};

char leet_letter(char c, char one) {
  switch (c) {
    case '0':
      return 'o';
    case '1':
    case '|':
    case '!':
      return one;
    case '3':
      return 'e';
    case '4':
    case '@':
      return 'a';
    case '5':
    case '$':
      return 's';
    case '7':
      return 't';
    case '8':
      return 'b';
    case '9':
      return 'g';
    default:
      return '\0';
  }
}

bool is_ascii_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

bool in_leet_word(char c) { return is_ascii_letter(c) || leet_letter(c, 'i') != '\0'; }

struct LeetWord {
  bool is_leet = false;
  bool has_one = false;
};

LeetWord judge(std::string_view word) {
  std::size_t letters = 0;
  std::size_t digits = 0;
  LeetWord verdict;
  for (const char c : word) {
    letters += is_ascii_letter(c) ? 1 : 0;
    digits += is_ascii_letter(c) || c == '!' ? 0 : 1;
    verdict.has_one = verdict.has_one || c == '1' || c == '|' || c == '!';
  }
  verdict.is_leet = letters > 0 && digits > 0;
  return verdict;
}

std::size_t word_end(std::string_view line, std::size_t at) {
  while (at < line.size() && in_leet_word(line[at])) ++at;
  return at;
}

// The line spelt out with `one` for a 1; nothing where too few words are leet.
std::optional<TextView> spelt_out(std::string_view text, ByteRange line, char one) {
  const std::string_view bytes = text.substr(0, line.end);
  TextView part(ViewKind::kLeet);
  std::size_t n_leet = 0;
  bool has_one = false;
  for (std::size_t at = line.start; at < line.end;) {
    const std::size_t end = std::max(word_end(bytes, at), at + 1);
    const LeetWord word = judge(bytes.substr(at, end - at));
    n_leet += word.is_leet ? 1 : 0;
    has_one = has_one || (word.is_leet && word.has_one);
    for (; at < end; ++at) {
      const char spelt = word.is_leet ? leet_letter(bytes[at], one) : '\0';
      const char letter = spelt != '\0' ? spelt : bytes[at];
      part.append({&letter, 1}, {at, at + 1});
    }
  }
  if (n_leet < kFewestLeetWords || (one == 'l' && !has_one)) return std::nullopt;
  return folded_part(part, ViewKind::kLeet);
}

}  // namespace

std::vector<TextView> despaced_views(std::string_view text) { return SpacedRuns(text).find(); }

std::vector<TextView> leet_views(std::string_view text) {
  std::vector<TextView> views;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    for (const char one : {'i', 'l'}) {
      if (auto view = spelt_out(text, {start, end}, one)) views.push_back(std::move(*view));
    }
    start = end + 1;
  }
  return views;
}

}  // namespace ragsieve
