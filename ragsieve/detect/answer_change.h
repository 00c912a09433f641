// What a candidate would do to the answers of an assistant: each probe is answered without and with
// it, by the faithful reader. A change counts when the decisive tokens of the answer differ and the
// clean context alone cannot make it (its passages reordered, its last one dropped), and it is
// suspect when the corpus supported the old answer (methods.md 3.2). Pure; any thread may call.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/detect/extractive_answer.h"
#include "ragsieve/detect/retrieval_overlay.h"
#include "ragsieve/detect/text_units.h"

namespace ragsieve {

struct AnswerChangeOptions {
  std::size_t top_k = 5;        // chunks that the reader sees, 1..64
  double support_cosine = 0.6;  // of question and clean answer, from which the corpus supports it
  [[nodiscard]] Status validate() const;
};

// A probe before any candidate: its vector and the corpus's nearest chunks, deeper than top_k by
// the chunks of the longest document that may be left out.
struct AskedProbe {
  std::string_view question;
  std::span<const float> vector;  // L2-normalised
  std::span<const Neighbour> clean;
};

struct Overlay {
  const EncodedDocuments* corpus = nullptr;
  const EncodedDocuments* candidates = nullptr;
  std::size_t candidate = 0;  // document of `candidates`
  // Documents of the corpus that do not count: itself (leave-one-out), or what it supersedes.
  std::span<const std::size_t> left_out;
};

struct ProbeOutcome {
  std::size_t rank = 0;  // best rank of the candidate; 0: not retrieved, the rest is empty
  std::optional<ExtractiveAnswer> before;
  std::optional<ExtractiveAnswer> after;
  double shift = 0;  // cosine distance of the two answers, [0, 1]
  bool changed = false;
  bool supported = false;
  double strength = 0;  // of a supported change: how near the corpus's answer is to the question
  std::vector<RankedChunk> clean;  // what the probe retrieves without the candidate
  std::vector<RankedChunk> with;   // and with it; empty where it is not retrieved
};

[[nodiscard]] ProbeOutcome ask_probe(const AskedProbe& probe, const Overlay& overlay,
                                     const AnswerChangeOptions& options);

// [0, 1]: the strongest supported change.
[[nodiscard]] double answer_change_score(std::span<const ProbeOutcome> outcomes);

// C of the paper profile (methods.md 3.1) over all probes: capture, mean and largest shift.
struct PaperInfluence {
  double capture = 0;
  double mean_shift = 0;
  double max_shift = 0;
  double score = 0;  // 0.4 capture + 0.4 mean_shift + 0.2 max_shift
};
[[nodiscard]] PaperInfluence paper_influence(std::span<const ProbeOutcome> outcomes);

}  // namespace ragsieve
