// Where two sentences state different values: decisive tokens of each that the other lacks, paired
// by kind, unit and by the words around them. It does not say whether the sentences speak of the
// same subject; that is conflict.h. Pure; any thread may call.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "ragsieve/detect/fact_sentence.h"
#include "ragsieve/detect/word_rarity.h"

namespace ragsieve {

inline constexpr std::size_t kNoToken = std::numeric_limits<std::size_t>::max();

struct FactDifference {
  DecisiveKind kind = DecisiveKind::kNumber;
  std::size_t candidate = kNoToken;  // token of the candidate; kNoToken: it has no such negation
  std::size_t trusted = kNoToken;
  double slot = 0;         // likeness of the words around the two, [0, 1]
  bool same_noun = false;  // what is counted or measured is the same
};

struct FactDifferences {
  std::vector<FactDifference> list;  // best slot first
  std::size_t groups = 0;            // values of one list or range ("from 2 to 8") are one
  std::size_t agreed = 0;            // values of the candidate that the trusted sentence has
  std::size_t agreed_names = 0;
  bool replaces = false;  // the candidate says a trusted value and that it is changed
  std::vector<std::size_t> open_candidate;  // tokens without equal or counterpart
  std::vector<std::size_t> open_trusted;
};

[[nodiscard]] FactDifferences fact_differences(const FactSentence& candidate,
                                               const FactSentence& trusted,
                                               const WordRarity& rarity);

}  // namespace ragsieve
