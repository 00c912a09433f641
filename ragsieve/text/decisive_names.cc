#include "ragsieve/text/decisive_names.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "ragsieve/text/calendar_names.h"
#include "ragsieve/text/numbers.h"
#include "ragsieve/text/units.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostLexemes = 12;

bool is_one_of(std::string_view word, const auto& list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Inside a name where a capital follows: "Bank of England", "Ludwig van Beethoven".
constexpr auto kJoints = std::to_array<std::string_view>(
    {"of", "de", "von", "van", "der", "del", "du", "da", "di", "la", "le", "al", "&", "bin"});

// What a number behind it makes one of many.
constexpr auto kNumbered = std::to_array<std::string_view>(
    {"version",  "release", "section",   "chapter", "article", "page",    "step",     "line",
     "route",    "room",    "building",  "plant",   "number",  "model",   "type",     "class",
     "grade",    "level",   "phase",     "part",    "slide",   "table",   "figure",   "appendix",
     "annex",    "clause",  "paragraph", "rule",    "season",  "episode", "volume",   "abschnitt",
     "artikel",  "kapitel", "seite",     "absatz",  "nummer",  "linie",   "chapitre", "ligne",
     "capitulo", "seccion", "версия",    "версии",  "глава",   "статья",  "раздел",   "§"});

bool starts_sentence(const std::vector<Lexeme>& sentence, std::size_t at) {
  if (at == 0) return true;
  const std::string& before = sentence[at - 1].text;
  return before == ":" || before == "\"" || before == "“" || before == "«" || before == "." ||
         before == "?" || before == "!" || before == "*" || before == "#" || before == "|" ||
         before == "•" || before == "'" || before == "(" || (before == "-" && at == 1);
}

bool is_name_word(const std::vector<Lexeme>& sentence, std::size_t at, Language language) {
  if (at >= sentence.size()) return false;
  const Lexeme& lexeme = sentence[at];
  if (lexeme.kind != LexemeKind::kWord || !lexeme.capital) return false;
  if (lexeme.text == "i" || weekday_of(lexeme.text) > 0) return false;
  if (month_of(lexeme.text) > 0 && at > 0) return false;
  return !is_function_word(lexeme.text, language) || lexeme.all_capital;
}

void append(std::string& name, std::string_view word, bool glued) {
  if (!name.empty() && !glued) name += ' ';
  name += word;
}

// A number behind a name that belongs to it: not one with a unit, nor a year.
bool numeral_belongs(const std::vector<Lexeme>& sentence, std::size_t at) {
  if (at >= sentence.size() || sentence[at].kind != LexemeKind::kNumeral) return false;
  const std::string& text = sentence[at].text;
  if (text.find(' ') != std::string::npos || text.find(',') != std::string::npos) return false;
  if (sentence[at].glued) return true;
  if (text.size() == 4 && (text[0] == '1' || text[0] == '2')) return false;
  if (unit_at(sentence, at + 1, true)) return false;
  const bool word_follows =
      at + 1 < sentence.size() && sentence[at + 1].kind == LexemeKind::kWord && text.size() > 2;
  return !word_follows && text.size() <= 5;
}

// "-" and digits glued to a name: "HI-1", "D-620".
std::size_t hyphen_number(const std::vector<Lexeme>& sentence, std::size_t at) {
  const bool there = at + 1 < sentence.size() && sentence[at].text == "-" && sentence[at].glued &&
                     sentence[at + 1].glued && sentence[at + 1].kind == LexemeKind::kNumeral;
  return there ? 2 : 0;
}

void take_number(const std::vector<Lexeme>& sentence, std::size_t at, NameAt& found) {
  const std::size_t next = at + found.n_lexemes;
  if (const std::size_t n = hyphen_number(sentence, next); n > 0) {
    append(found.name, "-" + sentence[next + 1].text, true);
    found.n_lexemes += n;
    found.code = true;
  } else if (numeral_belongs(sentence, next)) {
    append(found.name, sentence[next].text, sentence[next].glued);
    ++found.n_lexemes;
    found.code = true;
  }
  // "G2x", "3a": a letter glued behind it.
  const std::size_t letter = at + found.n_lexemes;
  if (found.code && letter < sentence.size() && sentence[letter].glued &&
      sentence[letter].kind == LexemeKind::kWord && sentence[letter].text.size() <= 2) {
    append(found.name, sentence[letter].text, true);
    ++found.n_lexemes;
  }
}

// One capital letter behind a name, and no word of capitals: "Hall A", "Building B".
bool is_letter_behind(const std::vector<Lexeme>& sentence, std::size_t at) {
  return at < sentence.size() && sentence[at].kind == LexemeKind::kWord && sentence[at].capital &&
         sentence[at].text.size() == 1 && !sentence[at].glued &&
         (at + 1 >= sentence.size() || (sentence[at + 1].text != "." && !sentence[at + 1].glued));
}

// Words of the run after the first, with the joints between them.
void take_run(const std::vector<Lexeme>& sentence, std::size_t at, Language language,
              NameAt& found) {
  while (found.n_lexemes < kMostLexemes) {
    std::size_t next = at + found.n_lexemes;
    std::string joint;
    if (next < sentence.size() && (is_one_of(sentence[next].text, kJoints) ||
                                   (sentence[next].text == "-" && sentence[next].glued))) {
      joint = sentence[next].text;
      ++next;
    }
    if (joint.empty() && is_letter_behind(sentence, next)) {  // "Hall A"
      append(found.name, sentence[next].text, false);
      ++found.n_lexemes;
      found.code = true;
      return;
    }
    if (!is_name_word(sentence, next, language)) return;
    if (joint == "-" && !sentence[next].glued) return;
    if (!joint.empty() && joint != "-") append(found.name, joint, false);
    append(found.name, sentence[next].text, false);
    found.n_lexemes = next - at + 1;
  }
}

std::optional<NameAt> capital_name(const std::vector<Lexeme>& sentence, std::size_t at,
                                   Language language) {
  if (!is_name_word(sentence, at, language)) return std::nullopt;
  NameAt found;
  found.name = sentence[at].text;
  found.n_lexemes = 1;
  take_run(sentence, at, language, found);
  const bool one_word = found.n_lexemes == 1;
  if (!found.code) take_number(sentence, at, found);
  if (found.code) return found;
  const bool capital_nouns = language == Language::kGerman;
  if (one_word && capital_nouns && !sentence[at].all_capital) return std::nullopt;
  found.opens = one_word && !sentence[at].all_capital && starts_sentence(sentence, at);
  return found;
}

// "version 2", "section 12", "building B", 2.5 版.
std::optional<NameAt> numbered_thing(const std::vector<Lexeme>& sentence, std::size_t at) {
  if (at + 1 >= sentence.size()) return std::nullopt;
  const Lexeme& first = sentence[at];
  const Lexeme& second = sentence[at + 1];
  if (first.kind == LexemeKind::kNumeral && second.text == "版") {
    return NameAt{"版 " + first.text, 2, true, false};
  }
  if (!is_one_of(first.text, kNumbered)) return std::nullopt;
  const bool letter = second.kind == LexemeKind::kWord && second.capital && second.text.size() == 1;
  if (second.kind != LexemeKind::kNumeral && !letter) return std::nullopt;
  if (second.kind == LexemeKind::kNumeral && unit_at(sentence, at + 2, true)) return std::nullopt;
  const bool digits = letter && at + 2 < sentence.size() && sentence[at + 2].glued &&
                      sentence[at + 2].kind == LexemeKind::kNumeral;
  return NameAt{first.text + " " + second.text + (digits ? sentence[at + 2].text : ""),
                digits ? 3U : 2U, true, false};
}

// Letters and digits glued: "n7", "v3", "3a"; "180d" and "5th" are none.
std::optional<NameAt> glued_code(const std::vector<Lexeme>& sentence, std::size_t at) {
  const Lexeme& lexeme = sentence[at];
  if (at + 1 >= sentence.size() || !sentence[at + 1].glued) return std::nullopt;
  if (lexeme.kind != LexemeKind::kWord || lexeme.text.size() > 6) return std::nullopt;
  if (sentence[at + 1].kind != LexemeKind::kNumeral) return std::nullopt;
  NameAt found{lexeme.text + sentence[at + 1].text, 2, true, false};
  return found;
}

}  // namespace

