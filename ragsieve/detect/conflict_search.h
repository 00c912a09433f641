// The conflicts of a document with a trusted corpus: each of its sentences against the trusted
// sentences nearest to it. Trusted sentences are analysed only where they are somebody's
// neighbour. Pure; any thread may call.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/detect/conflict.h"
#include "ragsieve/detect/text_units.h"
#include "ragsieve/index/neighbour_graph.h"

namespace ragsieve {

struct ConflictQuestion {
  const EncodedDocuments* set = nullptr;  // what the candidate is one of
  std::size_t document = 0;               // its row there
  const EncodedDocuments* trusted = nullptr;
  const WordRarity* rarity = nullptr;  // of the trusted corpus
};

struct FoundConflict {
  std::size_t candidate_sentence = 0;  // unit of set->sentences
  std::size_t trusted_sentence = 0;    // unit of trusted->sentences
  double cosine = 0;
  FactComparison comparison;
};

inline constexpr std::size_t kMostConflicts = 20;  // that are kept of a document
inline constexpr double kCountedConflict = 0.5;    // score from which one may count
inline constexpr double kSureConflict = 0.8;       // from which one counts on any corpus
inline constexpr double kSuspectedConflict = 0.2;  // from which it is listed at all

// `neighbours[i]`: trusted sentences near the document's i-th sentence, nearest first, without
// those that must not count (its own, when it is one of the corpus). Highest score first, one of
// each candidate sentence; comparison.conflict is set where it counts, the others only tell how
// suspect the document is beside those of its corpus. A sentence that a nearer trusted sentence
// agrees with is in conflict with none. Where the trusted neighbours contradict each other the
// corpus supports no value, and neither is a conflict. A title states nothing, on either side. The
// document's score is the first conflict's, 0 without one.
[[nodiscard]] std::vector<FoundConflict> find_conflicts(
    const ConflictQuestion& question, std::span<const std::vector<Neighbour>> neighbours);

// How near the `of`-th neighbour is, beside the nearest one of another trusted document.
[[nodiscard]] FactNearness nearness_of(const EncodedDocuments& trusted,
                                       const std::vector<Neighbour>& neighbours, std::size_t of);

// A trusted sentence as find_conflicts compares it.
[[nodiscard]] FactSentence trusted_sentence(const EncodedDocuments& trusted, std::size_t row);

// What a document says it is about: its title, the heading that it starts with, or its first
// sentence.
[[nodiscard]] std::string_view subject_hint(const Document& document);

}  // namespace ragsieve
