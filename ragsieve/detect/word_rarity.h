// How rare words are in the trusted corpus: what makes two sentences speak of the same subject is
// the rare words that they share. Built once a corpus from its texts, then read by any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ragsieve {

class WordRarity {
 public:
  // Counts a document of the corpus (its indexed_text). One thread at a time.
  void add(std::string_view text);

  [[nodiscard]] std::size_t documents() const { return documents_; }

  // log((n + 1) / (df + 0.5)) / log(2 (n + 1)), in (0, 1]: 1 of a word (a stem of
  // function_words.h) that no document holds. 1 of every word while the corpus is empty.
  [[nodiscard]] double of(std::string_view stem) const;

  // The corpus often writes this word without a capital: it is no name. `stem` as above.
  [[nodiscard]] bool is_ordinary(std::string_view stem) const;
  // The corpus always writes it with a capital, more than once: a name, even where it opens a
  // sentence.
  [[nodiscard]] bool is_name(std::string_view stem) const;

 private:
  struct Count {
    std::uint32_t documents = 0;
    std::uint32_t last_document = 0;
    std::uint32_t lower = 0;  // occurrences without a capital
    std::uint32_t upper = 0;  // with one
  };
  std::unordered_map<std::string, Count> counts_;
  std::uint32_t documents_ = 0;
};

}  // namespace ragsieve
