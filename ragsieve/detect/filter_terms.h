// The terms of the default filter: what makes a candidate of a retrieval stand out against the rest
// of it, one number each, larger = more suspicious. They need the vectors that the retriever has,
// the texts, and where it is at hand the language of the corpus: no neural model. What counts as
// rare is decided elsewhere (filter_default.h). Pure, thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/matrix_view.h"
#include "ragsieve/base/result.h"
#include "ragsieve/detect/fluency.h"

namespace ragsieve {

enum class FilterTerm : std::size_t {
  kDensity,
  kSimilarity,
  kQuestionPairs,
  kQuestionWords,
  kFocus,
  kAnchor,
  kFluency,
  kRarity,
  kInjection
};
inline constexpr std::size_t kFilterTerms = 9;

// "density", "similarity", "question_pairs", ... as in the reports.
[[nodiscard]] std::string_view filter_term_name(FilterTerm term);

struct FilterTermOptions {
  std::size_t k = 5;           // candidates
  std::size_t n = 40;          // inspected ranks at most; the tail is k+1..n
  std::size_t least_tail = 5;  // documents
  double trim = 0.15;          // share of the tail's largest values left out of its mean, [0, 0.5]
  double tau_l = 0.60;         // Jaccard overlap up to which two candidates are in other words
  [[nodiscard]] Status validate() const;
};

// A query and what it retrieved, by rank; row i of `vectors` (inverse_norms present) is of
// texts[i].
struct FilterInput {
  std::string_view query;
  std::span<const float> query_vector;
  std::span<const std::string_view> texts;
  MatrixView vectors;
  std::vector<bool> counted;                 // texts[i] is one that `language` was counted from
  std::span<const double> injection;         // B of the first k; empty: not looked at
  const CorpusLanguage* language = nullptr;  // may be null
};

// A word that several candidates hold and the tail does not.
struct SharedWord {
  std::string text;            // as it stands in the document
  std::size_t candidates = 0;  // of the k that hold it
  std::size_t documents = 0;   // of the n
  double p = 1;                // hypergeometric
};

struct FilterTerms {
  std::array<double, kFilterTerms> values{};
  std::vector<SharedWord> shared;  // smallest p first, at most 8
  Fluency fluency;
  [[nodiscard]] double of(FilterTerm term) const { return values[static_cast<std::size_t>(term)]; }
  [[nodiscard]] double& of(FilterTerm term) { return values[static_cast<std::size_t>(term)]; }
};

// Terms of the first k documents. With m the mean over the tail without its floor(trim * size)
// largest values:
//   density         mean cosine to the two nearest other candidates whose overlap of words is at
//                   most tau_l, minus m of the cosines to the tail; half of it with one such
//                   candidate, 0 with none
//   similarity      cosine to the query, minus m
//   question_pairs  share of the query's different pairs of neighbouring words, minus m
//   question_words  share of the query's different words by their bits (1 each without language),
//                   minus m
//   focus           share of the document's words that are the query's, minus m
//   anchor          -ln of Simes' p over the content words that two candidates or more hold
//   fluency, rarity bits (fluency.h), 0 without language;  injection  B
// Words are those of text/ngram.h. Content words are not the query's and have three code points or
// are all digits; in scripts without spaces, pairs of neighbouring letters. kInvalidArgument when
// the counts do not fit or there are fewer than k + least_tail documents.
[[nodiscard]] Result<std::vector<FilterTerms>> filter_terms(const FilterInput& input,
                                                            const FilterTermOptions& options);

}  // namespace ragsieve
