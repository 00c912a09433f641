#include "ragsieve/detect/question_words.h"

#include <algorithm>
#include <array>
#include <span>

#include "ragsieve/base/utf8.h"
#include "ragsieve/text/scripts.h"

namespace ragsieve {
namespace {

using Words = std::span<const std::string_view>;

// Each list in the order of std::string_view.
constexpr auto sorted(auto words) {
  std::ranges::sort(words);
  return words;
}

constexpr auto kNumberWords = sorted(std::to_array<std::string_view>(
    {"two",      "three",    "four",    "five",     "six",      "seven",   "eight",   "nine",
     "ten",      "eleven",   "twelve",  "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
     "eighteen", "nineteen", "twenty",  "thirty",   "forty",    "fifty",   "sixty",   "seventy",
     "eighty",   "ninety",   "hundred", "thousand", "million",  "billion", "dozen"}));
constexpr auto kForeignNumberWords = sorted(std::to_array<std::string_view>(
    {"zwei",     "drei",      "vier",    "fünf",    "sechs",   "sieben",  "acht",     "neun",
     "zehn",     "elf",       "zwölf",   "zwanzig", "dreißig", "vierzig", "fünfzig",  "hundert",
     "tausend",  "deux",      "trois",   "quatre",  "cinq",    "sept",    "huit",     "neuf",
     "dix",      "onze",      "douze",   "quinze",  "vingt",   "trente",  "quarante", "cinquante",
     "cent",     "mille",     "dos",     "tres",    "cuatro",  "cinco",   "seis",     "siete",
     "ocho",     "nueve",     "diez",    "once",    "doce",    "quince",  "veinte",   "treinta",
     "cuarenta", "cincuenta", "cien",    "mil",     "due",     "tre",     "quattro",  "cinque",
     "sei",      "sette",     "otto",    "nove",    "dieci",   "dodici",  "venti",    "trenta",
     "cento",    "twee",      "drie",    "vijf",    "zes",     "zeven",   "negen",    "tien",
     "twaalf",   "twintig",   "honderd", "duizend", "fire",    "fem",     "seks",     "sju",
     "åtte",     "ni",        "ti",      "tolv",    "tjue",    "hundre",  "tusen",    "два",
     "три",      "четыре",    "пять",    "шесть",   "семь",    "восемь",  "девять",   "десять",
     "двадцать", "тридцать",  "сорок",   "сто",     "тысяч"}));
constexpr auto kMonths = sorted(std::to_array<std::string_view>(
    {"january",  "february",  "march",      "april",    "may",       "june",      "july",
     "august",   "september", "october",    "november", "december",  "jan",       "feb",
     "mar",      "apr",       "jun",        "jul",      "aug",       "sep",       "sept",
     "oct",      "nov",       "dec",        "januar",   "februar",   "märz",      "mai",
     "juni",     "juli",      "oktober",    "dezember", "janvier",   "février",   "mars",
     "avril",    "juin",      "juillet",    "août",     "septembre", "octobre",   "novembre",
     "décembre", "enero",     "febrero",    "marzo",    "abril",     "mayo",      "junio",
     "julio",    "agosto",    "septiembre", "octubre",  "noviembre", "diciembre", "gennaio",
     "febbraio", "aprile",    "maggio",     "giugno",   "luglio",    "settembre", "ottobre",
     "dicembre", "januari",   "februari",   "maart",    "mei",       "augustus",  "desember",
     "января",   "февраля",   "марта",      "апреля",   "мая",       "июня",      "июля",
     "августа",  "сентября",  "октября",    "ноября",   "декабря"}));
constexpr auto kWeekdays = sorted(std::to_array<std::string_view>(
    {"monday",  "tuesday",  "wednesday",  "thursday",   "friday",  "saturday",  "sunday",
     "mondays", "tuesdays", "wednesdays", "thursdays",  "fridays", "saturdays", "sundays",
     "montag",  "dienstag", "mittwoch",   "donnerstag", "freitag", "samstag",   "sonntag"}));
constexpr auto kMoney = sorted(std::to_array<std::string_view>(
    {"euro",  "euros", "eur",    "dollar", "dollars", "usd", "pound", "pounds", "gbp",    "pence",
     "cents", "krone", "kroner", "kronen", "nok",     "sek", "dkk",   "franc",  "francs", "chf",
     "yen",   "jpy",   "rupees", "inr",    "yuan",    "cny", "zloty", "pln"}));
constexpr auto kPercent = sorted(std::to_array<std::string_view>(
    {"percent", "prozent", "procent", "prosent", "percentage", "pourcent"}));
constexpr auto kUnits = sorted(std::to_array<std::string_view>({"second",
                                                                "seconds",
                                                                "minute",
                                                                "minutes",
                                                                "hour",
                                                                "hours",
                                                                "day",
                                                                "days",
                                                                "night",
                                                                "nights",
                                                                "week",
                                                                "weeks",
                                                                "month",
                                                                "months",
                                                                "quarter",
                                                                "quarters",
                                                                "year",
                                                                "years",
                                                                "decade",
                                                                "decades",
                                                                "times",
                                                                "people",
                                                                "ms",
                                                                "s",
                                                                "min",
                                                                "h",
                                                                "mm",
                                                                "cm",
                                                                "m",
                                                                "km",
                                                                "metre",
                                                                "metres",
                                                                "meter",
                                                                "meters",
                                                                "kilometre",
                                                                "kilometres",
                                                                "kilometers",
                                                                "mile",
                                                                "miles",
                                                                "inch",
                                                                "inches",
                                                                "feet",
                                                                "g",
                                                                "kg",
                                                                "gram",
                                                                "grams",
                                                                "kilogram",
                                                                "kilograms",
                                                                "tonne",
                                                                "tonnes",
                                                                "l",
                                                                "ml",
                                                                "litre",
                                                                "litres",
                                                                "liter",
                                                                "liters",
                                                                "v",
                                                                "volt",
                                                                "volts",
                                                                "w",
                                                                "kw",
                                                                "watt",
                                                                "watts",
                                                                "kilowatt",
                                                                "kilowatts",
                                                                "ma",
                                                                "mah",
                                                                "ampere",
                                                                "amperes",
                                                                "microamperes",
                                                                "milliamperes",
                                                                "hz",
                                                                "khz",
                                                                "mhz",
                                                                "ghz",
                                                                "kb",
                                                                "mb",
                                                                "gb",
                                                                "tb",
                                                                "bit",
                                                                "bits",
                                                                "byte",
                                                                "bytes",
                                                                "degree",
                                                                "degrees",
                                                                "pa",
                                                                "hpa",
                                                                "bar",
                                                                "db",
                                                                "tage",
                                                                "tagen",
                                                                "stunden",
                                                                "jahre",
                                                                "jahren",
                                                                "wochen",
                                                                "monate",
                                                                "monaten",
                                                                "minuten",
                                                                "jours",
                                                                "heures",
                                                                "ans",
                                                                "semaines",
                                                                "mois",
                                                                "días",
                                                                "dias",
                                                                "horas",
                                                                "años",
                                                                "meses",
                                                                "semanas",
                                                                "minutos",
                                                                "giorni",
                                                                "ore",
                                                                "anni",
                                                                "mesi",
                                                                "dagen",
                                                                "uur",
                                                                "jaar",
                                                                "weken",
                                                                "maanden",
                                                                "dager",
                                                                "timer",
                                                                "år",
                                                                "uker",
                                                                "måneder",
                                                                "дней",
                                                                "дня",
                                                                "часов",
                                                                "лет",
                                                                "года",
                                                                "месяцев",
                                                                "минут"}));
constexpr auto kPolarity = sorted(std::to_array<std::string_view>(
    {"not",       "never",  "no",    "must",   "cannot",  "without", "neither", "nor",    "only",
     "forbidden", "nicht",  "nie",   "kein",   "keine",   "keinen",  "muss",    "müssen", "nur",
     "pas",       "jamais", "aucun", "doit",   "doivent", "nunca",   "jamás",   "debe",   "deben",
     "non",       "mai",    "deve",  "niet",   "geen",    "nooit",   "moet",    "ikke",   "aldri",
     "ingen",     "må",     "не",    "нельзя", "никогда", "должен",  "должны"}));
constexpr auto kPronouns = sorted(std::to_array<std::string_view>(
    {"it",   "its",  "this",   "these", "they", "their", "that",  "those", "he",    "she",
     "his",  "her",  "such",   "there", "er",   "sie",   "es",    "dies",  "diese", "dieser",
     "il",   "elle", "ils",    "elles", "cela", "ce",    "cette", "ces",   "ello",  "este",
     "esta", "esto", "questo", "essa",  "det",  "den",   "dette", "disse", "dit",   "deze",
     "zij",  "это",  "эта",    "он",    "она",  "они"}));
constexpr auto kEnglish = sorted(std::to_array<std::string_view>(
    {"the",  "of",   "and",   "are",   "from",  "with", "to",   "were",  "has",
     "have", "must", "not",   "is",    "which", "this", "that", "their", "may",
     "it",   "when", "after", "every", "a",     "an",   "on"}));
constexpr auto kForeign = sorted(std::to_array<std::string_view>(
    {"der", "die", "das",  "und", "ist",  "nicht", "ein", "eine", "mit", "le",  "la",  "les",
     "des", "est", "et",   "une", "dans", "el",    "los", "las",  "una", "del", "en",  "que",
     "il",  "di",  "che",  "per", "het",  "een",   "van", "zijn", "og",  "er",  "det", "på",
     "som", "och", "att",  "de",  "du",   "von",   "zu",  "sind", "um",  "uma", "não", "os",
     "nie", "się", "jest", "ve",  "bir",  "yang",  "dan", "ja",   "w"}));
constexpr auto kBeforeYear = sorted(std::to_array<std::string_view>(
    {"in",   "since", "until", "till", "by",    "from",  "before", "after", "during", "of",
     "year", "early", "late",  "im",   "seit",  "bis",   "jahr",   "en",    "depuis", "desde",
     "año",  "nel",   "dal",   "i",    "siden", "sedan", "sinds",  "в",     "с"}));
constexpr auto kBeforePlace = sorted(std::to_array<std::string_view>(
    {"in", "at", "near", "from", "to", "via", "through", "into", "outside", "inside"}));
constexpr auto kInsideName =
    sorted(std::to_array<std::string_view>({"of", "de", "van", "von", "der", "del", "di", "la"}));

constexpr std::array<Words, 14> kLists{
    kNumberWords, kMonths,  kWeekdays, kMoney,      kPercent,     kUnits,      kPolarity,
    kPronouns,    kEnglish, kForeign,  kBeforeYear, kBeforePlace, kInsideName, kForeignNumberWords};

// Zero to nine of each script.
constexpr std::array<char32_t, 9> kZeros{U'0',   0x0660, 0x06F0, 0x0966, 0x09E6,
                                         0x0E50, 0x0BE6, 0x0C66, 0xFF10};
constexpr std::u32string_view kNumerals = U"〇一二三四五六七八九十百千万億亿两";
constexpr std::u32string_view kCounters = U"年月日天周週时時小分秒个個名人次元円位倍歳岁件本台年间";

bool is_letter(char32_t c) { return script_of(c) != Script::kNone; }

bool sets_no_spaces(char32_t c) {
  const Script script = script_of(c);
  return script == Script::kThai ||
         (script == Script::kEastAsian && !(c >= 0xAC00 && c <= 0xD7A3));  // Hangul has spaces
}

// What can stand inside a word between two of its characters.
bool joins(char32_t c, bool digits) {
  if (c == '-' || c == '.' || c == '\'' || c == 0x2019 || c == '_' || c == 0x2011) return true;
  return digits && (c == ',' || c == ':' || c == '/' || c == 0x00A0 || c == 0x202F || c == 0x2013);
}

class WordReader {
 public:
  explicit WordReader(std::string_view sentence) : sentence_(sentence) {}

