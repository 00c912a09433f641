#include "ragsieve/text/number_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "ragsieve/text/lexemes.h"

namespace ragsieve {
namespace {

struct Numeral {
  double value;
  std::string_view words;  // folded or not, one space between
};

using enum Language;

constexpr auto kEnglishWords = std::to_array<Numeral>({
    {0, "zero"},
    {1, "one"},
    {2, "two"},
    {3, "three"},
    {4, "four"},
    {5, "five"},
    {6, "six"},
    {7, "seven"},
    {8, "eight"},
    {9, "nine"},
    {10, "ten"},
    {11, "eleven"},
    {12, "twelve"},
    {13, "thirteen"},
    {14, "fourteen"},
    {15, "fifteen"},
    {16, "sixteen"},
    {17, "seventeen"},
    {18, "eighteen"},
    {19, "nineteen"},
    {20, "twenty"},
    {30, "thirty"},
    {40, "forty"},
    {50, "fifty"},
    {60, "sixty"},
    {70, "seventy"},
    {80, "eighty"},
    {90, "ninety"},
    {100, "hundred hundreds"},
    {1e3, "thousand thousands"},
    {1e6, "million millions"},
});
constexpr auto kGermanWords = std::to_array<Numeral>({
    {0, "null"},
    {1, "ein eins eine einen einem einer"},
    {2, "zwei"},
    {3, "drei"},
    {4, "vier"},
    {5, "funf"},
    {6, "sechs"},
    {7, "sieben"},
    {8, "acht"},
    {9, "neun"},
    {10, "zehn"},
    {11, "elf"},
    {12, "zwolf"},
    {16, "sechzehn"},
    {17, "siebzehn"},
    {20, "zwanzig"},
    {30, "dreissig"},
    {40, "vierzig"},
    {50, "funfzig"},
    {60, "sechzig"},
    {70, "siebzig"},
    {80, "achtzig"},
    {90, "neunzig"},
    {13, "dreizehn"},
    {14, "vierzehn"},
    {15, "funfzehn"},
    {100, "hundert"},
    {1e3, "tausend"},
    {1e6, "million millionen mio"},
    {1e9, "milliarde milliarden mrd"},
});
constexpr auto kFrenchWords = std::to_array<Numeral>({
    {0, "zero"},         {1, "un une"},    {2, "deux"},
    {3, "trois"},        {4, "quatre"},    {5, "cinq"},
    {6, "six"},          {7, "sept"},      {8, "huit"},
    {9, "neuf"},         {10, "dix"},      {11, "onze"},
    {12, "douze"},       {13, "treize"},   {14, "quatorze"},
    {15, "quinze"},      {16, "seize"},    {20, "vingt vingts"},
    {30, "trente"},      {40, "quarante"}, {50, "cinquante"},
    {60, "soixante"},    {70, "septante"}, {90, "nonante"},
    {100, "cent cents"}, {1e3, "mille"},   {1e6, "million millions"},
});
constexpr auto kSpanishWords = std::to_array<Numeral>({
    {0, "cero"},
    {1, "un uno una"},
    {2, "dos"},
    {3, "tres"},
    {4, "cuatro"},
    {5, "cinco"},
    {6, "seis"},
    {7, "siete"},
    {8, "ocho"},
    {9, "nueve"},
    {10, "diez"},
    {11, "once"},
    {12, "doce"},
    {13, "trece"},
    {14, "catorce"},
    {15, "quince"},
    {16, "dieciseis"},
    {17, "diecisiete"},
    {18, "dieciocho"},
    {19, "diecinueve"},
    {20, "veinte"},
    {21, "veintiuno veintiun"},
    {22, "veintidos"},
    {23, "veintitres"},
    {24, "veinticuatro"},
    {25, "veinticinco"},
    {26, "veintiseis"},
    {27, "veintisiete"},
    {28, "veintiocho"},
    {29, "veintinueve"},
    {30, "treinta"},
    {40, "cuarenta"},
    {50, "cincuenta"},
    {60, "sesenta"},
    {70, "setenta"},
    {80, "ochenta"},
    {90, "noventa"},
    {100, "cien ciento"},
    {200, "doscientos doscientas"},
    {300, "trescientos trescientas"},
    {400, "cuatrocientos cuatrocientas"},
    {500, "quinientos quinientas"},
    {600, "seiscientos seiscientas"},
    {700, "setecientos setecientas"},
    {800, "ochocientos ochocientas"},
    {900, "novecientos novecientas"},
    {1e3, "mil"},
    {1e6, "millon millones"},
});
constexpr auto kRussianWords = std::to_array<Numeral>({
    {1, "один одна одно одного однои"},
    {2, "два две двух двумя"},
    {3, "три трех тремя"},
    {4, "четыре четырех"},
    {5, "пять пяти"},
    {6, "шесть шести"},
    {7, "семь семи"},
    {8, "восемь восьми"},
    {9, "девять девяти"},
    {10, "десять десяти"},
    {11, "одиннадцать одиннадцати"},
    {12, "двенадцать двенадцати"},
    {13, "тринадцать тринадцати"},
    {14, "четырнадцать четырнадцати"},
    {15, "пятнадцать пятнадцати"},
    {16, "шестнадцать шестнадцати"},
    {17, "семнадцать семнадцати"},
    {18, "восемнадцать восемнадцати"},
    {19, "девятнадцать девятнадцати"},
    {20, "двадцать двадцати"},
    {30, "тридцать тридцати"},
    {40, "сорок сорока"},
    {50, "пятьдесят пятидесяти"},
    {60, "шестьдесят шестидесяти"},
    {70, "семьдесят семидесяти"},
    {80, "восемьдесят"},
    {90, "девяносто"},
    {100, "сто ста"},
    {200, "двести"},
    {300, "триста"},
    {400, "четыреста"},
    {500, "пятьсот"},
    {600, "шестьсот"},
    {700, "семьсот"},
    {800, "восемьсот"},
    {900, "девятьсот"},
    {1e3, "тысяча тысячи тысяч тыс"},
    {1e6, "миллион миллиона миллионов млн"},
    {1e9, "миллиард миллиарда миллиардов млрд"},
});
// After digits in any language.
constexpr auto kSharedScales = std::to_array<Numeral>({
    {1e3, "тыс"},
    {1e6, "mio mln млн millionen millones millions"},
    {1e9, "billion billions bn mrd milliard milliards milliarden млрд"},
    {1e12, "trillion trillions"},
    {12, "dozen dutzend douzaine docena"},
});
constexpr auto kFractions = std::to_array<Numeral>({
    {1.0 / 2,
     "half halves halb halbe halbes halben halfte moitie demi demie mitad medio media "
     "половина половину половины пол meta"},
    {1.0 / 3, "third thirds drittel tiers tercio tercios треть"},
    {1.0 / 4, "quarter quarters viertel quart cuarto cuarta четверть"},
    {1.0 / 5, "fifth fifths funftel"},
    {1.0 / 6, "sixth sixths sechstel"},
    {1.0 / 7, "seventh sevenths"},
    {1.0 / 8, "eighth eighths achtel"},
    {1.0 / 9, "ninth ninths"},
    {1.0 / 10, "tenth tenths zehntel"},
    {1.0 / 20, "twentieth"},
    {1.0 / 100, "hundredth hundredths hundertstel"},
});

template <std::size_t n, typename Take>
void each_word(const std::array<Numeral, n>& list, Take take) {
  for (const Numeral& numeral : list) {
    std::size_t at = 0;
    while (at < numeral.words.size()) {
      const std::size_t end = std::min(numeral.words.find(' ', at), numeral.words.size());
      take(fold_word(numeral.words.substr(at, end - at)), numeral.value);
      at = end + 1;
    }
  }
}

class NumberWords {
 public:
  NumberWords() {
    add(kEnglishWords, kEnglish);
    add(kGermanWords, kGerman);
    add(kFrenchWords, kFrench);
    add(kSpanishWords, kSpanish);
    add(kRussianWords, kRussian);
    each_word(kSharedScales, [&](std::string word, double value) {
      shared_.emplace(std::move(word), NumberWord{value, true, false});
    });
    each_word(kFractions,
              [&](std::string word, double value) { fractions_.emplace(std::move(word), value); });
  }

