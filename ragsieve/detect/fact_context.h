// The words around a decisive token, and what else places it in its sentence: whether two values
// answer the same question. Pure; any thread may call.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/detect/fact_sentence.h"
#include "ragsieve/detect/word_rarity.h"

namespace ragsieve {

class FactContext {
 public:
  FactContext(const FactSentence& sentence, const DecisiveToken& token, const WordRarity& rarity);

  // Weight of the words that both have, over the smaller weight of the two; [0, 1].
  [[nodiscard]] double likeness(const FactContext& other) const;

  // A word right behind each token is the same: "43 wardens", "34 fire wardens".
  [[nodiscard]] bool same_noun(const FactContext& other) const;

 private:
  std::vector<std::pair<std::string, double>> weights_;  // sorted by stem
  std::vector<std::string> behind_;
  double total_ = 0;
};

// A name that may count as one: not an ordinary word of the corpus with a capital.
[[nodiscard]] bool is_real_name(const FactSentence& sentence, const DecisiveToken& name,
                                const WordRarity& rarity);

// Each word of a folded name stands in the sentence or its hint.
[[nodiscard]] bool says_all_words(const FactSentence& sentence, const std::string& name);

// At most one word with meaning stands before the token.
[[nodiscard]] bool opens_sentence(const FactSentence& sentence, const DecisiveToken& token);

// `negation` of `a` turns a word that `b` says without a negation: how alike the words around the
// two are; nothing where b does not say the word or negates it too.
[[nodiscard]] std::optional<double> affirmed_likeness(const FactSentence& a,
                                                      const DecisiveToken& negation,
                                                      const FactSentence& b,
                                                      const WordRarity& rarity);

}  // namespace ragsieve
