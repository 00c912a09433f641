#include "ragsieve/text/lexemes.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>

#include <array>
#include <cstdint>
#include <optional>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

void append_utf8(std::string& out, char32_t c) {
  std::array<std::uint8_t, 4> buffer{};
  std::int32_t length = 0;
  U8_APPEND_UNSAFE(buffer.data(), length, c);
  out.append(reinterpret_cast<const char*>(buffer.data()), static_cast<std::size_t>(length));
}

bool is_diacritic(char32_t c) { return c >= 0x300 && c <= 0x36F; }

void append_lower(std::string& out, char32_t c) {
  if (is_diacritic(c)) return;
  if (c == 0xDF || c == 0x1E9E) {
    out += "ss";
    return;
  }
  append_utf8(out, static_cast<char32_t>(u_tolower(static_cast<UChar32>(c))));
}

void append_folded(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c);
    return;
  }
  UErrorCode error = U_ZERO_ERROR;
  const UNormalizer2* nfkd = unorm2_getNFKDInstance(&error);
  std::array<UChar, 32> units{};
  const std::int32_t length =
      U_FAILURE(error) ? -1
                       : unorm2_getDecomposition(nfkd, static_cast<UChar32>(c), units.data(),
                                                 static_cast<std::int32_t>(units.size()), &error);
  // Hangul syllables stay whole: their parts are no diacritics.
  if (U_FAILURE(error) || length < 0 || (c >= 0xAC00 && c <= 0xD7A3)) {
    append_lower(out, c);
    return;
  }
  for (std::int32_t i = 0; i < length;) {
    UChar32 part = 0;
    U16_NEXT(units.data(), i, length, part);
    append_lower(out, static_cast<char32_t>(part));
  }
}

bool is_ideograph(char32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x4E00 && c <= 0x9FFF) || c == 0x3007;
}

bool is_word_part(char32_t c) {
  if (c < 0x80) return (c | 0x20U) - 'a' < 26;
  if (is_ideograph(c)) return false;
  constexpr std::uint32_t kMask = U_GC_L_MASK | U_GC_M_MASK;
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & kMask) != 0;
}

int digit_of(char32_t c) {
  if (c < 0x80) return c >= '0' && c <= '9' ? static_cast<int>(c - '0') : -1;
  if (is_ideograph(c)) return -1;
  return u_charDigitValue(static_cast<UChar32>(c));
}

bool is_apostrophe(char32_t c) { return c == '\'' || c == 0x2019; }
bool is_narrow_space(char32_t c) { return c == 0xA0 || c == 0x202F || c == 0x2009; }

class Lexer {
 public:
  Lexer(std::string_view text, std::size_t limit) : text_(text), limit_(limit) {}

  std::vector<Lexeme> run() {
    while (at_ < text_.size() && list_.size() < limit_) {
      const auto point = decode_utf8(text_, at_);
      if (!point) {
        ++at_;
      } else if (digit_of(point->value) >= 0) {
        numeral();
      } else if (is_ideograph(point->value)) {
        single(LexemeKind::kIdeograph, *point);
      } else if (is_word_part(point->value)) {
        word();
      } else if (point->value == 0xBD || point->value == 0xBC || point->value == 0xBE) {
        single(LexemeKind::kSymbol, *point);
      } else {
        symbol(*point);
      }
    }
    return std::move(list_);
  }

 private:
  [[nodiscard]] std::optional<CodePoint> peek(std::size_t at) const {
    return at < text_.size() ? decode_utf8(text_, at) : std::nullopt;
  }

  void add(LexemeKind kind, ByteRange range, std::string folded) {
    Lexeme lexeme;
    lexeme.kind = kind;
    lexeme.range = range;
    lexeme.text = std::move(folded);
    lexeme.glued = !list_.empty() && list_.back().range.end == range.start;
    list_.push_back(std::move(lexeme));
  }

  void single(LexemeKind kind, const CodePoint& point) {
    add(kind, {at_, at_ + point.n_bytes}, std::string(text_.substr(at_, point.n_bytes)));
    at_ += point.n_bytes;
  }