// "the 2003 Pan American Games", "the 2010 census": a year behind an article names one of many.
std::optional<NameAt> named_by_year(const std::vector<Lexeme>& sentence, std::size_t at) {
  static constexpr auto kArticles =
      std::to_array<std::string_view>({"the", "a", "an", "der", "die", "das", "le", "la", "el"});
  const bool year = sentence[at].kind == LexemeKind::kNumeral && sentence[at].text.size() == 4 &&
                    (sentence[at].text[0] == '1' || sentence[at].text[0] == '2') &&
                    sentence[at].text.find_first_not_of("0123456789") == std::string::npos;
  if (!year || (at > 0 && !is_one_of(sentence[at - 1].text, kArticles))) return std::nullopt;
  std::size_t next = at + 1;
  if (next + 1 < sentence.size() && sentence[next].text == "-" && sentence[next].glued &&
      sentence[next + 1].kind == LexemeKind::kNumeral) {
    next += 2;  // "2016-17"
  }
  if (next >= sentence.size() || sentence[next].kind != LexemeKind::kWord) return std::nullopt;
  if (at == 0 && !sentence[next].capital) return std::nullopt;
  return NameAt{sentence[at].text + " " + sentence[next].text, next + 1 - at, true, false};
}

// "the 417th Squadron": an ordinal in digits names one of many too.
std::optional<NameAt> ordinal(const std::vector<Lexeme>& sentence, std::size_t at) {
  static constexpr auto kEndings = std::to_array<std::string_view>({"st", "nd", "rd", "th"});
  if (sentence[at].kind != LexemeKind::kNumeral || at + 1 >= sentence.size()) return std::nullopt;
  if (!sentence[at + 1].glued || !is_one_of(sentence[at + 1].text, kEndings)) return std::nullopt;
  return NameAt{sentence[at].text + sentence[at + 1].text, 2, true, false};
}

