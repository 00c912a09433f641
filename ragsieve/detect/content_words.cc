#include "ragsieve/detect/content_words.h"

#include <algorithm>
#include <cstddef>

namespace ragsieve {
namespace {

constexpr std::size_t kLeastCodePoints = 3;

std::size_t code_points(std::string_view word) {
  return static_cast<std::size_t>(std::count_if(word.begin(), word.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

bool all_digits(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// A letter of a script without spaces, or a short word of another: no ASCII in it.
bool stands_alone(std::string_view word) {
  return code_points(word) < kLeastCodePoints &&
         std::all_of(
             word.begin(), word.end(),
             [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; });
}

std::vector<ContentWord> contents_of(std::string_view text, const std::vector<NgramWord>& words) {
  std::vector<ContentWord> contents;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const ByteRange range = words[i].range;
    const std::string_view word = text.substr(range.start, range.end - range.start);
    if (code_points(word) >= kLeastCodePoints || all_digits(word)) {
      contents.push_back({words[i].hash, range});
    }
    if (i == 0 || words[i - 1].range.end != range.start || !stands_alone(word)) continue;
    const ByteRange before = words[i - 1].range;
    if (!stands_alone(text.substr(before.start, before.end - before.start))) continue;
    contents.push_back({pair_hash(words[i - 1].hash, words[i].hash), {before.start, range.end}});
  }
  std::sort(contents.begin(), contents.end(), [](const ContentWord& a, const ContentWord& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.range.start < b.range.start;
  });
  const auto same = [](const ContentWord& a, const ContentWord& b) { return a.hash == b.hash; };
  contents.erase(std::unique(contents.begin(), contents.end(), same), contents.end());
  return contents;
}

void make_set(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

WordSets word_sets(std::string_view text) {
  WordSets sets;
  sets.words = ngram_words(text);
  for (std::size_t i = 0; i < sets.words.size(); ++i) {
    sets.set.push_back(sets.words[i].hash);
    if (i > 0) sets.pairs.push_back(pair_hash(sets.words[i - 1].hash, sets.words[i].hash));
  }
  make_set(sets.set);
  make_set(sets.pairs);
  sets.contents = contents_of(text, sets.words);
  return sets;
}

double overlap(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::size_t both = 0;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (*left == *right) {
      ++both;
      ++left;
      ++right;
    } else if (*left < *right) {
      ++left;
    } else {
      ++right;
    }
  }
  const std::size_t either = a.size() + b.size() - both;
  return either == 0 ? 0 : static_cast<double>(both) / static_cast<double>(either);
}

}  // namespace ragsieve
