// Every signal of the default profile for some documents of a set: the candidates of a screening,
// or, leave-one-out, documents of the trusted corpus itself. One code for both is what makes the
// calibration honest. Not a public interface: screen.h and gate_calibration.h are.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/probe.h"
#include "ragsieve/detect/anomaly.h"
#include "ragsieve/detect/answer_change.h"
#include "ragsieve/detect/conflict_search.h"
#include "ragsieve/detect/corpus_evidence.h"
#include "ragsieve/detect/injection.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/pipeline/trusted_corpus.h"

namespace ragsieve {

struct ScoreOptions {
  AnswerChangeOptions answers;
  EvidenceOptions evidence;
  std::size_t conflict_neighbours = 6;  // trusted sentences a sentence is compared with, 1..32
  std::size_t candidate_probes = 8;  // questions made of the candidate and its neighbours, 0..100
  [[nodiscard]] Status validate() const;
};

// The user's probes, encoded and retrieved once.
struct AskedProbes {
  std::vector<Probe> probes;
  Matrix vectors;
  NeighbourGraph clean;  // of each probe the corpus's nearest chunks
  [[nodiscard]] AskedProbe at(std::size_t i) const;
};
[[nodiscard]] Result<AskedProbes> ask_clean(std::vector<Probe> probes, const TrustedCorpus& trusted,
                                            Encoder& encoder, const RunOptions& run);

// What the scoring needs beside the documents.
struct Scoring {
  const TrustedCorpus* trusted = nullptr;
  const AnomalyModel* anomaly = nullptr;
  const InjectionDetector* injection = nullptr;
  const AskedProbes* probes = nullptr;
  Encoder* encoder = nullptr;
  ScoreOptions options;
  std::span<const RecentDocument> recent;  // admitted, and not yet in the corpus
};

// A document to score: `document` of `set`.
struct Subject {
  std::size_t document = 0;
  bool of_corpus = false;               // the set is the corpus: leave-one-out
  std::vector<std::size_t> left_out;    // rows of the corpus: itself, or what it supersedes
  std::vector<std::size_t> companions;  // documents of the set that arrived with it
};

struct DocumentScores {
  AnomalyScore anomaly;
  InjectionResult injection;
  std::vector<Probe> own_probes;             // made of the candidate and its neighbours
  std::vector<ProbeOutcome> own_outcomes;    // as many
  std::vector<ProbeOutcome> probe_outcomes;  // of the user's probes
  double answer_change = 0;
  std::vector<FoundConflict> conflicts;
  std::vector<bool> conflict_retrieved;  // as many: the candidate is retrieved for a probe about it
  double fact_conflict = 0;
  CorpusEvidence evidence;
};

// In the order of the subjects. kCancelled, kUnavailable. Stage of progress: "signals".
[[nodiscard]] Result<std::vector<DocumentScores>> score_documents(const Scoring& scoring,
                                                                  const EncodedDocuments& set,
                                                                  std::span<const Subject> subjects,
                                                                  const RunOptions& run);

}  // namespace ragsieve