  void symbol(const CodePoint& point) {
    const auto c = static_cast<UChar32>(point.value);
    if (u_isUWhiteSpace(c) || u_iscntrl(c)) {
      at_ += point.n_bytes;
      return;
    }
    single(LexemeKind::kSymbol, point);
    if (point.value >= 0x2010 && point.value <= 0x2015) list_.back().text = "-";
    if (point.value == 0x2212) list_.back().text = "-";
    if (point.value == 0xFF05) list_.back().text = "%";
  }

  // Reads digits from `at`; returns how many, appended to `out` as ASCII.
  std::size_t digits(std::size_t& at, std::string& out) const {
    std::size_t count = 0;
    for (auto point = peek(at); point && digit_of(point->value) >= 0; point = peek(at)) {
      out += static_cast<char>('0' + digit_of(point->value));
      at += point->n_bytes;
      ++count;
    }
    return count;
  }

  // A separator counts when digits follow; a space or apostrophe only between groups of three.
  void numeral() {
    const std::size_t start = at_;
    std::string out;
    std::size_t front = digits(at_, out);
    while (true) {
      const auto separator = peek(at_);
      if (!separator) break;
      const char32_t c = separator->value;
      const bool mark = c == '.' || c == ',' || c == 0x66B || c == 0x66C;
      const bool space = c == ' ' || is_narrow_space(c) || is_apostrophe(c);
      if (!mark && !(space && front <= 3)) break;
      std::size_t after = at_ + separator->n_bytes;
      std::string group;
      const std::size_t count = digits(after, group);
      if (count == 0 || (space && count != 3)) break;
      out += mark ? (c == '.' || c == 0x66B ? '.' : ',') : ' ';
      out += group;
      at_ = after;
      front = count;
    }
    add(LexemeKind::kNumeral, {start, at_}, std::move(out));
  }

  void word() {
    const std::size_t start = at_;
    std::string folded;
    std::size_t letters = 0;
    std::size_t upper = 0;
    bool capital = false;
    while (const auto point = peek(at_)) {
      const auto c = static_cast<UChar32>(point->value);
      if (!is_word_part(point->value)) break;
      const bool is_upper = u_isupper(c) || u_istitle(c);
      capital = capital || (letters == 0 && is_upper);
      upper += is_upper ? 1 : 0;
      ++letters;
      append_folded(folded, point->value);
      at_ += point->n_bytes;
    }
    if (folded.empty()) return;
    add(LexemeKind::kWord, {start, at_}, std::move(folded));
    list_.back().capital = capital;
    list_.back().all_capital = upper == letters && letters >= 2;
    clitic();
  }

  // Behind a word: "n't" is a word of its own, "'s" is dropped, "l'" stands for itself.
  void clitic() {
    const auto apostrophe = peek(at_);
    if (!apostrophe || !is_apostrophe(apostrophe->value)) return;
    const std::size_t after = at_ + apostrophe->n_bytes;
    const auto next = peek(after);
    if (!next || !is_word_part(next->value)) return;
    const auto second = peek(after + next->n_bytes);
    const bool one_letter = !second || !is_word_part(second->value);
    std::string& text = list_.back().text;
    if (one_letter && (next->value | 0x20U) == 't' && text.size() > 1 && text.back() == 'n') {
      split_not(after + 1);
    } else if (one_letter && (next->value | 0x20U) == 's') {
      at_ = after + 1;
    } else {
      at_ = after;
    }
  }

  void split_not(std::size_t end) {
    Lexeme& verb = list_.back();
    const std::size_t start = verb.range.end - 1;
    verb.text.pop_back();
    if (verb.text == "ca") verb.text = "can";
    if (verb.text == "wo") verb.text = "will";
    verb.range.end = start;
    add(LexemeKind::kWord, {start, end}, "not");
    at_ = end;
  }

  std::string_view text_;
  std::size_t limit_;
  std::size_t at_ = 0;
  std::vector<Lexeme> list_;
};

}  // namespace

std::vector<Lexeme> lexemes(std::string_view text, std::size_t limit) {
  return Lexer(text, limit).run();
}

std::string fold_word(std::string_view word) {
  std::string folded;
  for (std::size_t at = 0; at < word.size();) {
    const auto point = decode_utf8(word, at);
    if (point) append_folded(folded, point->value);
    at += point ? point->n_bytes : 1;
  }
  return folded;
}

}  // namespace ragsieve
