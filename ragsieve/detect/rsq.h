// RSQ, query-local contrast (methods.md section 1): a score for each of the k candidates of a
// retrieval result against its own tail, with the evidence. This file is the pure rule: model
// outputs come in as values (surprisal.h and alignment.h make them). Thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/detect/alignment.h"
#include "ragsieve/detect/surprisal.h"
#include "ragsieve/text/scripts.h"

namespace ragsieve {

struct RsqOptions {                // the `paper` profile
  std::size_t k = 5;               // candidates
  std::size_t n = 20;              // inspected ranks; the tail is k+1..n
  std::size_t min_word_bytes = 3;  // shorter words count only when they are all digits
  std::size_t min_candidates = 2;  // a type is tested from this many candidates on
  double alpha_s = 0.05;           // alignment level
  double eta_q = 1.0;              // flag threshold
  SurprisalOptions surprisal;
  [[nodiscard]] Status validate() const;
};

struct RsqDocument {  // what is known of one ranked document
  std::string_view text;
  double jump = 0;       // J(d, q); needed of all n documents
  double surprisal = 0;  // needed of the k candidates
};

struct Anchor {
  std::string token;
  std::size_t candidates = 0;  // x_t
  std::size_t documents = 0;   // K_t
  double p = 1;
};

struct RsqCandidate {
  double anchor = 0, integrity = 0, surprisal = 0, alignment = 0;
  double score = 0;
  bool flagged = false;
  double anchor_p = 1;
  std::vector<Anchor> anchors;  // tested types of this document, smallest p first, then token
  ScriptProfile scripts;
  double integrity_p = 1;
  double jump_p = 1;
};

// Scores documents[0..k-1] against documents[k..n-1]; exactly n documents. kInvalidArgument.
[[nodiscard]] Result<std::vector<RsqCandidate>> rsq(std::string_view query,
                                                    std::span<const RsqDocument> documents,
                                                    const RsqOptions& options);

}  // namespace ragsieve