  std::vector<SentenceWord> read() {
    while (at_ < sentence_.size()) step();
    close();
    return std::move(words_);
  }

 private:
  CodePoint point(std::size_t offset) const {
    return decode_utf8(sentence_, offset).value_or(CodePoint{0, 1});
  }

  void step() {
    const CodePoint c = point(at_);
    const bool digit = is_digit(c.value);
    if (!digit && !is_letter(c.value)) {
      const CodePoint behind = at_ + c.n_bytes < sentence_.size() ? point(at_ + c.n_bytes) : c;
      const bool digits = is_digit(behind.value) && last_was_digit_;
      const bool inside =
          open_ && joins(c.value, digits) && (is_digit(behind.value) || is_letter(behind.value));
      if (!inside) close();
      at_ += c.n_bytes;
      return;
    }
    const int kind = sets_no_spaces(c.value)
                         ? (kNumerals.find(c.value) != std::u32string_view::npos ? 2 : 1)
                         : 0;
    if (open_ && kind != kind_) close();
    kind_ = kind;
    take(c, digit);
  }

  void take(CodePoint c, bool digit) {
    if (!open_) {
      word_ = SentenceWord{};
      word_.range.start = at_;
      word_.capital = is_capital(c.value);
      word_.east_asian = kind_ == 2;
      n_capitals_ = 0;
      open_ = true;
    }
    ++(digit ? word_.n_digits : word_.n_letters);
    n_capitals_ += is_capital(c.value) ? 1 : 0;
    last_was_digit_ = digit;
    at_ += c.n_bytes;
    word_.range.end = at_;
  }

