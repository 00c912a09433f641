#include "ragsieve/detect/word_rarity.h"

#include <algorithm>
#include <cmath>

#include "ragsieve/text/fact_words.h"

namespace ragsieve {

void WordRarity::add(std::string_view text) {
  ++documents_;
  for (FactWord& word : fact_words(text)) {
    Count& count = counts_[std::move(word.stem)];
    if (count.last_document != documents_) {
      count.last_document = documents_;
      ++count.documents;
    }
    ++(word.capital ? count.upper : count.lower);
  }
}

double WordRarity::of(std::string_view stem) const {
  if (documents_ == 0) return 1;
  const auto entry = counts_.find(std::string(stem));
  const double df = entry == counts_.end() ? 0 : entry->second.documents;
  const double n = documents_;
  return std::log((n + 1) / (df + 0.5)) / std::log(2 * (n + 1));
}

bool WordRarity::is_ordinary(std::string_view stem) const {
  const auto entry = counts_.find(std::string(stem));
  return entry != counts_.end() && entry->second.lower > entry->second.upper / 4;
}

bool WordRarity::is_name(std::string_view stem) const {
  const auto entry = counts_.find(std::string(stem));
  return entry != counts_.end() && entry->second.upper > 1 && entry->second.lower == 0;
}

}  // namespace ragsieve
