// Fact conflict, the gate's strongest signal: two sentences about the same subject that state
// different values. Sentences about two subjects (sister products, other years, other towns) are
// no conflict, whatever their numbers. See docs/design/conflict.md. Pure; any thread may call.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/detect/conflict_features.h"
#include "ragsieve/detect/fact_sentence.h"
#include "ragsieve/detect/word_rarity.h"

namespace ragsieve {

struct FactComparison {
  bool conflict = false;
  double score = 0;                  // [0, 1]; 0 where nothing differs; conflict from 0.6 on
  std::vector<std::string> differs;  // "number: 25 requests per day / 600 requests per minute"
  double subject_overlap = 0;        // share of their words that they have in common, by rarity
  bool agrees = false;               // same subject and nothing differs
  bool says_it_revises = false;      // the candidate says that it changes what was valid
};

// `nearness` of the two sentences' vectors; a cosine alone will do.
[[nodiscard]] FactComparison compare_facts(const FactSentence& candidate,
                                           const FactSentence& trusted,
                                           const FactNearness& nearness, const WordRarity& rarity);

}  // namespace ragsieve
