#include "ragsieve/detect/baselines/porter_stem.h"

#include <array>
#include <cstddef>
#include <span>

namespace ragsieve::baselines {
namespace {

struct Ending {
  std::string_view from;
  std::string_view to;
};

constexpr std::array<Ending, 21> kStep2{{
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"},
    {"logi", "log"},
}};

constexpr std::array<Ending, 7> kStep3{{
    {"icate", "ic"},
    {"ative", ""},
    {"alize", "al"},
    {"iciti", "ic"},
    {"ical", "ic"},
    {"ful", ""},
    {"ness", ""},
}};

constexpr std::array<std::string_view, 19> kStep4{
    "al",  "ance", "ence", "er", "ic",  "able", "ible", "ant", "ement", "ment",
    "ent", "sion", "tion", "ou", "ism", "ate",  "iti",  "ous", "ive"};
constexpr std::string_view kIze = "ize";

bool consonant(std::string_view word, std::size_t i) {
  switch (word[i]) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
      return false;
    case 'y':
      return i == 0 || !consonant(word, i - 1);
    default:
      return true;
  }
}

// How often a vowel is followed by a consonant.
std::size_t measure(std::string_view stem) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < stem.size(); ++i) {
    count += !consonant(stem, i - 1) && consonant(stem, i) ? 1 : 0;
  }
  return count;
}

bool has_vowel(std::string_view stem) {
  for (std::size_t i = 0; i < stem.size(); ++i) {
    if (!consonant(stem, i)) return true;
  }
  return false;
}

bool doubled(std::string_view stem) {
  const std::size_t n = stem.size();
  return n >= 2 && stem[n - 1] == stem[n - 2] && consonant(stem, n - 1);
}

// Consonant, vowel, consonant at the end, the last not w, x or y.
bool short_end(std::string_view stem) {
  const std::size_t n = stem.size();
  if (n < 3 || !consonant(stem, n - 3) || consonant(stem, n - 2) || !consonant(stem, n - 1)) {
    return false;
  }
  return stem[n - 1] != 'w' && stem[n - 1] != 'x' && stem[n - 1] != 'y';
}

std::string_view without(std::string_view word, std::string_view ending) {
  return word.substr(0, word.size() - ending.size());
}

void step_1a(std::string& word) {
  if (word.ends_with("sses") || word.ends_with("ies")) {
    word.resize(word.size() - 2);
  } else if (word.ends_with("s") && !word.ends_with("ss")) {
    word.pop_back();
  }
}

void step_1b(std::string& word) {
  if (word.ends_with("eed")) {
    if (measure(without(word, "eed")) > 0) word.pop_back();
    return;
  }
  const std::string_view ending = word.ends_with("ed") ? "ed" : "ing";
  if (!word.ends_with(ending) || !has_vowel(without(word, ending))) return;
  word.resize(word.size() - ending.size());
  if (word.ends_with("at") || word.ends_with("bl") || word.ends_with("iz")) {
    word += 'e';
  } else if (doubled(word)) {
    if (word.back() != 'l' && word.back() != 's' && word.back() != 'z') word.pop_back();
  } else if (measure(word) == 1 && short_end(word)) {
    word += 'e';
  }
}

void step_1c(std::string& word) {
  if (word.ends_with("y") && has_vowel(without(word, "y"))) word.back() = 'i';
}

// The longest ending that fits decides, whether its condition holds or not.
void replace_ending(std::string& word, std::span<const Ending> endings) {
  const Ending* found = nullptr;
  for (const Ending& ending : endings) {
    if (!word.ends_with(ending.from)) continue;
    if (found == nullptr || ending.from.size() > found->from.size()) found = &ending;
  }
  if (found == nullptr || measure(without(word, found->from)) == 0) return;
  word.resize(word.size() - found->from.size());
  word += found->to;
}

void step_4(std::string& word) {
  std::string_view found = word.ends_with(kIze) ? kIze : std::string_view();
  for (const std::string_view ending : kStep4) {
    if (word.ends_with(ending) && ending.size() > found.size()) found = ending;
  }
  if (found == "sion" || found == "tion") found = "ion";
  if (!found.empty() && measure(without(word, found)) > 1) word.resize(word.size() - found.size());
}

void step_5(std::string& word) {
  if (word.ends_with("e")) {
    const std::string_view stem = without(word, "e");
    const std::size_t m = measure(stem);
    if (m > 1 || (m == 1 && !short_end(stem))) word.pop_back();
  }
  if (word.ends_with("ll") && measure(word) > 1) word.pop_back();
}

}  // namespace

std::string porter_stem(std::string_view word) {
  std::string stem(word);
  if (stem.size() <= 2) return stem;
  step_1a(stem);
  step_1b(stem);
  step_1c(stem);
  replace_ending(stem, kStep2);
  replace_ending(stem, kStep3);
  step_4(stem);
  step_5(stem);
  return stem;
}

}  // namespace ragsieve::baselines
