#include "ragsieve/pipeline/screen_record.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "ragsieve/core/chunk.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/detect/answer_change.h"
#include "ragsieve/evidence/utc_time.h"
#include "ragsieve/gate/reasons.h"
#include "ragsieve/gate/verdict_input.h"
#include "ragsieve/pipeline/gate_state.h"

namespace ragsieve {
namespace {

Signal signal_of(std::string name, double score) {
  Signal signal;
  signal.name = std::move(name);
  signal.status = SignalStatus::kRan;
  signal.score = to_millionths(std::clamp(score, 0.0, 1.0));
  return signal;
}

class Filler {
 public:
  Filler(const RecordMaker& maker, const ScreenCandidate& candidate, const DocumentScores& scores,
         const GeneratedAnswers& generated)
      : maker_(maker), candidate_(candidate), scores_(scores), generated_(generated) {}

  ScreenRecord fill() {
    record_.path = candidate_.path;
    record_.id = candidate_.document.id;
    record_.notes = candidate_.notes;
    record_.raw_sha256 = candidate_.raw_sha256;
    record_.canonical_sha256 = candidate_.canonical_sha256;
    record_.raw_form = candidate_.raw_form;
    fill_anomaly();
    fill_injection();
    fill_influence();
    fill_answer_change();
    fill_conflicts();
    fill_evidence();
    fill_p(policy_surroundings(maker_.clock));
    collect_spans();
    return std::move(record_);
  }

 private:
  void fill_anomaly() {
    AnomalyRecord& anomaly = record_.anomaly;
    anomaly.signal = signal_of("anomaly", scores_.anomaly.score);
    if (scores_.anomaly.unscored > 0) {
      anomaly.signal.status = SignalStatus::kFailed;
      anomaly.signal.reason =
          std::to_string(scores_.anomaly.unscored) + " chunk(s) have no vector that can be scored";
      return;
    }
    anomaly.percentile = scores_.anomaly.percentile;
    const TextUnits& chunks = *maker_.set.chunks;
    if (scores_.anomaly.row < chunks.size()) {
      const std::size_t document = chunks.documents[scores_.anomaly.row];
      anomaly.chunk = chunk_id(record_.id, scores_.anomaly.row - chunks.begin[document] + 1);
    }
  }

  void fill_injection() {
    record_.injection.signal = signal_of("injection", scores_.injection.score);
    record_.injection.findings = scores_.injection.findings;
  }

  std::string sentence_text(const ExtractiveAnswer& answer) const {
    const EncodedDocuments& set = answer.candidate ? maker_.set : maker_.scoring.trusted->view();
    return std::string(set.sentence(answer.sentence));
  }

  ProbeRecord probe_record(const Probe& probe, const ProbeOutcome& outcome) const {
    ProbeRecord record;
    record.id = probe.id;
    record.question = probe.question;
    record.rank = outcome.rank;
    record.shift = outcome.shift;
    record.changed = outcome.changed;
    record.supported = outcome.supported;
    if (outcome.before) record.before = sentence_text(*outcome.before);
    if (outcome.after) record.after = sentence_text(*outcome.after);
    return record;
  }

  void use_generated(std::vector<ProbeRecord>& probes) const {
    for (const GeneratedAnswer& answer : generated_.answers) {
      ProbeRecord& record = probes[answer.probe];
      record.before = answer.before;
      record.after = answer.after;
      record.shift = answer.shift;
      record.changed = answer.changed;
    }
  }

  // C of the paper over the user's probes; those made of the candidate (none in the paper profile)
  // are listed and counted beside them, and have their say in answer_change.
  void fill_influence() {
    const std::vector<Probe>& asked = maker_.scoring.probes->probes;
    std::vector<ProbeRecord> probes;
    std::vector<ProbeOutcome> outcomes = scores_.probe_outcomes;
    for (std::size_t p = 0; p < asked.size(); ++p) {
      probes.push_back(probe_record(asked[p], outcomes[p]));
    }
    if (generated_.asked) use_generated(probes);
    for (std::size_t p = 0; p < asked.size(); ++p) outcomes[p].shift = probes[p].shift;
    const PaperInfluence paper = paper_influence(outcomes);
    InfluenceRecord& influence = record_.influence;
    influence.signal = signal_of("influence", paper.score);
    if (asked.empty()) {
      influence.signal.status = SignalStatus::kSkipped;
      influence.signal.reason = "there are no probes";
    }
    if (generated_.status != SignalStatus::kRan) fail(influence.signal);
    influence.capture = paper.capture;
    influence.mean_shift = paper.mean_shift;
    influence.max_shift = paper.max_shift;
    influence.n_probes = asked.size() + scores_.own_probes.size();
    for (std::size_t p = 0; p < scores_.own_probes.size(); ++p) {
      probes.push_back(probe_record(scores_.own_probes[p], scores_.own_outcomes[p]));
    }
    std::sort(probes.begin(), probes.end(), [](const auto& a, const auto& b) {
      const auto key = [](const ProbeRecord& r) {
        return std::tuple(!(r.changed && r.supported), r.rank == 0, -r.shift,
                          std::string_view(r.id));
      };
      return key(a) < key(b);
    });
    influence.probes = std::move(probes);
  }

