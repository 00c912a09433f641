// An inverted index over short units (sentences): which of them share the query's rare words. BM25
// (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) with weighted terms: a
// word counts by its weight instead of by its occurrences, so that a title counts less than the
// sentence under it. Built once by one thread, then read by any number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ragsieve {

struct WeightedWord {
  std::string word;
  double weight = 1;
};

struct LexicalMatch {
  std::size_t unit = 0;  // by order of add()
  double score = 0;
};

class LexicalIndex {
 public:
  // The next unit. A word that is given twice counts by the sum of its weights.
  void add(std::span<const WeightedWord> words);

  [[nodiscard]] std::size_t size() const { return lengths_.size(); }

  // At most `k` units with a positive score, the best first, equals by their number. A word that
  // more than a tenth of at least 1,000 units hold tells nothing apart and is passed over.
  [[nodiscard]] std::vector<LexicalMatch> search(std::span<const WeightedWord> query,
                                                 std::size_t k) const;

 private:
  struct Posting {
    std::uint32_t unit = 0;
    float weight = 0;
  };
  std::unordered_map<std::string, std::vector<Posting>> postings_;
  std::vector<float> lengths_;  // sums of weights
  double total_length_ = 0;
};

}  // namespace ragsieve
