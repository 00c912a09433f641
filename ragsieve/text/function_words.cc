#include "ragsieve/text/function_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

struct WordList {
  Language language;
  std::string_view words;  // folded, one space between
};

constexpr auto kFunctionWords = std::to_array<WordList>({
    {Language::kEnglish,
     "a an the this that these those there here of to in on at by for from with into onto over "
     "under about as than then so such and or but if when while where which who whom whose what "
     "how why is are was were be been being am do does did done doing has have had having will "
     "would shall should can could may might must it its he she his her him they them their we us "
     "our you your i my me one ones own also only just still even very too more most much many "
     "some any each every all both other another same out up down off through between within "
     "during after before since until upon because although though however both per via s t "
     "not no nor neither either never none without cannot"},
    {Language::kGerman,
     "der die das den dem des ein eine einen einem einer eines und oder aber wenn als wie dass ob "
     "ist sind war waren sein wird werden wurde wurden hat haben hatte kann konnen darf durfen "
     "muss mussen soll sollen will er sie es wir ihr ihre ihren ihrem sein seine seinen sich auf "
     "aus bei mit nach von vom zu zum zur im in an am um fur uber unter vor durch gegen bis seit "
     "auch nur noch schon sehr mehr so da hier dort dieser diese dieses jeder jede jedes man zwei "
     "nicht kein keine keinen keiner ohne nie"},
    {Language::kFrench,
     "le la les l un une des du de d au aux et ou mais si que qui quoi dont ou ce cet cette ces se "
     "s son sa ses leur leurs il elle ils elles on nous vous je est sont etait etaient ete etre "
     "sera seront a ont avait avoir peut peuvent doit doivent en dans sur sous par pour avec sans "
     "chez entre vers plus moins tres aussi y ne n pas jamais aucun aucune c j m t qu comme"},
    {Language::kSpanish,
     "el la los las un una unos unas de del al y e o u pero si que quien cual cuyo se su sus lo le "
     "les es son era eran fue fueron ser sera esta estan ha han habia haber puede pueden debe "
     "deben en con sin por para sobre entre hasta desde hacia segun como mas muy tambien ya este "
     "esta estos estas ese esa todo todos toda todas cada no nunca ni"},
    {Language::kItalian,
     "il lo la i gli le un uno una di del della dei delle dello degli da dal dalla in nel nella a "
     "al alla con su sul sulla per tra fra e o ma se che chi cui non e sono era erano essere stato "
     "ha hanno aveva puo possono deve devono si suo sua loro questo questa come piu anche ogni "
     "mai senza"},
    {Language::kPortuguese,
     "o a os as um uma uns umas de do da dos das em no na nos nas ao aos por pelo pela para com "
     "sem e ou mas se que quem cujo nao e sao era foi foram ser esta tem ha pode podem deve devem "
     "seu sua seus suas este esta isso como mais muito tambem cada nunca nem"},
    {Language::kDutch,
     "de het een en of maar als dat die wie wat is zijn was waren wordt worden werd heeft hebben "
     "had kan kunnen mag mogen moet moeten zal zullen in op aan bij met van voor naar uit door "
     "over onder tot te om er hij zij ze we wij u uw hun deze dit niet geen ook nog maar meer elk "
     "elke zonder nooit"},
    {Language::kRussian,
     "и а но или если что как который которая которое которые это этот эта эти тот та те он она "
     "оно они его ее их мы вы я в во на с со к ко о об от до из за по под над при для без через у "
     "не ни же ли бы был была было были есть быть будет будут может могут должен должна должны "
     "также только уже еще все всех каждыи после"},
});

class WordTable {
 public:
  WordTable() {
    for (const WordList& list : kFunctionWords) {
      std::size_t at = 0;
      while (at < list.words.size()) {
        const std::size_t end = std::min(list.words.find(' ', at), list.words.size());
        mask_[fold_word(list.words.substr(at, end - at))] |= bit(list.language);
        at = end + 1;
      }
    }
  }
  [[nodiscard]] std::uint32_t mask(std::string_view word) const {
    const auto entry = mask_.find(std::string(word));
    return entry == mask_.end() ? 0 : entry->second;
  }
  static std::uint32_t bit(Language language) { return 1U << static_cast<unsigned>(language); }

