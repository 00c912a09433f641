#include "ragsieve/pipeline/gate_state.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/pipeline/stored_parts.h"

namespace ragsieve {
namespace {

constexpr std::size_t kStateBytes = std::size_t{1} << 30;

std::string bytes_of(const std::vector<Digest>& digests) {
  std::string bytes;
  for (const Digest& digest : digests) {
    bytes.append(reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size());
  }
  return bytes;
}

std::vector<Digest> digests_of(std::string_view bytes) {
  std::vector<Digest> digests(bytes.size() / 32);
  for (std::size_t i = 0; i < digests.size(); ++i) {
    std::ranges::copy(bytes.substr(32 * i, 32), digests[i].bytes.begin());
  }
  return digests;
}

// The documents that are scored leave-one-out: those with the smallest digest of seed and text, so
// that an edit elsewhere changes nothing in the draw.
std::vector<Subject> drawn(const TrustedCorpus& trusted, const CalibrationOptions& options) {
  std::vector<std::pair<Digest, std::size_t>> order;
  const std::string seed = std::to_string(options.seed);
  for (std::size_t i = 0; i < trusted.size(); ++i) {
    const std::string_view text = trusted.view().documents[i].indexed_text;
    order.emplace_back(Sha256().add_field(seed).add_field(text).finish(), i);
  }
  std::sort(order.begin(), order.end());
  if (options.documents != 0 && order.size() > options.documents) order.resize(options.documents);
  std::vector<Subject> subjects;
  for (const auto& [digest, row] : order) subjects.push_back({row, true, {row}, {}});
  return subjects;
}

Result<Calibration> calibrate(const Scoring& scoring, const CalibrationOptions& options,
                              const RunOptions& run) {
  const std::vector<Subject> subjects = drawn(*scoring.trusted, options);
  RAGSIEVE_TRY(const std::vector<DocumentScores> scores,
               score_documents(scoring, scoring.trusted->view(), subjects, run));
  std::vector<SignalScores> signals;
  for (const DocumentScores& document : scores) {
    const std::vector<NamedScore> named = named_scores(document);
    signals.resize(named.size());
    for (std::size_t s = 0; s < named.size(); ++s) {
      signals[s].name = named[s].name;
      signals[s].scores.push_back(named[s].score);
    }
  }
  return Calibration::fit(std::move(signals), scoring.trusted->manifest());
}

Result<GateState> fit(Scoring scoring, const CalibrationOptions& options, const RunOptions& run) {
  const EncodedDocuments& corpus = scoring.trusted->view();
  ForestOptions forest = calibrated_forest(options.seed);
  if (options.paper) {
    forest = ForestOptions{};
    forest.seed = options.seed;
  }
  RAGSIEVE_TRY(AnomalyModel anomaly,
               AnomalyModel::fit(corpus.chunk_vectors, corpus.chunks->begin, forest, run));
  if (options.paper) {
    RAGSIEVE_TRY(Calibration none, Calibration::fit({}, scoring.trusted->manifest()));
    return GateState{std::move(anomaly), std::move(none), false};
  }
  scoring.anomaly = &anomaly;
  RAGSIEVE_TRY(Calibration calibration, calibrate(scoring, options, run));
  return GateState{std::move(anomaly), std::move(calibration), false};
}

// What was stored under the key, when the corpus has not changed too much since.
Result<GateState> load(const std::string& path, const std::vector<Digest>& now,
                       const RunOptions& run) {
  RAGSIEVE_TRY(const std::string bytes, read_file(path, kStateBytes));
  RAGSIEVE_TRY(const std::vector<std::string_view> parts, split_parts(bytes, 3, path));
  const std::vector<Digest> fitted = digests_of(parts[0]);
  const std::size_t n_changed = changed_documents(fitted, now);
  if (must_refit(fitted.size(), n_changed)) {
    return make_error(Code::kNotFound, std::to_string(n_changed) +
                                           " documents changed since the gate was calibrated");
  }
  RAGSIEVE_TRY(AnomalyModel anomaly, AnomalyModel::from_bytes(parts[1], path));
  RAGSIEVE_TRY(Calibration calibration, Calibration::from_bytes(parts[2], path));
  if (n_changed > 0) {
    run.say(LogLevel::kInfo, std::to_string(n_changed) +
                                 " documents changed since the gate was calibrated: below 5 %, the "
                                 "calibration is kept");
  }
  return GateState{std::move(anomaly), std::move(calibration), true};
}

Status store(const GateState& state, const std::vector<Digest>& digests, const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  if (error) return system_error(error.value(), "cannot make the folder of", path);
  const std::string documents = bytes_of(digests);
  const std::string anomaly = state.anomaly.to_bytes();
  const std::string calibration = state.calibration.to_bytes();
  const std::vector<std::string_view> parts{documents, anomaly, calibration};
  return write_file(path, join_parts(parts));
}

}  // namespace

std::vector<Digest> text_digests(const TrustedCorpus& trusted) {
  std::vector<Digest> digests;
  for (const Document& document : trusted.view().documents) {
    digests.push_back(sha256(document.indexed_text));
  }
  std::sort(digests.begin(), digests.end());
  return digests;
}

Millionths ranked_injection(Millionths score) {
  return score >= to_millionths(kInjectionAlarm) ? score : 0;
}

std::vector<NamedScore> named_scores(const DocumentScores& scores) {
  const CorpusEvidence& evidence = scores.evidence;
  return {{"anomaly", to_millionths(scores.anomaly.raw)},
          {"injection", ranked_injection(to_millionths(scores.injection.score))},
          {"answer_change", to_millionths(scores.answer_change)},
          {"fact_conflict", to_millionths(scores.fact_conflict)},
          {kDensity, to_millionths(evidence.density)},
          {kSetGain, to_millionths(evidence.set_gain)},
          {kFacts,
           facts_score(to_millionths(scores.answer_change), to_millionths(scores.fact_conflict))}};
}

Millionths facts_score(Millionths answer_change, Millionths fact_conflict) {
  return (answer_change + fact_conflict) / 2;
}

void join_facts(std::vector<NamedScore>& parts) {
  const auto change = std::ranges::find(parts, "answer_change", &NamedScore::name);
  const auto conflict = std::ranges::find(parts, "fact_conflict", &NamedScore::name);
  if (change == parts.end() || conflict == parts.end()) return;
  *change = {kFacts, facts_score(change->score, conflict->score)};
  parts.erase(conflict);
}

Result<GateState> gate_state(Scoring scoring, const CalibrationOptions& options,
                             const RunOptions& run) {
  const std::vector<Digest> digests = text_digests(*scoring.trusted);
  const std::string path =
      options.folder.empty()
          ? ""
          : options.folder + "/gate/" + to_hex(options.key) + (options.paper ? ".paper" : ".state");
  if (!path.empty()) {
    Result<GateState> known = load(path, digests, run);
    if (known.ok()) return known;
    const Code code = known.error().code;
    if (code != Code::kNotFound) {
      run.say(LogLevel::kWarning, to_string(known.error()) + "; the gate is calibrated again");
    }
  }
  RAGSIEVE_TRY(GateState state, fit(scoring, options, run));
  if (!path.empty()) RAGSIEVE_CHECK(store(state, digests, path));
  return state;
}

}  // namespace ragsieve
