// The concepts of the injection classifier: groups of words of one meaning, known in each language
// by the same name. Inside `detect` only. Thread-safe once compiled.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/detect/lazy_regex.h"
#include "ragsieve/detect/sentence_language.h"

namespace ragsieve {

// A bit for each of InjectionConcepts::names().
using ConceptBits = std::uint64_t;

class InjectionConcepts {
 public:
  // kInvalidConfig with concepts.`name` where a pattern does not compile; languages that
  // sentence_language_index() does not know are left out.
  [[nodiscard]] static Result<InjectionConcepts> compile(
      const std::vector<InjectionConcept>& concepts);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

  // Those that occur in a folded sentence of one of `languages`. A sentence that addresses nobody,
  // orders nothing and names neither a model nor itself has none.
  [[nodiscard]] ConceptBits of(std::string_view sentence, LanguageBits languages) const;

 private:
  struct Entry {
    std::size_t name = 0;
    int language = 0;
    std::shared_ptr<const LazyRegex> pattern;
  };
  [[nodiscard]] ConceptBits match(std::string_view sentence, LanguageBits languages,
                                  ConceptBits which) const;

  std::vector<std::string> names_;  // sorted
  std::vector<Entry> entries_;
  ConceptBits openers_ = 0;
};

}  // namespace ragsieve