// "the second volume": an ordinal in words names one of many. "second" alone may be of time.
std::optional<NameAt> ordinal_word(const std::vector<Lexeme>& sentence, std::size_t at) {
  static constexpr auto kOrdinals = std::to_array<std::string_view>(
      {"second",    "third",     "fourth",  "fifth",   "sixth",   "seventh", "eighth",  "ninth",
       "tenth",     "zweite",    "zweiten", "dritte",  "dritten", "vierte",  "vierten", "deuxieme",
       "troisieme", "quatrieme", "segundo", "segunda", "tercero", "tercera"});
  if (!is_one_of(sentence[at].text, kOrdinals) || at == 0 || at + 1 >= sentence.size()) {
    return std::nullopt;
  }
  const bool behind_number = sentence[at - 1].kind == LexemeKind::kNumeral;
  const bool noun = sentence[at + 1].kind == LexemeKind::kWord &&
                    !is_function_word(sentence[at + 1].text, Language::kEnglish);
  if (behind_number || !noun) return std::nullopt;
  return NameAt{sentence[at].text + " " + sentence[at + 1].text, 2, true, false};
}

std::optional<NameAt> name_at(const std::vector<Lexeme>& sentence, std::size_t at,
                              Language language) {
  if (at >= sentence.size()) return std::nullopt;
  if (auto numbered = numbered_thing(sentence, at)) return numbered;
  if (auto dated = named_by_year(sentence, at)) return dated;
  if (auto counted = ordinal(sentence, at)) return counted;
  if (auto counted = ordinal_word(sentence, at)) return counted;
  if (auto name = capital_name(sentence, at, language)) return name;
  return glued_code(sentence, at);
}

}  // namespace ragsieve
