#include "ragsieve/text/word_hashes.h"

#include <algorithm>

#include "ragsieve/text/words.h"

namespace ragsieve {
namespace {

std::uint64_t fnv1a(std::string_view word) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char byte : word) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  return hash;
}

}  // namespace

WordHashes word_hashes(std::string_view text) {
  WordHashes hashes;
  for (const std::string& word : word_set(text)) hashes.push_back(fnv1a(word));
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

double jaccard(const WordHashes& a, const WordHashes& b) {
  std::size_t common = 0;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) ++common;
    const bool step_a = *i <= *j;
    const bool step_b = *j <= *i;
    if (step_a) ++i;
    if (step_b) ++j;
  }
  const std::size_t all = a.size() + b.size() - common;
  return all == 0 ? 0 : static_cast<double>(common) / static_cast<double>(all);
}

}  // namespace ragsieve
