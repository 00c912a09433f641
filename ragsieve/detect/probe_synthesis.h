// Probes made of texts, where no log says what users ask: of a trusted corpus (questions that it
// answers), and of a candidate with its trusted neighbours (what it would be retrieved for). Made
// by the templates of question_template.h: no model, the same bytes for the same texts. The id of a
// probe is "syn-" and the first 12 hexadecimal digits of a digest of its question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/document.h"
#include "ragsieve/core/probe.h"

namespace ragsieve {

struct ProbeSynthesisOptions {
  std::size_t per_document = 2;  // questions of one document at most, 1..100
  std::size_t max_probes = 500;  // of the corpus, 1..1000000; each costs a retrieval a screening
  std::uint64_t seed = 0;        // which documents go first where max_probes does not reach all
  [[nodiscard]] Status validate() const;  // kInvalidArgument
};

// In the order of the documents, one question a sentence, no question twice. Every document gives
// its best question before one gives its second. Sentences with personal data give none. A document
// without a fact asks about its title; one without a title, for its longest sentence; one without
// words gives none. Origin "corpus". Stage of progress: "questions". kInvalidArgument, kCancelled.
[[nodiscard]] Result<std::vector<Probe>> synthesise(std::span<const Document> documents,
                                                    const ProbeSynthesisOptions& options,
                                                    const RunOptions& run);

// A sentence of the trusted corpus near the candidate.
struct TrustedSentence {
  std::string_view text;
  std::string_view topic;  // title of its document; may be empty
};

inline constexpr std::size_t kCandidateProbes = 12;

// At most `max_probes` questions: half of them from all parts of the candidate (origin
// "candidate"), half from `neighbours` in the order given, nearest first (origin "corpus"); what
// one side lacks the other fills. Any thread may call.
[[nodiscard]] std::vector<Probe> synthesise_for(const Document& candidate,
                                                std::span<const TrustedSentence> neighbours,
                                                std::size_t max_probes = kCandidateProbes);

// Title, else the first Markdown heading of `document`; empty where it has neither.
[[nodiscard]] std::string topic_of(const Document& document);

// "<prefix>-" and the first 12 hexadecimal digits of a digest of `question`.
[[nodiscard]] std::string probe_id(std::string_view prefix, std::string_view question);

}  // namespace ragsieve