 private:
  std::unordered_map<std::string, std::uint32_t> mask_;
};

const WordTable& word_table() {
  static const WordTable table;
  return table;
}

// Longest first; what is left keeps at least four letters.
constexpr auto kEnglishEndings = std::to_array<std::string_view>(
    {"ations", "ation", "ings", "ing", "ied", "ies", "ed", "es", "s"});
constexpr auto kGermanEndings =
    std::to_array<std::string_view>({"ungen", "ern", "en", "er", "es", "em", "e"});
constexpr auto kRomanceEndings =
    std::to_array<std::string_view>({"es", "os", "as", "e", "o", "a", "s", "x"});
constexpr auto kRussianEndings = std::to_array<std::string_view>(
    {"иями", "ями", "ами", "ого", "его", "ому", "ему", "ыми", "ими", "ах", "ях",
     "ов",   "ев",  "ои",  "ыи",  "ии",  "ая",  "ое",  "ые",  "а",   "е",  "и"});

std::size_t code_points(std::string_view word) {
  return static_cast<std::size_t>(
      std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

template <std::size_t n>
std::string_view cut(std::string_view word, const std::array<std::string_view, n>& endings) {
  for (const std::string_view ending : endings) {
    if (word.ends_with(ending) && code_points(word) >= code_points(ending) + 4) {
      return word.substr(0, word.size() - ending.size());
    }
  }
  return word;
}

std::string_view without_ending(std::string_view word, Language language) {
  switch (language) {
    case Language::kGerman:
    case Language::kDutch:
      return cut(word, kGermanEndings);
    case Language::kFrench:
    case Language::kSpanish:
    case Language::kItalian:
    case Language::kPortuguese:
      return cut(word, kRomanceEndings);
    case Language::kRussian:
      return cut(word, kRussianEndings);
    default:
      break;
  }
  // "days" and "day" meet too, though only three letters are left.
  if (word.size() == 4 && word.back() == 's' && word[2] != 's') return word.substr(0, 3);
  std::string_view shorter = cut(word, kEnglishEndings);
  if (shorter.size() > 4 && shorter.back() == 'e') shorter.remove_suffix(1);
  return shorter;
}

}  // namespace

Language guess_language(const std::vector<Lexeme>& sentence) {
  std::array<std::size_t, 10> hits{};
  std::size_t ideographs = 0;
  std::size_t words = 0;
  bool cyrillic = false;
  for (const Lexeme& lexeme : sentence) {
    ideographs += lexeme.kind == LexemeKind::kIdeograph ? 1 : 0;
    if (lexeme.kind != LexemeKind::kWord) continue;
    ++words;
    cyrillic = cyrillic || (lexeme.text[0] & 0xFE) == 0xD0;  // the first byte of U+0400..U+047F
    if (lexeme.text.size() == 1) continue;                   // "a", "o": of too many languages
    const std::uint32_t mask = word_table().mask(lexeme.text);
    for (std::size_t i = 0; i < hits.size(); ++i) hits[i] += (mask >> i) & 1U;
  }
  if (ideographs > words) return Language::kChinese;
  const auto best = std::max_element(hits.begin(), hits.end());  // ties: the first of the enum
  if (*best == 0) return cyrillic ? Language::kRussian : Language::kOther;
  return static_cast<Language>(best - hits.begin());
}

bool is_function_word(std::string_view word, Language language) {
  if (language == Language::kOther) language = Language::kEnglish;
  return (word_table().mask(word) & WordTable::bit(language)) != 0;
}

std::string stem(std::string_view word, Language language) {
  constexpr std::size_t kLetters = 7;
  const std::string_view shorter = without_ending(word, language);
  std::size_t at = 0;
  for (std::size_t letters = 0; letters < kLetters && at < shorter.size(); ++letters) {
    const auto point = decode_utf8(shorter, at);
    at += point ? point->n_bytes : 1;
  }
  return std::string(shorter.substr(0, at));
}

}  // namespace ragsieve
