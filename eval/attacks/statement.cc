#include "eval/attacks/statement.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "eval/attacks/english.h"

namespace ragsieve::eval {
namespace {

using Words = std::span<const std::string_view>;
constexpr std::size_t kLongestNoun = 6;  // words of what a question word asks for

std::string word(Words words, std::size_t at) {
  return at < words.size() ? lower_letters(words[at]) : "";
}

bool is_do(const std::string& word) { return word == "did" || word == "do" || word == "does"; }

// "Who wrote the book", "What is the name of the song".
std::optional<std::string> front_subject(Words words, const std::string& answer) {
  const std::string first = word(words, 0);
  if (first != "who" && first != "what" && first != "which") return std::nullopt;
  if (words.size() > 2 && is_be(words[1])) {
    return capitalised(glued(words.subspan(2))) + " " + word(words, 1) + " " + answer;
  }
  if (first != "who" || words.size() < 3 || is_do(word(words, 1))) return std::nullopt;
  return capitalised(answer) + " " + glued(words.subspan(1));
}

// "Which film is based on a book": "The Pianist is the film that is based on a book".
std::optional<std::string> front_noun(Words words, const std::string& answer) {
  const std::string first = word(words, 0);
  if (first != "what" && first != "which") return std::nullopt;
  for (std::size_t at = 2; at + 1 < words.size() && at <= kLongestNoun; ++at) {
    if (is_do(word(words, at))) return std::nullopt;
    if (!is_finite(words[at])) continue;
    return capitalised(answer) + " is the " + glued(words.subspan(1, at - 1)) + " that " +
           glued(words.subspan(at));
  }
  return std::nullopt;
}

// "He worked in which city", "It has a population of how many people".
std::optional<std::string> inner_noun(Words words, const std::string& answer) {
  for (std::size_t at = 2; at < words.size(); ++at) {
    const std::string asked = word(words, at);
    const bool many = asked == "how" && word(words, at + 1) == "many";
    if (!many && asked != "which" && asked != "what") continue;
    const std::size_t noun = many ? at + 2 : at + 1;
    const bool clause = std::any_of(words.begin() + static_cast<std::ptrdiff_t>(noun), words.end(),
                                    [](std::string_view one) { return is_finite(one); });
    if (clause || words.size() - noun > kLongestNoun) return std::nullopt;
    std::string text = capitalised(glued(words.first(at))) + " " + answer;
    if (many && noun < words.size()) text += " " + glued(words.subspan(noun));
    return text;
  }
  return std::nullopt;
}

// "When was the game released", "Where is the town".
std::optional<std::string> place_or_time(Words words, const std::string& answer) {
  const std::string first = word(words, 0);
  if ((first != "when" && first != "where") || words.size() < 3 || !is_be(words[1])) {
    return std::nullopt;
  }
  const std::string last = word(words, words.size() - 1);
  constexpr std::array<std::string_view, 5> kDone{"born", "built", "held", "made", "fought"};
  const bool done =
      words.size() > 3 && (last.ends_with("ed") || std::ranges::find(kDone, last) != kDone.end());
  const Words subject = words.subspan(2, words.size() - 2 - (done ? 1 : 0));
  const bool digits = answer.find_first_not_of("0123456789") == answer.npos;
  const std::string between = first == "where" || digits ? " in " : " on ";
  return capitalised(glued(subject)) + " " + word(words, 1) + (done ? " " + last : "") + between +
         answer;
}

}  // namespace

std::string statement_of(std::string_view question, std::string_view answer) {
  const std::vector<std::string_view> words = split_words(question);
  const std::string given(answer);
  for (const auto& rule : {front_subject, front_noun, inner_noun, place_or_time}) {
    if (const std::optional<std::string> text = rule(words, given)) return *text + ".";
  }
  return "The answer to the question \"" + std::string(question) + "\" is " + given + ".";
}

}  // namespace ragsieve::eval
