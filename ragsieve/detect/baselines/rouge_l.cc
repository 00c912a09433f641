#include "ragsieve/detect/baselines/rouge_l.h"

#include <algorithm>

#include "ragsieve/detect/baselines/porter_stem.h"
#include "ragsieve/text/words.h"

namespace ragsieve::baselines {
namespace {

std::size_t longest_common(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<std::size_t> row(b.size() + 1, 0);
  for (const std::string& word : a) {
    std::size_t diagonal = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = word == b[j] ? diagonal + 1 : std::max(above, row[j]);
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> rouge_words(std::string_view text) {
  std::vector<std::string> found = words(text);
  if (found.size() > kRougeWords) found.resize(kRougeWords);
  for (std::string& word : found) {
    if (word.size() > 3) word = porter_stem(word);
  }
  return found;
}

double rouge_l(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const auto total = static_cast<double>(a.size() + b.size());
  if (a.empty() || b.empty()) return 0;
  return 2 * static_cast<double>(longest_common(a, b)) / total;
}

}  // namespace ragsieve::baselines