  void fail(Signal& signal) const {
    signal.status = generated_.status;
    signal.reason = generated_.reason;
    signal.score = 0;
  }

  void fill_answer_change() {
    double score = scores_.answer_change;
    for (const GeneratedAnswer& answer : generated_.answers) {
      score = std::max(score, answer.strength);
    }
    record_.answer_change = signal_of("answer_change", score);
    if (generated_.status != SignalStatus::kRan) fail(record_.answer_change);
  }

  void fill_conflicts() {
    FactConflictRecord& facts = record_.fact_conflict;
    facts.signal = signal_of("fact_conflict", scores_.fact_conflict);
    const EncodedDocuments& corpus = maker_.scoring.trusted->view();
    for (std::size_t i = 0; i < scores_.conflicts.size(); ++i) {
      const FoundConflict& found = scores_.conflicts[i];
      ConflictRecord conflict;
      conflict.sentence = std::string(maker_.set.sentence(found.candidate_sentence));
      conflict.trusted_id =
          corpus.documents[corpus.sentences->documents[found.trusted_sentence]].id;
      conflict.trusted_sentence = std::string(corpus.sentence(found.trusted_sentence));
      conflict.cosine = found.cosine;
      conflict.differs = found.comparison.differs;
      conflict.superseded =
          !maker_.superseded.empty() && supersedes_id(maker_.superseded, conflict.trusted_id);
      const bool shown =
          conflict.superseded ? found.comparison.conflict : is_rare(found.comparison);
      if (!shown) continue;
      conflict.retrieved = scores_.conflict_retrieved[i];
      conflict.span =
          span_of(candidate_.document, maker_.set.sentences->ranges[found.candidate_sentence],
                  "fact_conflict", found.comparison.score);
      facts.conflicts.push_back(std::move(conflict));
    }
  }

  // Some corpora contradict themselves more than others: a conflict counts where few of the trusted
  // documents are in one as strong, and on a corpus too small to say so where it is sure.
  [[nodiscard]] bool is_rare(const FactComparison& comparison) const {
    if (!comparison.conflict) return false;
    const Millionths alpha = maker_.policy.thresholds.alpha;
    if (!maker_.calibration.enough_for(alpha)) return comparison.score >= kSureConflict;
    const auto p = maker_.calibration.p("fact_conflict", to_millionths(comparison.score));
    return p ? *p <= alpha : comparison.score >= kSureConflict;
  }

  void fill_evidence() {
    const CorpusEvidence& evidence = scores_.evidence;
    CorpusEvidenceRecord& record = record_.corpus_evidence;
    record.signal = signal_of("corpus_evidence", std::max(evidence.density, evidence.set_gain));
    record.terms.push_back({"density", evidence.density, {}});
    record.terms.push_back({"set_gain", evidence.set_gain, {}});
    for (EvidenceTerm& term : record.terms) {
      const std::string_view name = term.name == "density" ? kDensity : kSetGain;
      if (const auto p = maker_.calibration.p(name, to_millionths(term.value))) {
        term.p = from_millionths(*p);
      }
    }
    for (const std::size_t companion : evidence.set) {
      record.set.push_back(maker_.set.documents[companion].id);
    }
    for (const std::size_t recent : evidence.recent) {
      record.set.push_back(maker_.scoring.recent[recent].id);
    }
  }

