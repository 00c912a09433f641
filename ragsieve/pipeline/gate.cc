#include "ragsieve/pipeline/gate.h"

#include <algorithm>
#include <filesystem>
#include <unordered_set>
#include <utility>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/detect/probe_synthesis.h"
#include "ragsieve/gate/verdict_input.h"
#include "ragsieve/pipeline/attribution.h"
#include "ragsieve/pipeline/generated_answers.h"
#include "ragsieve/pipeline/leaning.h"
#include "ragsieve/pipeline/probe_coverage.h"
#include "ragsieve/pipeline/screen_record.h"

namespace ragsieve {

struct Gate::Parts {
  std::unique_ptr<TrustedCorpus> trusted;
  std::optional<InjectionDetector> injection;
  AskedProbes probes;
  std::optional<GateState> state;
  std::unique_ptr<RecentDocuments> recent;
  Scoring scoring;
};

namespace {

void add_list(Sha256& hash, const std::vector<std::string>& list) {
  hash.add_field(std::to_string(list.size()));
  for (const std::string& text : list) hash.add_field(text);
}

// All that the signal is made of; samples and near misses only test it.
std::string rules_digest(const InjectionRules& rules) {
  Sha256 hash;
  hash.add_field(rules.version);
  for (const InjectionRule& rule : rules.rules) {
    for (const std::string* field : {&rule.id, &rule.pattern, &rule.near, &rule.unless}) {
      hash.add_field(*field);
    }
    add_list(hash, rule.also);
    add_list(hash, rule.groups);
    hash.add_field(std::to_string(rule.weight)).add_field(std::to_string(rule.reach));
    hash.add_field(std::to_string(rule.at_least));
    hash.add_field(rule.boundary ? "1" : "0").add_field(rule.soft ? "1" : "0");
  }
  for (const auto* patterns : {&rules.discussion, &rules.topics, &rules.introduction}) {
    add_list(hash, *patterns);
  }
  for (const InjectionConcept& one : rules.concepts) {
    hash.add_field(one.name).add_field(one.language).add_field(one.pattern);
    hash.add_field(one.boundary ? "1" : "0");
  }
  hash.add_field(rules.classifier);
  return to_hex(hash.finish());
}

// Everything beside the corpus's texts that changes a score: what was fitted under another key is
// not used.
Digest state_key(const GateOptions& options, const ModelIdentity& encoder,
                 const std::string& probes) {
  Sha256 hash;
  for (const std::string_view field :
       {std::string_view("gate.6"), std::string_view(options.corpus),
        std::string_view(encoder.name), std::string_view(encoder.engine),
        std::string_view(encoder.tokenizer), std::string_view(probes),
        std::string_view(encoder.pooling)}) {
    hash.add_field(field);
  }
  hash.add_field(rules_digest(options.rules));
  hash.add_field(to_hex(encoder.file_digest));
  for (const std::size_t number :
       {encoder.max_tokens, options.cut.chunks.size, options.cut.chunks.overlap,
        options.cut.sentences.max_code_points, options.score.answers.top_k,
        options.score.conflict_neighbours, options.score.candidate_probes, options.corpus_probes,
        options.calibration.documents, static_cast<std::size_t>(options.calibration.seed),
        options.score.evidence.rsg.k_g}) {
    hash.add_field(std::to_string(number));
  }
  for (const double number : {options.score.answers.support_cosine,
                              options.score.evidence.rsg.tau_e, options.score.evidence.rsg.tau_l}) {
    hash.add_field(std::to_string(number));
  }
  return hash.finish();
}

// Where the corpus lies, not what it holds: what is admitted stays recent while the corpus grows.
Digest recent_key(const std::string& corpus, const ModelIdentity& encoder) {
  std::error_code error;
  const std::filesystem::path place = std::filesystem::weakly_canonical(corpus, error);
  Sha256 hash;
  hash.add_field(error ? corpus : place.string()).add_field(to_hex(encoder.file_digest));
  return hash.finish();
}

std::string probes_digest(const std::vector<Probe>& probes) {
  Sha256 hash;
  for (const Probe& probe : probes) {
    hash.add_field(probe.id).add_field(probe.question).add_field(probe.expected_fact);
    hash.add_field(std::to_string(probe.weight));
  }
  return to_hex(hash.finish());
}

// Rows of the corpus that a superseded id names.
Result<std::vector<std::size_t>> superseded_rows(const EncodedDocuments& corpus,
                                                 const std::optional<Supersedes>& supersedes) {
  std::vector<std::size_t> rows;
  if (!supersedes) return rows;
  for (std::size_t row = 0; row < corpus.documents.size(); ++row) {
    if (supersedes_id(supersedes->id, corpus.documents[row].id)) rows.push_back(row);
  }
  if (!rows.empty()) return rows;
  return make_error(Code::kNotFound, "the trusted corpus holds no document that --supersedes " +
                                         supersedes->id + " names");
}

std::vector<Subject> subjects_of(const ScreenBatch& batch,
                                 const std::vector<std::size_t>& left_out) {
  std::vector<Subject> subjects;
  for (std::size_t i = 0; i < batch.candidates.size(); ++i) {
    Subject subject;
    subject.document = i;
    subject.left_out = left_out;
    for (std::size_t j = 0; batch.together && j < batch.candidates.size(); ++j) {
      if (j != i) subject.companions.push_back(j);
    }
    subjects.push_back(std::move(subject));
  }
  return subjects;
}

std::vector<Document> documents_of(const std::vector<ScreenCandidate>& candidates) {
  std::vector<Document> documents;
  documents.reserve(candidates.size());
  for (const ScreenCandidate& candidate : candidates) documents.push_back(candidate.document);
  return documents;
}

}  // namespace

Gate::Gate() = default;
Gate::~Gate() = default;

Result<std::unique_ptr<Gate>> Gate::open(GateOptions options, const ModelsInUse& models,
                                         const RunOptions& run) {
  RAGSIEVE_CHECK(options.score.validate());
  if (models.encoder == nullptr) {
    return make_error(Code::kUnavailable, "the gate needs an encoder and there is none");
  }
  std::unique_ptr<Gate> gate(new Gate());
  gate->options_ = std::move(options);
  if (gate->options_.policy.profile == GateProfile::kPaper)
    gate->options_.score.candidate_probes = 0;
  gate->models_ = models;
  gate->parts_ = std::make_unique<Parts>();
  RAGSIEVE_CHECK(gate->open_parts(run));
  return gate;
}

Status Gate::choose_probes(const RunOptions& run) {
  std::vector<Probe> probes;
  if (options_.probes) {
    probes = *options_.probes;
  } else {
    ProbeSynthesisOptions synthesis;
    synthesis.per_document = 1;
    synthesis.max_probes = std::max<std::size_t>(1, options_.corpus_probes);
    RAGSIEVE_TRY(probes, synthesise(parts_->trusted->view().documents, synthesis, run));
  }
  digests_.probes = probes_digest(probes);
  RAGSIEVE_TRY(parts_->probes,
               ask_clean(std::move(probes), *parts_->trusted, *models_.encoder, run));
  return ok_status();
}

Status Gate::open_parts(const RunOptions& run) {
  Parts& parts = *parts_;
  RAGSIEVE_TRY(InjectionDetector injection, InjectionDetector::compile(options_.rules));
  parts.injection.emplace(std::move(injection));
  RAGSIEVE_TRY(parts.trusted,
               TrustedCorpus::load(options_.corpus, options_.cut, *models_.encoder, run));
  RAGSIEVE_CHECK(choose_probes(run));
  parts.scoring =
      Scoring{parts.trusted.get(), nullptr, &*parts.injection, &parts.probes, models_.encoder,
              options_.score,      {}};
  options_.calibration.paper = options_.policy.profile == GateProfile::kPaper;
  options_.calibration.key = state_key(options_, models_.encoder->identity(),
                                       options_.probes ? digests_.probes : "corpus");
  RAGSIEVE_TRY(GateState state, gate_state(parts.scoring, options_.calibration, run));
  parts.state.emplace(std::move(state));
  parts.scoring.anomaly = &parts.state->anomaly;
  const Digest place = recent_key(options_.corpus, models_.encoder->identity());
  RAGSIEVE_TRY(parts.recent, RecentDocuments::open(options_.recent, place,
                                                   text_digests(*parts.trusted), now_s(), run));
  parts.scoring.recent = parts.recent->documents();
  digests_.corpus = to_hex(parts.trusted->manifest());
  digests_.calibration = to_hex(parts.state->calibration.manifest());
  digests_.policy = to_hex(sha256(canonical_text(options_.policy)));
  return ok_status();
}

const Calibration& Gate::calibration() const { return parts_->state->calibration; }
std::size_t Gate::n_documents() const { return parts_->trusted->size(); }
const std::vector<Probe>& Gate::probes() const { return parts_->probes.probes; }

VerdictInput Gate::verdict_input_of(const ScreenRecord& record) const {
  return verdict_input(record, options_.policy, policy_surroundings(options_.clock));
}

Alarms Gate::alarms() const {
  std::vector<NamedScore> parts;
  for (const std::string_view name : calibration().signal_names()) {
    const std::string_view signal = name == kDensity ? "corpus_evidence" : name;
    const bool alone = name != kFacts && name != kSetGain;  // a document of the corpus came alone
    if (alone && takes_part(options_.policy, signal)) parts.push_back({name, 0});
  }
  join_facts(parts);
  std::vector<std::string_view> names;
  for (const NamedScore& part : parts) names.push_back(part.name);
  return calibration().alarms(names, options_.policy.thresholds.alpha);
}

std::int64_t Gate::now_s() const {
  return (options_.clock != nullptr ? options_.clock->now_ms() : SystemClock().now_ms()) / 1000;
}

// The verdict stands whether or not the document can be kept for those that come after it.
void Gate::keep_admitted(const EncodedDocuments& set, std::size_t document,
                         const ScreenRecord& record, const RunOptions& run) const {
  const MatrixView& vectors = set.document_vectors;
  std::vector<float> buffer(vectors.dim);
  RecentDocument recent;
  recent.id = record.id;
  recent.text = sha256(set.documents[document].indexed_text);
  recent.admitted_s = now_s();
  for (const float value : vectors.row(document, buffer)) {
    recent.vector.push_back(static_cast<float>(value * vectors.inverse_norms[document]));
  }
  recent.words = word_hashes(set.documents[document].indexed_text);
  const Status kept = parts_->recent->add(recent);
  if (kept.ok()) return;
  run.say(LogLevel::kWarning,
          "an admitted document is not kept for later evidence: " + to_string(kept.error()));
}

Result<std::vector<ScreenRecord>> Gate::screen(ScreenBatch batch, const RunOptions& run) const {
  const Parts& parts = *parts_;
  RAGSIEVE_TRY(const std::vector<std::size_t> left_out,
               superseded_rows(parts.trusted->view(), batch.supersedes));
  RAGSIEVE_TRY(
      const PreparedDocuments prepared,
      prepare_documents(documents_of(batch.candidates), options_.cut, *models_.encoder, run));
  const EncodedDocuments set = prepared.view();
  const std::vector<Subject> subjects = subjects_of(batch, left_out);
  RAGSIEVE_TRY(const std::vector<DocumentScores> scores,
               score_documents(parts.scoring, set, subjects, run));
  const RecordMaker maker{options_.policy,
                          parts.state->calibration,
                          parts.scoring,
                          set,
                          batch.supersedes ? batch.supersedes->id : "",
                          options_.clock};
  std::vector<ScreenRecord> records;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    GeneratedAnswers generated;
    if (models_.answerer != nullptr) {
      const AnswerQuestion question{&parts.scoring, &set, &subjects[i], &scores[i]};
      RAGSIEVE_TRY(generated, generated_answers(question, *models_.answerer, run));
    }
    records.push_back(maker.measure(batch.candidates[i], scores[i], generated));
    run.report("screen", records.size(), scores.size());
  }
  share_p(records, scores);
  for (std::size_t i = 0; i < records.size(); ++i) {
    maker.decide(records[i]);
    if (records[i].verdict == Verdict::kAdmit) {
      if (batch.remember) keep_admitted(set, i, records[i], run);
      continue;
    }
    RAGSIEVE_TRY(records[i].attribution,
                 attribution(parts.scoring, set, subjects[i], scores[i], run));
  }
  return records;
}

