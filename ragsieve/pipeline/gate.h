// The gate over one trusted corpus: opened once (corpus worked, signals calibrated), then asked
// about any number of documents. A candidate never enters the corpus. After open() it is read only;
// screen() may be called from any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/core/policy.h"
#include "ragsieve/core/probe.h"
#include "ragsieve/core/probe_records.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/gate/calibration.h"
#include "ragsieve/pipeline/candidates.h"
#include "ragsieve/pipeline/document_scores.h"
#include "ragsieve/pipeline/gate_state.h"
#include "ragsieve/pipeline/models_in_use.h"
#include "ragsieve/pipeline/prepared_documents.h"
#include "ragsieve/pipeline/recent_documents.h"

namespace ragsieve {

struct GateOptions {
  std::string corpus;  // BEIR JSONL, a folder, an index
  CutOptions cut;
  ScoreOptions score;
  Policy policy;
  InjectionRules rules;
  std::optional<std::vector<Probe>> probes;  // none: made of the corpus, see corpus_probes
  std::size_t corpus_probes = 200;           // questions made of the corpus where none are given
  CalibrationOptions calibration;            // its key is set here
  RecentOptions recent;                      // what was admitted before; by default nothing is kept
  const Clock* clock = nullptr;              // of allow-list entries with a last day; null: system
};

// A reviewer's decision that a candidate takes the place of a document of the corpus: conflicts
// with that document are listed, not counted, and its passages are no evidence against the change.
struct Supersedes {
  std::string id;  // of the document, or of what all its passages share before "#"
  std::string reviewer;
  std::string reason;
};

struct ScreenBatch {
  std::vector<ScreenCandidate> candidates;
  bool together = true;  // the documents are looked at as one set too, not only one by one
  std::optional<Supersedes> supersedes;
  bool remember = true;  // what is admitted stays evidence for what comes after it
};

// What a seal names beside the record (digests are hex).
struct GateDigests {
  std::string corpus;
  std::string calibration;  // manifest of the corpus that the calibration was made on
  std::string probes;
  std::string policy;
};

// What changed of what a gate's verdicts are made of.
struct GateChange {
  std::vector<std::string> documents;  // ids; of ones that the corpus does not hold nothing is made
  std::vector<Digest> probes;          // see Gate::probe_digests()
};

class Gate {
 public:
  // Errors: those of the corpus, the rules and the models; kUnavailable without an encoder. Stages:
  // "read", "encode", "forest", "signals".
  [[nodiscard]] static Result<std::unique_ptr<Gate>> open(GateOptions options,
                                                          const ModelsInUse& models,
                                                          const RunOptions& run);
  ~Gate();

  // One record a candidate, in order. A signal that fails is INCOMPLETE in the record, not an error
  // of the call. kNotFound where nothing of the corpus is what `supersedes` names; kCancelled.
  [[nodiscard]] Result<std::vector<ScreenRecord>> screen(ScreenBatch batch,
                                                         const RunOptions& run) const;

  // Whether the scores of each candidate are made of one of these documents of the corpus, or a
  // probe of these digests retrieves it, see leaning.h. Of models only the encoder is asked, for
  // texts that screen() encodes too.
  [[nodiscard]] Result<std::vector<bool>> leans_on(const std::vector<ScreenCandidate>& candidates,
                                                   const GateChange& change,
                                                   const RunOptions& run) const;
  // Of each probe all that it asks, in their order.
  [[nodiscard]] std::vector<Digest> probe_digests() const;
  // Of everything but corpus and probes that a verdict is made with: encoder, rules, policy and
  // settings. Another one is another gate.
  [[nodiscard]] Digest judge() const;

  // Which documents of the corpus the probes reach, with the depth that answers are made of
  // (documents and topics alone). Asks no model.
  [[nodiscard]] CoverageReport coverage() const;

  // The integers that decided a record, as the policy let them count.
  [[nodiscard]] VerdictInput verdict_input_of(const ScreenRecord& record) const;

  [[nodiscard]] const GateDigests& digests() const { return digests_; }
  [[nodiscard]] const Calibration& calibration() const;
  [[nodiscard]] const Policy& policy() const { return options_.policy; }
  [[nodiscard]] std::size_t n_documents() const;
  [[nodiscard]] const std::vector<Probe>& probes() const;
  // Chunks that an answer is made of.
  [[nodiscard]] std::size_t answer_depth() const { return options_.score.answers.top_k; }
  // Alarms on the corpus itself at the policy's alpha, each document against the others.
  [[nodiscard]] Alarms alarms() const;

 private:
  struct Parts;
  Gate();
  [[nodiscard]] Status open_parts(const RunOptions& run);
  [[nodiscard]] Status choose_probes(const RunOptions& run);
  [[nodiscard]] std::int64_t now_s() const;
  void keep_admitted(const EncodedDocuments& set, std::size_t document, const ScreenRecord& record,
                     const RunOptions& run) const;
  GateOptions options_;
  ModelsInUse models_;
  GateDigests digests_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ragsieve
