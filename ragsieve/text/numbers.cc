#include "ragsieve/text/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include "ragsieve/text/number_words.h"

namespace ragsieve {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double to_double(const std::string& digits) {
  double value = kNaN;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

std::string without(std::string text, char c) {
  std::erase(text, c);
  return text;
}

bool in_groups_of_three(std::string_view text, char separator) {
  std::size_t at = text.find(separator);
  if (at == 0 || at > 3) return false;
  while (at != std::string_view::npos) {
    const std::size_t next = text.find(separator, at + 1);
    if (std::min(next, text.size()) - at != 4) return false;
    at = next;
  }
  return true;
}

// The two readings of a numeral; a NaN value where it is none.
struct Readings {
  double value = kNaN;
  double alternative = kNaN;
};

Readings with_one_kind_of_separator(const std::string& text, char separator) {
  const bool groups = in_groups_of_three(text, separator);
  if (std::count(text.begin(), text.end(), separator) > 1) {
    return {groups ? to_double(without(text, separator)) : kNaN, kNaN};
  }
  std::string decimal = text;
  std::replace(decimal.begin(), decimal.end(), ',', '.');
  if (!groups || text[0] == '0') return {to_double(decimal), kNaN};
  const double grouped = to_double(without(text, separator));
  if (separator == '.') return {to_double(decimal), grouped};
  return {grouped, to_double(decimal)};
}

Readings read_numeral(const std::string& numeral) {
  const std::string text = without(numeral, ' ');
  if (text.size() > 40) return {};
  const auto commas = std::count(text.begin(), text.end(), ',');
  const auto points = std::count(text.begin(), text.end(), '.');
  if (commas == 0 && points == 0) return {to_double(text), kNaN};
  if (commas == 0 || points == 0) {
    return with_one_kind_of_separator(text, commas > 0 ? ',' : '.');
  }
  const char decimal = text.rfind(',') > text.rfind('.') ? ',' : '.';
  if ((decimal == ',' ? commas : points) != 1) return {};
  std::string plain = without(text, decimal == ',' ? '.' : ',');
  std::replace(plain.begin(), plain.end(), ',', '.');
  return {to_double(plain), kNaN};
}

bool is_hyphen(const Lexeme& lexeme) { return lexeme.text == "-" && lexeme.glued; }

bool is_connector(const Lexeme& lexeme, Language language) {
  if (language == Language::kFrench) return lexeme.text == "et";
  if (language == Language::kSpanish) return lexeme.text == "y";
  return lexeme.text == "and";
}

// Adds number words from left to right as long as they make one number.
class WordSum {
 public:
  WordSum(const std::vector<Lexeme>& sentence, std::size_t at, Language language)
      : sentence_(sentence), start_(at), at_(at), language_(language) {}

  std::optional<NumberAt> run() {
    while (true) {
      std::size_t next = at_;
      if (at_ > start_ && next < sentence_.size() && is_hyphen(sentence_[next])) ++next;
      const bool connected = at_ > start_ && may_connect() && next < sentence_.size() &&
                             is_connector(sentence_[next], language_);
      if (connected) ++next;
      if (!take(next, connected)) break;
    }
    if (at_ == start_) return std::nullopt;
    NumberAt number;
    number.value = total_ + current_;
    number.n_lexemes = at_ - start_;
    number.in_words = true;
    number.article = article_ && number.n_lexemes == 1;
    return number;
  }

 private:
  // "one hundred and ten", "cuarenta y cinco", "soixante et onze"; never "two and three".
  [[nodiscard]] bool may_connect() const {
    if (language_ == Language::kFrench || language_ == Language::kSpanish) return last_ >= 20;
    return last_ >= 100;
  }

  bool take(std::size_t next, bool connected) {
    if (next >= sentence_.size() || sentence_[next].kind != LexemeKind::kWord) return false;
    const auto word = number_word(sentence_[next].text, language_);
    if (!word) return take_compound(next);
    if (word->scale) {
      if (connected || (at_ == start_ && word->value == 100 && !may_start_scale())) return false;
      scale(word->value);
    } else if (!add(word->value)) {
      return false;
    }
    article_ = word->article;
    at_ = next + 1;
    return true;
  }

  // "cent" and "mille" and "mil" are numbers alone; "hundred" alone is none ("hundreds of").
  [[nodiscard]] bool may_start_scale() const {
    return language_ != Language::kEnglish && language_ != Language::kOther;
  }

  bool take_compound(std::size_t next) {
    if (language_ != Language::kGerman || at_ != start_) return false;
    const auto value = german_compound(sentence_[next].text);
    if (!value) return false;
    current_ = last_ = *value;
    at_ = next + 1;
    return true;
  }

  void scale(double factor) {
    if (factor == 100) {
      current_ = std::max(1.0, current_) * factor;
    } else {
      total_ = (total_ == 0 && current_ == 0 ? 1 : total_ + current_) * factor;
      current_ = 0;
    }
    last_ = factor;
  }

  bool add(double value) {
    const bool french = language_ == Language::kFrench;
    if (french && current_ == 4 && value == 20) {
      current_ = last_ = 80;
      return true;
    }
    const bool twenties = french && (last_ == 60 || last_ == 80) && value < 20;
    const bool teens = french && last_ == 10 && value >= 7 && value <= 9;
    const bool tens = last_ >= 20 && last_ < 100 && value < 10 && value > 0;
    const bool hundreds = last_ >= 100 && value < last_ && value > 0;
    if (at_ != start_ && !twenties && !teens && !tens && !hundreds) return false;
    current_ += value;
    last_ = value;
    return true;
  }

