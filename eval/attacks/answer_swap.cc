#include "eval/attacks/answer_swap.h"

#include <algorithm>
#include <sstream>

#include "eval/attacks/claim.h"

namespace ragsieve::eval {
namespace {

constexpr std::size_t kMostWords = 3;  // in which two answers differ

char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_word_byte(char c) {
  return (small(c) >= 'a' && small(c) <= 'z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool equal(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, small, small);
}

std::vector<std::string> split(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool is_telling(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

// The words that are left without those that both answers open and end with.
std::optional<AnswerSwap> difference(const std::string& from, const std::string& to) {
  std::vector<std::string> a = split(from);
  std::vector<std::string> b = split(to);
  while (!a.empty() && !b.empty() && equal(a.front(), b.front())) {
    a.erase(a.begin());
    b.erase(b.begin());
  }
  while (!a.empty() && !b.empty() && equal(a.back(), b.back())) {
    a.pop_back();
    b.pop_back();
  }
  AnswerSwap swap{joined(a), joined(b)};
  const bool whole = swap.from == from;
  if (whole || a.empty() || b.empty() || a.size() > kMostWords || b.size() > kMostWords ||
      !is_telling(swap.from)) {
    return std::nullopt;
  }
  return swap;
}

bool is_whole(std::string_view text, std::size_t start, std::size_t end) {
  return (start == 0 || !is_word_byte(text[start - 1])) &&
         (end == text.size() || !is_word_byte(text[end]));
}

}  // namespace

std::vector<AnswerSwap> answer_swaps(const AttackTarget& target) {
  const AnswerSwap whole{plain_answer(target.correct_answer), plain_answer(target.target_answer)};
  if (whole.from.empty() || whole.to.empty() || is_yes_or_no(whole.from) ||
      equal(whole.from, whole.to)) {
    return {};
  }
  std::vector<AnswerSwap> swaps{whole};
  if (auto words = difference(whole.from, whole.to)) swaps.push_back(*std::move(words));
  return swaps;
}

std::optional<std::string> swapped(std::string_view text, const AnswerSwap& swap) {
  const std::size_t length = swap.from.size();
  std::string out;
  std::size_t from = 0;
  bool found = false;
  for (std::size_t at = 0; length > 0 && at + length <= text.size();) {
    if (!equal(text.substr(at, length), swap.from) || !is_whole(text, at, at + length)) {
      ++at;
      continue;
    }
    out += text.substr(from, at - from);
    out += swap.to;
    at += length;
    from = at;
    found = true;
  }
  if (!found) return std::nullopt;
  return out.append(text.substr(from));
}

}  // namespace ragsieve::eval