  void close() {
    if (!open_) return;
    open_ = false;
    last_was_digit_ = false;
    word_.all_capitals = n_capitals_ >= 2 && n_capitals_ == word_.n_letters;
    for (std::size_t i = word_.range.start; i < word_.range.end; ++i) {
      const char c = sentence_[i];
      word_.lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    words_.push_back(std::move(word_));
  }

  std::string_view sentence_;
  std::size_t at_ = 0;
  bool open_ = false;
  bool last_was_digit_ = false;
  int kind_ = 0;  // 0 spaced, 1 a script without spaces, 2 its numerals
  std::size_t n_capitals_ = 0;
  SentenceWord word_;
  std::vector<SentenceWord> words_;
};

}  // namespace

bool is_digit(char32_t c) {
  return std::ranges::any_of(kZeros, [c](char32_t zero) { return c >= zero && c < zero + 10; });
}

bool is_capital(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z';
  if (c >= 0xC0 && c <= 0xDE) return c != 0xD7;
  if (c >= 0x100 && c <= 0x137) return c % 2 == 0;  // Latin Extended-A in pairs
  if (c >= 0x139 && c <= 0x148) return c % 2 == 1;
  if (c >= 0x14A && c <= 0x177) return c % 2 == 0;
  if (c >= 0x386 && c <= 0x3AB) return c != 0x390;
  return (c >= 0x400 && c <= 0x42F) || (c >= 0x531 && c <= 0x556);
}

bool is_east_asian_counter(char32_t c) { return kCounters.find(c) != std::u32string_view::npos; }

bool is_word(std::string_view lower, WordClass which) {
  const Words list = kLists[static_cast<std::size_t>(which)];
  if (std::ranges::binary_search(list, lower)) return true;
  if (which != WordClass::kNumberWord) return false;
  const std::size_t hyphen = lower.find('-');
  return hyphen != std::string_view::npos && is_word(lower.substr(0, hyphen), which) &&
         (is_word(lower.substr(hyphen + 1), which) || lower.substr(hyphen + 1) == "one");
}

std::vector<SentenceWord> sentence_words(std::string_view sentence) {
  return WordReader(sentence).read();
}

}  // namespace ragsieve