  const std::vector<Lexeme>& sentence_;
  std::size_t start_;
  std::size_t at_;
  Language language_;
  double total_ = 0;
  double current_ = 0;
  double last_ = 0;  // value of the part before
  bool article_ = false;
};

double ideograph_digit(const std::string& c) {
  static constexpr std::string_view kDigits = "〇一二三四五六七八九";
  if (c == "零") return 0;
  if (c == "两" || c == "兩") return 2;
  const std::size_t at = kDigits.find(c);
  return at == std::string_view::npos ? -1 : static_cast<double>(at / 3);
}

double ideograph_scale(const std::string& c) {
  if (c == "十") return 10;
  if (c == "百") return 100;
  if (c == "千") return 1000;
  if (c == "万" || c == "萬") return 1e4;
  if (c == "亿" || c == "億") return 1e8;
  return 0;
}

std::optional<NumberAt> ideograph_number(const std::vector<Lexeme>& sentence, std::size_t at) {
  double total = 0;
  double section = 0;
  double digit = -1;
  std::size_t n = 0;
  for (; at + n < sentence.size() && n < 24; ++n) {
    const Lexeme& lexeme = sentence[at + n];
    if (lexeme.kind != LexemeKind::kIdeograph) break;
    const double scale = ideograph_scale(lexeme.text);
    const double value = ideograph_digit(lexeme.text);
    if (scale >= 1e4) {
      total = (total + section + std::max(digit, 0.0)) * scale;
      section = 0;
      digit = -1;
    } else if (scale > 0) {
      section += (digit < 0 ? 1 : digit) * scale;
      digit = -1;
    } else if (value >= 0) {
      digit = digit < 0 ? value : digit * 10 + value;
    } else {
      break;
    }
  }
  if (n == 0 || (n == 1 && ideograph_scale(sentence[at].text) >= 100)) return std::nullopt;
  NumberAt number;
  number.value = total + section + std::max(digit, 0.0);
  number.n_lexemes = n;
  number.in_words = true;
  number.article = n == 1 && number.value < 3;
  return number;
}

// "12.4 thousand", "1,200 million", 12 万.
void multiply(const std::vector<Lexeme>& sentence, std::size_t at, Language language,
              NumberAt& number) {
  const std::size_t next = at + number.n_lexemes;
  if (next >= sentence.size()) return;
  double factor = 0;
  if (sentence[next].kind == LexemeKind::kIdeograph) {
    factor = ideograph_scale(sentence[next].text);
  } else if (const auto word = number_word(sentence[next].text, language); word && word->scale) {
    factor = word->value;
  }
  if (factor == 0) return;
  number.value *= factor;
  number.alternative *= factor;
  ++number.n_lexemes;
}

std::optional<NumberAt> digits_number(const std::vector<Lexeme>& sentence, std::size_t at,
                                      Language language) {
  const Readings readings = read_numeral(sentence[at].text);
  if (std::isnan(readings.value)) return std::nullopt;
  NumberAt number;
  number.value = readings.value;
  number.alternative = readings.alternative;
  number.n_lexemes = 1;
  multiply(sentence, at, language, number);
  const std::size_t next = at + number.n_lexemes;
  if (next < sentence.size() && sentence[next].text == "½") {
    number.value += 0.5;
    ++number.n_lexemes;
  }
  return number;
}

std::string_view text_at(const std::vector<Lexeme>& sentence, std::size_t at) {
  return at < sentence.size() ? std::string_view(sentence[at].text) : std::string_view();
}

// "two thirds", "a fifth", "half of": a share in percent. Not "the third", "a second".
std::optional<NumberAt> share_at(const std::vector<Lexeme>& sentence, std::size_t at,
                                 const std::optional<NumberAt>& count) {
  const std::string_view here = text_at(sentence, at);
  const bool article = here == "a" || here == "one" || here == "ein" || here == "eine" ||
                       here == "un" || here == "une" || here == "la" || here == "die";
  std::size_t n = article ? 1 : (count && count->in_words ? count->n_lexemes : 0);
  if (n > 0 && text_at(sentence, at + n) == "-") ++n;
  const auto fraction = fraction_word(text_at(sentence, at + n));
  if (!fraction) return std::nullopt;
  const bool is_half = *fraction == 0.5;
  const std::string_view after = text_at(sentence, at + n + 1);
  const bool of = after == "of" || after == "der" || after == "des" || after == "de" ||
                  after == "del" || after == "is" || after == "are" || after == "the";
  if (n == 0 && !(is_half && of)) return std::nullopt;
  if ((here == "la" || here == "die") && !is_half) return std::nullopt;
  NumberAt number;
  number.value = 100 * *fraction * (article || n == 0 ? 1 : count->value);
  number.n_lexemes = n + 1;
  number.in_words = true;
  number.share = true;
  return number.value > 100 ? std::nullopt : std::optional(number);
}

}  // namespace

std::optional<NumberAt> number_at(const std::vector<Lexeme>& sentence, std::size_t at,
                                  Language language) {
  if (at >= sentence.size()) return std::nullopt;
  switch (sentence[at].kind) {
    case LexemeKind::kNumeral:
      return digits_number(sentence, at, language);
    case LexemeKind::kIdeograph:
      return ideograph_number(sentence, at);
    case LexemeKind::kWord: {
      const std::optional<NumberAt> number = WordSum(sentence, at, language).run();
      const std::optional<NumberAt> share = share_at(sentence, at, number);
      return share ? share : number;
    }
    case LexemeKind::kSymbol:
      break;
  }
  return std::nullopt;
}

bool same_number(double value_a, double alternative_a, double value_b, double alternative_b) {
  for (const double a : {value_a, alternative_a}) {
    for (const double b : {value_b, alternative_b}) {
      if (std::isnan(a) || std::isnan(b)) continue;
      if (a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b))) return true;
    }
  }
  return false;
}

}  // namespace ragsieve
