#include "eval/attacks/english.h"

#include <algorithm>
#include <array>

namespace ragsieve::eval {
namespace {

constexpr std::array<std::string_view, 7> kQuestionWords{"who",   "what", "which", "when",
                                                         "where", "why",  "how"};
constexpr std::array<std::string_view, 15> kAuxiliaries{"is",    "are", "was",  "were",  "do",
                                                        "does",  "did", "can",  "could", "will",
                                                        "would", "has", "have", "had",   "should"};
constexpr std::array<std::string_view, 4> kBe{"is", "are", "was", "were"};
constexpr std::array<std::string_view, 34> kFinite{
    "is",    "are",   "was",      "were",     "has",   "have",   "had",   "can",   "will",
    "won",   "plays", "played",   "hosts",    "made",  "wrote",  "stars", "lies",  "lives",
    "owns",  "uses",  "contains", "directed", "began", "died",   "born",  "comes", "means",
    "holds", "held",  "serves",   "served",   "works", "worked", "must"};

template <std::size_t n>
bool holds(const std::array<std::string_view, n>& list, std::string_view word) {
  return std::ranges::find(list, std::string_view(lower_letters(word))) != list.end();
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string glued(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

std::string lower_letters(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  }
  return text;
}

std::string_view stripped(std::string_view text, std::string_view marks) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const std::size_t last = text.find_last_not_of(marks);
  if (first == text.npos || last == text.npos || last < first) return {};
  return text.substr(first, last - first + 1);
}

bool is_question_word(std::string_view word) { return holds(kQuestionWords, word); }
bool is_auxiliary(std::string_view word) { return holds(kAuxiliaries, word); }
bool is_be(std::string_view word) { return holds(kBe, word); }
bool is_finite(std::string_view word) { return holds(kFinite, word); }

}  // namespace ragsieve::eval