CoverageReport Gate::coverage() const {
  const EncodedDocuments& corpus = parts_->trusted->view();
  return coverage_of(corpus.documents, corpus.chunks->documents, parts_->probes.clean,
                     options_.score.answers.top_k);
}

std::vector<Digest> Gate::probe_digests() const {
  std::vector<Digest> digests;
  for (const Probe& probe : parts_->probes.probes) {
    Sha256 hash;
    hash.add_field(probe.question).add_field(probe.expected_fact);
    hash.add_field(std::to_string(probe.weight));
    digests.push_back(hash.finish());
  }
  return digests;
}

Digest Gate::judge() const {
  Sha256 hash;
  hash.add_field(to_hex(state_key(options_, models_.encoder->identity(), "")));
  hash.add_field(digests_.policy);
  if (models_.answerer != nullptr) {
    hash.add_field(models_.answerer->identity().name);
    hash.add_field(to_hex(models_.answerer->identity().file_digest));
  }
  return hash.finish();
}

Result<std::vector<bool>> Gate::leans_on(const std::vector<ScreenCandidate>& candidates,
                                         const GateChange& change, const RunOptions& run) const {
  const std::unordered_set<std::string_view> asked(change.documents.begin(),
                                                   change.documents.end());
  const std::span<const Document> documents = parts_->trusted->view().documents;
  LeaningQuestion question;
  for (std::size_t row = 0; row < documents.size(); ++row) {
    if (asked.contains(documents[row].id)) question.rows.push_back(row);
  }
  const std::vector<Digest> probes = probe_digests();
  for (std::size_t probe = 0; probe < probes.size(); ++probe) {
    const bool is_asked = std::ranges::find(change.probes, probes[probe]) != change.probes.end();
    if (is_asked) question.probes.push_back(probe);
  }
  const bool nothing = question.rows.empty() && question.probes.empty();
  if (nothing || candidates.empty()) return std::vector<bool>(candidates.size(), false);
  RAGSIEVE_TRY(const PreparedDocuments prepared,
               prepare_documents(documents_of(candidates), options_.cut, *models_.encoder, run));
  return leaning(parts_->scoring, prepared.view(), question, run);
}

}  // namespace ragsieve