  // Of the signals that ran and have a say; the scores of the record, so that what the allow list
  // silences or a generator found counts here too.
  void fill_p(const PolicySurroundings& surroundings) {
    std::vector<NamedScore> named;
    for (NamedScore score : named_scores(scores_)) {
      const bool evidence = score.name == kDensity || score.name == kSetGain;
      const std::string_view name = evidence ? "corpus_evidence" : score.name;
      if (score.name == kSetGain && !scores_.evidence.in_company) continue;
      Signal* signal = find_signal(name);
      if (signal == nullptr || signal->status != SignalStatus::kRan) continue;
      if (score.name == "injection") {
        score.score =
            ranked_injection(injection_score(record_.injection, maker_.policy, surroundings));
      } else if (score.name == "answer_change") {
        score.score = signal->score;
      } else if (score.name == "fact_conflict") {
        score.score = counted_conflict(surroundings);
      }
      const auto p = maker_.calibration.p(score.name, score.score);
      if (!signal->p || (p && *p < *signal->p)) signal->p = p;
      if (takes_part(maker_.policy, name)) named.push_back(score);
    }
    join_facts(named);
    if (maker_.policy.profile == GateProfile::kPaper) return;
    GateP gate = maker_.calibration.gate_p(named, maker_.policy.thresholds.alpha);
    record_.p = gate.p;
    std::move(gate.notes.begin(), gate.notes.end(), std::back_inserter(record_.notes));
  }

  // The strongest conflict that neither a reviewer's decision nor the allow list takes away.
  Millionths counted_conflict(const PolicySurroundings& surroundings) const {
    const EncodedDocuments& corpus = maker_.scoring.trusted->view();
    double score = 0;
    for (const FoundConflict& found : scores_.conflicts) {
      const std::size_t document = corpus.sentences->documents[found.trusted_sentence];
      if (supersedes_id(maker_.superseded, corpus.documents[document].id)) continue;
      const std::string_view sentence = maker_.set.sentence(found.candidate_sentence);
      if (silenced(maker_.policy, kConflictRule, sentence, surroundings)) continue;
      score = std::max(score, found.comparison.score);
    }
    return to_millionths(score);
  }

  Signal* find_signal(std::string_view name) {
    for (Signal* signal :
         {&record_.anomaly.signal, &record_.injection.signal, &record_.influence.signal,
          &record_.answer_change, &record_.fact_conflict.signal, &record_.corpus_evidence.signal}) {
      if (signal->name == name) return signal;
    }
    return nullptr;
  }

  void collect_spans() {
    for (const InjectionFinding& finding : record_.injection.findings) {
      record_.spans.push_back(finding.span);
    }
    for (const ConflictRecord& conflict : record_.fact_conflict.conflicts) {
      record_.spans.push_back(conflict.span);
    }
  }

  const RecordMaker& maker_;
  const ScreenCandidate& candidate_;
  const DocumentScores& scores_;
  const GeneratedAnswers& generated_;
  ScreenRecord record_;
};

}  // namespace

PolicySurroundings policy_surroundings(const Clock* clock) {
  const SystemClock system;
  const Clock& used = clock != nullptr ? *clock : static_cast<const Clock&>(system);
  PolicySurroundings surroundings;
  surroundings.sha256_hex = [](std::string_view text) { return to_hex(sha256(text)); };
  surroundings.today = format_utc(used.now_ms() / 1000).substr(0, 10);
  return surroundings;
}

bool supersedes_id(std::string_view superseded, std::string_view id) {
  if (superseded.empty()) return false;
  if (superseded == id) return true;
  return id.starts_with(superseded) && id.substr(superseded.size()).starts_with('#');
}

ScreenRecord RecordMaker::measure(const ScreenCandidate& candidate, const DocumentScores& scores,
                                  const GeneratedAnswers& generated) const {
  return Filler(*this, candidate, scores, generated).fill();
}

void RecordMaker::decide(ScreenRecord& record) const {
  give_verdict(record, policy, policy_surroundings(clock));
  record.reasons = reasons(record);
}

void share_p(std::span<ScreenRecord> records, std::span<const DocumentScores> scores) {
  std::vector<std::optional<Millionths>> own;
  for (const ScreenRecord& record : records) own.push_back(record.p);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const std::vector<std::size_t>& set = scores[i].evidence.set;
    if (set.size() < 2 || !own[i] || !own[set[0]] || !own[set[1]]) continue;
    std::array<Millionths, 3> rarest{*own[i], *own[set[0]], *own[set[1]]};
    std::sort(rarest.begin(), rarest.end());
    if (rarest[1] >= *own[i]) continue;
    records[i].p = rarest[1];
    records[i].notes.push_back("taken as one set with " + records[set[0]].id + " and " +
                               records[set[1]].id + ", which are rarer than it alone");
  }
}

}  // namespace ragsieve
