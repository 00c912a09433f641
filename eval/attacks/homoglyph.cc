// homoglyph: the poisons of question_prefix with letters replaced by letters of other scripts that
// look the same (Bad Characters, Boucher et al., IEEE S&P 2022): a reader sees no difference, and
// rules that match words see other words.
//
// Deviations: in every third word on average one letter is replaced, at random and not by a search
// for what moves a model most; Cyrillic and Greek letters only; the question of the prefix is
// changed like the rest, the query is not.
#include <array>
#include <string_view>
#include <utility>

#include "eval/attacks/attack_kinds.h"
#include "eval/attacks/draw.h"

namespace ragsieve::eval {
namespace {

using Pair = std::pair<char, std::string_view>;
constexpr std::array<Pair, 21> kLookAlikes{
    {{'a', "а"}, {'c', "с"}, {'e', "е"}, {'i', "і"}, {'j', "ј"}, {'o', "о"}, {'p', "р"},
     {'s', "ѕ"}, {'x', "х"}, {'y', "у"}, {'A', "А"}, {'B', "В"}, {'E', "Е"}, {'H', "Н"},
     {'K', "К"}, {'M', "М"}, {'O', "О"}, {'P', "Р"}, {'T', "Т"}, {'Z', "Ζ"}, {'N', "Ν"}}};
constexpr std::size_t kEvery = 3;  // one word of so many

std::string_view look_alike(char letter) {
  for (const Pair& pair : kLookAlikes) {
    if (pair.first == letter) return pair.second;
  }
  return {};
}

std::string changed(std::string_view word, Random& random) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (!look_alike(word[i]).empty()) places.push_back(i);
  }
  if (places.empty() || random.below(kEvery) != 0) return std::string(word);
  const std::size_t at = places[random.below(places.size())];
  std::string out(word.substr(0, at));
  out += look_alike(word[at]);
  return out.append(word.substr(at + 1));
}

std::string with_look_alikes(std::string_view text, Random& random) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    out += changed(text.substr(at, end - at), random);
    if (end < text.size()) out += ' ';
    at = end + 1;
  }
  return out;
}

}  // namespace

Result<std::vector<Draft>> homoglyph(Scene& scene, const RunOptions& run) {
  RAGSIEVE_TRY(std::vector<Draft> drafts, question_prefix(scene, run));
  for (Draft& draft : drafts) draft.text = with_look_alikes(draft.text, scene.random);
  return drafts;
}

}  // namespace ragsieve::eval