  [[nodiscard]] std::optional<NumberWord> find(std::string_view word, Language language) const {
    const std::string key(word);
    if (const auto entry = words_[index(language)].find(key);
        entry != words_[index(language)].end()) {
      return entry->second;
    }
    const auto entry = shared_.find(key);
    return entry == shared_.end() ? std::nullopt : std::optional(entry->second);
  }
  [[nodiscard]] std::optional<double> fraction(std::string_view word) const {
    const auto entry = fractions_.find(std::string(word));
    return entry == fractions_.end() ? std::nullopt : std::optional(entry->second);
  }

 private:
  static std::size_t index(Language language) {
    const bool known =
        language == kGerman || language == kFrench || language == kSpanish || language == kRussian;
    return static_cast<std::size_t>(known ? language : kEnglish);
  }
  template <std::size_t n>
  void add(const std::array<Numeral, n>& list, Language language) {
    each_word(list, [&](std::string word, double value) {
      const bool scale = value == 100 || value >= 1e3;
      words_[index(language)].emplace(std::move(word), NumberWord{value, scale, value == 1});
    });
  }
  std::array<std::unordered_map<std::string, NumberWord>, 10> words_;
  std::unordered_map<std::string, NumberWord> shared_;
  std::unordered_map<std::string, double> fractions_;
};

const NumberWords& number_words() {
  static const NumberWords table;
  return table;
}

std::optional<double> german_part(std::string_view word) {
  const auto found = number_words().find(word, kGerman);
  return found && !found->scale ? std::optional(found->value) : std::nullopt;
}

// Below a hundred: "sieben", "siebenundvierzig".
std::optional<double> german_tens(std::string_view word) {
  if (const auto whole = german_part(word)) return whole;
  const std::size_t join = word.find("und");
  if (join == std::string_view::npos || join == 0) return std::nullopt;
  const auto ones = german_part(word.substr(0, join));
  const auto tens = german_part(word.substr(join + 3));
  if (!ones || !tens || *ones >= 10 || *tens < 20) return std::nullopt;
  return *ones + *tens;
}

std::optional<double> german_scaled(std::string_view word, std::string_view scale, double factor,
                                    std::optional<double> (*below)(std::string_view)) {
  const std::size_t at = word.find(scale);
  if (at == std::string_view::npos) return below(word);
  const std::string_view front = word.substr(0, at);
  std::string_view back = word.substr(at + scale.size());
  if (back.starts_with("und")) back.remove_prefix(3);
  const auto times = front.empty() ? std::optional(1.0) : below(front);
  const auto rest = back.empty() ? std::optional(0.0) : below(back);
  if (!times || !rest) return std::nullopt;
  return *times * factor + *rest;
}

std::optional<double> german_hundreds(std::string_view word) {
  return german_scaled(word, "hundert", 100, german_tens);
}

}  // namespace

std::optional<NumberWord> number_word(std::string_view word, Language language) {
  return number_words().find(word, language);
}

std::optional<double> german_compound(std::string_view word) {
  if (word.size() < 5 || word.size() > 60) return std::nullopt;
  return german_scaled(word, "tausend", 1000, german_hundreds);
}

std::optional<double> fraction_word(std::string_view word) { return number_words().fraction(word); }

}  // namespace ragsieve
