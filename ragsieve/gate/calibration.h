// From scores to p-values (methods.md 3.2): each signal against the trusted documents scored
// leave-one-out by the same rule, and the whole gate against the documents' own smallest p-values.
// Fitted once a corpus and stored; a value, const functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/core/signal.h"

namespace ragsieve {

// The leave-one-out scores of every trusted document, in the same order for each signal. Any scale
// that grows with suspicion: what counts is the order, so scores that are cut at 1 lose it.
struct SignalScores {
  std::string name;
  std::vector<Millionths> scores;
};

struct NamedScore {
  std::string_view name;
  Millionths score = 0;
};

struct GateP {
  std::optional<Millionths> p;     // none where the corpus cannot calibrate
  std::string signal;              // the one with the smallest p-value; empty: none is calibrated
  std::vector<std::string> notes;  // why there is no p, and which signals took no part
};

// What a threshold does on the corpus itself: each document screened against the others.
struct Alarms {
  std::size_t n_documents = 0;
  double expected = 0;   // alpha n
  std::size_t seen = 0;  // documents whose p is at or below alpha
};

class Calibration {
 public:
  // Of nothing: gives no p-value.
  Calibration() = default;

  // `manifest` is the digest of the corpus that the scores come from. kInvalidArgument: a name
  // that is empty, over 64 bytes or there twice, over 64 signals, or counts that differ.
  [[nodiscard]] static Result<Calibration> fit(std::vector<SignalScores> signals,
                                               const Digest& manifest);

  [[nodiscard]] std::size_t n_documents() const { return n_documents_; }
  [[nodiscard]] const Digest& manifest() const { return manifest_; }
  [[nodiscard]] std::vector<std::string_view> signal_names() const;

  // Whether a p-value can reach alpha at all: n >= 1 / alpha - 1.
  [[nodiscard]] bool enough_for(Millionths alpha) const;

  // (1 + #{reference >= score}) / (n + 1), rounded up; none of a signal that is not calibrated.
  [[nodiscard]] std::optional<Millionths> p(std::string_view name, Millionths score) const;

  // The p-value of the whole gate: T = the smallest p-value of the scores given; p = (1 + #{i: T_i
  // <= T}) / (n + 1), rounded up, where T_i is the same for trusted document i over the same
  // signals, ranked among the n documents *and* the candidate. With the candidate among them all
  // n + 1 are treated alike, so p <= a happens to at most a share a of clean documents, ties and
  // any dependence between the signals included. Time n signals.
  [[nodiscard]] GateP gate_p(std::span<const NamedScore> scores, Millionths alpha) const;

  // Over the signals named; those that are not calibrated take no part. Time n log n.
  [[nodiscard]] Alarms alarms(std::span<const std::string_view> names, Millionths alpha) const;

  // Bytes that from_bytes() reads, the same on every machine; 8 a document and signal.
  [[nodiscard]] std::string to_bytes() const;

  // kCorrupt with what was found. `path` is only named in errors.
  [[nodiscard]] static Result<Calibration> from_bytes(std::string_view bytes,
                                                      const std::string& path);

 private:
  struct Reference {
    SignalScores scores;
    std::vector<Millionths> ascending;
    std::vector<std::uint32_t> ranks;  // #{j: score_j >= score_i}, itself included
  };
  [[nodiscard]] const Reference* find(std::string_view name) const;

  std::size_t n_documents_ = 0;
  Digest manifest_;
  std::vector<Reference> references_;
};

// How many documents of `fitted` are gone or how many of `now` are new, whichever is more: an edit
// counts once. Both are digests of texts, ascending, repeats included.
[[nodiscard]] std::size_t changed_documents(std::span<const Digest> fitted,
                                            std::span<const Digest> now);

// Whether forest and calibration are too old: more than 5 % of the documents changed.
[[nodiscard]] bool must_refit(std::size_t n_fitted, std::size_t n_changed);

}  // namespace ragsieve
