// What the gate fits once a corpus: the isolation forest of its chunks and the calibration of every
// signal, leave-one-out. Kept in the state folder and used again while at most 5 % of the corpus's
// documents changed; the calibration names the manifest that it comes from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/detect/anomaly.h"
#include "ragsieve/gate/calibration.h"
#include "ragsieve/pipeline/document_scores.h"

namespace ragsieve {

struct CalibrationOptions {
  std::string folder;            // state folder; empty: nothing is stored
  std::size_t documents = 2000;  // scored leave-one-out, drawn by digest; 0: all of them
  std::uint64_t seed = 0;        // of forest and draw
  Digest key;                    // of everything else that changes a score (encoder, rules, ...)
  bool paper = false;            // the paper\'s forest, and no calibration
};

struct GateState {
  AnomalyModel anomaly;
  Calibration calibration;
  bool reused = false;  // from the state folder
};

// Digests of the corpus's texts, sorted.
[[nodiscard]] std::vector<Digest> text_digests(const TrustedCorpus& trusted);

// Fits, or reads what was fitted before. `scoring` holds everything but the anomaly model. What is
// stored and does not fit, or is damaged, is fitted again with a word to the log. Errors as
// score_documents, kIo, kNoSpace. Stages: "forest", "signals".
[[nodiscard]] Result<GateState> gate_state(Scoring scoring, const CalibrationOptions& options,
                                           const RunOptions& run);

// The two parts of corpus evidence: among the corpus, and with what arrived or was admitted beside.
inline constexpr std::string_view kDensity = "density";
inline constexpr std::string_view kSetGain = "set_gain";

// Answer change and fact conflict as one part of the gate's p-value: both say that a document
// states another value than the corpus, and two ranks of what is nearly one thing would only make
// every document rarer by chance.
inline constexpr std::string_view kFacts = "facts";
[[nodiscard]] Millionths facts_score(Millionths answer_change, Millionths fact_conflict);
void join_facts(std::vector<NamedScore>& parts);  // where both are there

// The scores of a document as the calibration ranks them, by name of the signal. An injection
// score below the alarm level ranks as none: a corpus in which nothing speaks of attacks would else
// hold back every manual that quotes one.
[[nodiscard]] Millionths ranked_injection(Millionths score);

// The scores of a document as the calibration ranks them, by name of the signal.
[[nodiscard]] std::vector<NamedScore> named_scores(const DocumentScores& scores);

}  // namespace ragsieve
