// What the conflict score is computed from: how far two sentences speak of the same subject, and
// how they differ. Each feature is scaled to about [0, 1]. Pure; any thread may call.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "ragsieve/detect/fact_differences.h"

namespace ragsieve {

inline constexpr auto kConflictFeatures = std::to_array<std::string_view>({
    "cosine",              // of the sentence vectors
    "margin",              // to the next trusted document, of 0.5
    "covered",             // share of the candidate's words (by rarity) that the trusted side has
    "covered_back",        // and the other way
    "covered_best",        // the larger of the two
    "window",              // as covered, the trusted side with what stands before it
    "window_back",         //
    "window_rarest",       // rarity of the rarest word that only the candidate has, so seen
    "window_rarest_back",  //
    "frame",               // common words in common order, of the longer sentence
    "rarest",              // rarity of the rarest word that only the candidate has
    "rarest_back",         // and of the trusted sentence
    "extra",               // words that only the candidate has, of 8
    "extra_back",          //
    "names",               // names that both have, of 3
    "foreign",             // other names of the candidate, of 2
    "foreign_back",        //
    "more_groups",         // differences beyond the first, of 3
    "several",             // there is more than one
    "slot",                // likeness of the words around the best difference
    "same_noun",           // the best difference counts or measures the same
    "number",              // the kind of the best difference
    "date",                //
    "time",                //
    "name",                //
    "negation",            //
    "polarity",            //
    "at_subject",          // some name or date differs where both say what they are about
    "code",                // some name with a number differs
    "agreed",              // values that both have, of 3
    "open",                // other values of the candidate, of 3
    "open_back",           //
    "weak",                // the best difference is no value, by how little of the frame is common
    "name_loose",          // the best difference is a name, by how little of the frame is common
    "title_names",         // names in the candidate's title that the trusted side lacks, of 2
    "title_codes",     // one of them is a product or version of which the trusted side has another
    "title_values",    // both titles say numbers, years or sides, and not the same
    "about",           // share of the trusted title's words that the candidate's document has
    "elsewhere",       // a name in the trusted title that the candidate's document never says
    "implicit",        // the trusted sentence leaves its title's words out, and so does `about`
    "other",           // it says them, and the candidate's document does not
    "implicit_back",   // the same of the candidate's sentence and title
    "other_back",      //
    "qualifier",       // all of the trusted sentence, and a rare word more: another subject
    "qualifier_back",  //
    "hint_back",       //
    "subject",         // share of both sentences' first words that the other has
    "copy",            // nothing differs but the values
    "substituted",     // frame, where each has a word that the other lacks: another subject
    "frame_far",       // how far the vectors are though the frame is common: the swap matters
    "swap_far",        // the same where one or two words are swapped
    "lone_swap",       // each has just one or two such words and the frame is the same
    "revises",         // the candidate says that it changes the trusted value
});
inline constexpr std::size_t kConflictFeatureCount = kConflictFeatures.size();
using ConflictFeatures = std::array<double, kConflictFeatureCount>;

// Where a feature stands; a name that is none does not compile.
consteval std::size_t conflict_feature(std::string_view name) {
  for (std::size_t i = 0; i < kConflictFeatureCount; ++i) {
    if (kConflictFeatures[i] == name) return i;
  }
  throw "no such feature";
}

// How near two sentences are by their vectors.
struct FactNearness {
  double cosine = 0;
  // Cosine minus the candidate's cosine to the nearest other trusted document; 0: not known. A
  // sentence that is alone in its nearness is about the same; one of a crowd is a sister.
  double margin = 0;
  FactNearness(double of_cosine, double of_margin = 0) : cosine(of_cosine), margin(of_margin) {}
};

// Without any difference only the features of the subject are set.
[[nodiscard]] ConflictFeatures conflict_features(const FactSentence& candidate,
                                                 const FactSentence& trusted,
                                                 const FactNearness& nearness,
                                                 const FactDifferences& differences,
                                                 const WordRarity& rarity);

}  // namespace ragsieve
