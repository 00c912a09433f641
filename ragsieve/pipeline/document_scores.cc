#include "ragsieve/pipeline/document_scores.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "ragsieve/base/parallel.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/detect/conflict_partners.h"
#include "ragsieve/detect/probe_synthesis.h"
#include "ragsieve/detect/shared_conflicts.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

constexpr std::size_t kBatch = 256;         // documents whose neighbours are searched together
constexpr std::size_t kDeepest = 64;        // neighbours a row at most
constexpr std::size_t kTopicSentences = 6;  // trusted sentences that questions are made of

// Rows of several documents, one after the other, copied so that one search takes them all.
struct GatheredRows {
  Matrix rows;
  std::vector<double> norms;
  std::vector<std::size_t> begin{0};  // of each subject

  void add(const MatrixView& from, std::size_t first, std::size_t last) {
    std::vector<float> buffer(from.dim);
    rows.dim = from.dim;
    for (std::size_t row = first; row < last; ++row) {
      const std::span<const float> values = from.row(row, buffer);
      rows.values.insert(rows.values.end(), values.begin(), values.end());
      norms.push_back(from.inverse_norms[row]);
    }
    rows.n_rows += last - first;
    begin.push_back(rows.n_rows);
  }
  [[nodiscard]] MatrixView view() const {
    MatrixView view = rows.view();
    view.inverse_norms = norms;
    return view;
  }
};

Result<NeighbourGraph> search(const MatrixView& rows, const MatrixView& corpus, std::size_t k,
                              const RunOptions& run) {
  NeighbourGraph none;
  none.n_rows = rows.n_rows;
  if (rows.n_rows == 0 || corpus.n_rows == 0) return none;
  KnnOptions options;
  options.k = std::min({k, kDeepest, corpus.n_rows});
  RunOptions quiet = run;
  quiet.progress = {};
  return top_k(rows, corpus, options, quiet);
}

// The neighbours of one row without those of document `left_out`.
std::vector<Neighbour> without(std::span<const Neighbour> row, const std::vector<std::uint32_t>& of,
                               std::optional<std::size_t> left_out, std::size_t k) {
  std::vector<Neighbour> kept;
  for (const Neighbour& neighbour : row) {
    if (kept.size() == k) break;
    if (left_out && of[neighbour.row] == *left_out) continue;
    kept.push_back(neighbour);
  }
  return kept;
}

// How many rows of the corpus do not count for a subject.
std::size_t rows_of(const TextUnits& units, const Subject& subject) {
  std::size_t n = 0;
  for (const std::size_t document : subject.left_out) n += units.count(document);
  return n;
}

class BatchScorer {
 public:
  BatchScorer(const Scoring& scoring, const EncodedDocuments& set,
              std::span<const Subject> subjects, const RunOptions& run)
      : scoring_(scoring),
        corpus_(scoring.trusted->view()),
        set_(set),
        subjects_(subjects),
        run_(run),
        scores_(subjects.size()) {}

  Result<std::vector<DocumentScores>> run() {
    RAGSIEVE_CHECK(search_neighbours());
    RAGSIEVE_CHECK(make_own_probes());
    RAGSIEVE_CHECK(parallel_for(subjects_.size(), "signals", quiet(), [&](std::size_t i, int) {
      score(i);
      return ok_status();
    }));
    RAGSIEVE_CHECK(share_conflicts());
    return std::move(scores_);
  }

 private:
  RunOptions quiet() const {
    RunOptions options = run_;
    options.progress = {};
    return options;
  }

  // Neighbours are searched deep enough to leave out a document's own rows.
  Status search_neighbours() {
    GatheredRows sentences;
    GatheredRows documents;
    std::size_t own_sentences = 0;
    std::size_t own_documents = 0;
    for (const Subject& subject : subjects_) {
      const std::size_t d = subject.document;
      sentences.add(set_.sentence_vectors, set_.sentences->begin[d], set_.sentences->begin[d + 1]);
      documents.add(set_.document_vectors, d, d + 1);
      own_sentences = std::max(own_sentences, rows_of(*corpus_.sentences, subject));
      own_documents = std::max(own_documents, subject.left_out.size());
    }
    sentence_begin_ = sentences.begin;
    RAGSIEVE_TRY(sentence_neighbours_,
                 search(sentences.view(), corpus_.sentence_vectors,
                        scoring_.options.conflict_neighbours + own_sentences, run_));
    RAGSIEVE_TRY(document_neighbours_,
                 search(documents.view(), corpus_.document_vectors,
                        scoring_.options.evidence.rsg.k_g + own_documents, run_));
    return ok_status();
  }

  std::vector<std::vector<Neighbour>> trusted_sentences(std::size_t i) const {
    std::optional<std::size_t> itself;
    if (subjects_[i].of_corpus) itself = subjects_[i].document;
    std::vector<std::vector<Neighbour>> lists;
    for (std::size_t row = sentence_begin_[i]; row < sentence_begin_[i + 1]; ++row) {
      // What is superseded stays: a conflict with it is listed, though it does not count.
      lists.push_back(without(sentence_neighbours_.of(row), corpus_.sentences->documents, itself,
                              scoring_.options.conflict_neighbours));
    }
    return lists;
  }

  // What each sentence is compared with: its neighbours, and those that share its rare words.
  std::vector<std::vector<Neighbour>> partners(std::size_t i) const {
    const Subject& subject = subjects_[i];
    PartnerSearch search{&set_, &corpus_, &scoring_.trusted->words(), std::nullopt};
    if (subject.of_corpus) search.left_out = subject.document;
    std::vector<std::vector<Neighbour>> lists = trusted_sentences(i);
    const std::size_t first = set_.sentences->begin[subject.document];
    for (std::size_t s = 0; s < lists.size(); ++s) {
      lists[s] = conflict_partners(search, first + s, std::move(lists[s]));
    }
    return lists;
  }

  // The nearest trusted sentence of each sentence, nearest first: what else to ask about.
  std::vector<TrustedSentence> topics(std::size_t i, std::vector<std::string>& titles) const {
    std::vector<Neighbour> nearest;
    for (const std::vector<Neighbour>& list : trusted_sentences(i)) {
      if (!list.empty()) nearest.push_back(list.front());
    }
    std::sort(nearest.begin(), nearest.end(), closer);
    nearest.erase(std::unique(nearest.begin(), nearest.end(),
                              [](const auto& a, const auto& b) { return a.row == b.row; }),
                  nearest.end());
    if (nearest.size() > kTopicSentences) nearest.resize(kTopicSentences);
    titles.reserve(nearest.size());
    std::vector<TrustedSentence> sentences;
    for (const Neighbour& neighbour : nearest) {
      const std::size_t document = corpus_.sentences->documents[neighbour.row];
      titles.push_back(topic_of(corpus_.documents[document]));
      sentences.push_back({corpus_.sentence(neighbour.row), titles.back()});
    }
    return sentences;
  }

  Status make_own_probes() {
    std::vector<std::string_view> questions;
    own_begin_ = {0};
    for (std::size_t i = 0; i < subjects_.size(); ++i) {
      if (scoring_.options.candidate_probes > 0) {
        std::vector<std::string> titles;
        const std::vector<TrustedSentence> near = topics(i, titles);
        scores_[i].own_probes = synthesise_for(set_.documents[subjects_[i].document], near,
                                               scoring_.options.candidate_probes);
      }
      own_begin_.push_back(own_begin_.back() + scores_[i].own_probes.size());
    }
    for (const DocumentScores& scores : scores_) {
      for (const Probe& probe : scores.own_probes) questions.push_back(probe.question);
    }
    if (questions.empty()) return ok_status();
    RAGSIEVE_TRY(own_vectors_, scoring_.encoder->encode(questions, TextKind::kQuery, quiet()));
    std::size_t own_chunks = 0;
    for (const Subject& subject : subjects_) {
      own_chunks = std::max(own_chunks, rows_of(*corpus_.chunks, subject));
    }
    const std::vector<double> ones(own_vectors_.n_rows, 1.0);
    MatrixView view = own_vectors_.view();
    view.inverse_norms = ones;
    RAGSIEVE_TRY(own_clean_, search(view, corpus_.chunk_vectors,
                                    scoring_.options.answers.top_k + own_chunks, run_));
    return ok_status();
  }

  void score(std::size_t i) {
    DocumentScores& scores = scores_[i];
    const Subject& subject = subjects_[i];
    const Document& document = set_.documents[subject.document];
    scores.injection = scoring_.injection->scan(document);
    scores.anomaly = anomaly_of(subject);
    score_answers(i);
    score_conflicts(i);
    EvidenceQuestion question{&corpus_,
                              document_neighbours_.of(i),
                              subject.left_out,
                              &set_,
                              subject.document,
                              subject.companions,
                              {},
                              {},
                              subject.of_corpus};
    if (!subject.of_corpus && !scoring_.recent.empty()) {
      question.recent = scoring_.recent;
      question.text = sha256(document.indexed_text);
    }
    scores.evidence = corpus_evidence(question, scoring_.options.evidence);
  }

  AnomalyScore anomaly_of(const Subject& subject) const {
    const std::size_t first = set_.chunks->begin[subject.document];
    const std::size_t last = set_.chunks->begin[subject.document + 1];
    if (subject.of_corpus) return scoring_.anomaly->score_left_out({first, last});
    return scoring_.anomaly->score(set_.chunk_vectors, {first, last});
  }

  void score_answers(std::size_t i) {
    DocumentScores& scores = scores_[i];
    const Overlay overlay{&corpus_, &set_, subjects_[i].document, subjects_[i].left_out};
    for (std::size_t p = 0; p < scoring_.probes->probes.size(); ++p) {
      scores.probe_outcomes.push_back(
          ask_probe(scoring_.probes->at(p), overlay, scoring_.options.answers));
    }
    for (std::size_t p = 0; p < scores.own_probes.size(); ++p) {
      const std::size_t row = own_begin_[i] + p;
      const AskedProbe asked{scores.own_probes[p].question, std::as_const(own_vectors_).row(row),
                             own_clean_.of(row)};
      scores.own_outcomes.push_back(ask_probe(asked, overlay, scoring_.options.answers));
    }
    weigh_changes(scores.probe_outcomes);
    weigh_changes(scores.own_outcomes);
    scores.answer_change = std::max(answer_change_score(scores.probe_outcomes),
                                    answer_change_score(scores.own_outcomes));
  }

  // A changed answer is suspect as far as the two answers contradict each other: another sentence
  // about another subject is a change too, and no harm.
  void weigh_changes(std::vector<ProbeOutcome>& outcomes) const {
    for (ProbeOutcome& outcome : outcomes) {
      if (outcome.strength == 0) continue;
      const FactSentence before = fact_sentence(*outcome.before);
      const FactSentence after = fact_sentence(*outcome.after);
      const double cos = 1 - outcome.shift;
      outcome.strength *= compare_facts(after, before, cos, scoring_.trusted->rarity()).score;
    }
  }

  FactSentence fact_sentence(const ExtractiveAnswer& answer) const {
    const EncodedDocuments& set = answer.candidate ? set_ : corpus_;
    const Document& document = set.documents[set.sentences->documents[answer.sentence]];
    return FactSentence(set.sentence(answer.sentence), subject_hint(document));
  }

  void score_conflicts(std::size_t i) {
    DocumentScores& scores = scores_[i];
    scores.conflicts = find_conflicts(question_of(i), partners(i));
    for (const FoundConflict& conflict : scores.conflicts) {
      scores.fact_conflict = std::max(scores.fact_conflict, conflict.comparison.score);
      scores.conflict_retrieved.push_back(is_retrieved_for(scores, conflict));
    }
  }

  // Between documents that arrived together; by what each has of its own.
  Status share_conflicts() {
    std::unordered_map<std::size_t, std::vector<SharedClaim>> claims;  // by document
    for (std::size_t i = 0; i < subjects_.size(); ++i) {
      std::vector<SharedClaim> own = claims_of(question_of(i), scores_[i].conflicts);
      if (!own.empty()) claims.emplace(subjects_[i].document, std::move(own));
    }
    if (claims.empty()) return ok_status();
    return parallel_for(subjects_.size(), "signals", quiet(), [&](std::size_t i, int) {
      std::vector<const SharedClaim*> others;
      for (const std::size_t companion : subjects_[i].companions) {
        const auto of = claims.find(companion);
        if (of == claims.end()) continue;
        for (const SharedClaim& claim : of->second) others.push_back(&claim);
      }
      for (FoundConflict& shared : shared_conflicts(question_of(i), others)) {
        add_conflict(scores_[i], std::move(shared));
      }
      return ok_status();
    });
  }

  ConflictQuestion question_of(std::size_t i) const {
    return {&set_, subjects_[i].document, &corpus_, &scoring_.trusted->rarity()};
  }

  void add_conflict(DocumentScores& scores, FoundConflict conflict) const {
    for (const FoundConflict& known : scores.conflicts) {
      const bool same_sentence = known.candidate_sentence == conflict.candidate_sentence;
      if (same_sentence && known.comparison.score >= conflict.comparison.score) return;
    }
    scores.fact_conflict = std::max(scores.fact_conflict, conflict.comparison.score);
    const auto at = std::ranges::find_if(scores.conflicts, [&](const FoundConflict& known) {
      return known.comparison.score < conflict.comparison.score;  // heaviest first
    });
    const auto place = at - scores.conflicts.begin();
    scores.conflict_retrieved.insert(scores.conflict_retrieved.begin() + place,
                                     is_retrieved_for(scores, conflict));
    scores.conflicts.insert(at, std::move(conflict));
  }

  // A probe about the fact: one that retrieves the trusted sentence, and the candidate too.
  bool is_retrieved_for(const DocumentScores& scores, const FoundConflict& conflict) const {
    const auto about = [&](const ProbeOutcome& outcome) {
      if (outcome.rank == 0 || !outcome.before) return false;
      return !outcome.before->candidate && outcome.before->sentence == conflict.trusted_sentence;
    };
    return std::ranges::any_of(scores.probe_outcomes, about) ||
           std::ranges::any_of(scores.own_outcomes, about);
  }

  const Scoring& scoring_;
  const EncodedDocuments& corpus_;
  const EncodedDocuments& set_;
  std::span<const Subject> subjects_;
  const RunOptions& run_;
  std::vector<DocumentScores> scores_;
  std::vector<std::size_t> sentence_begin_;
  NeighbourGraph sentence_neighbours_;
  NeighbourGraph document_neighbours_;
  std::vector<std::size_t> own_begin_;
  Matrix own_vectors_;
  NeighbourGraph own_clean_;
};

}  // namespace

Status ScoreOptions::validate() const {
  RAGSIEVE_CHECK(answers.validate());
  RAGSIEVE_CHECK(evidence.rsg.validate());
  if (conflict_neighbours < 1 || conflict_neighbours > 32) {
    return make_error(Code::kInvalidArgument, "conflict_neighbours " +
                                                  std::to_string(conflict_neighbours) +
                                                  ": expected 1 to 32 sentences");
  }
  if (candidate_probes > 100) {
    return make_error(Code::kInvalidArgument, "candidate_probes " +
                                                  std::to_string(candidate_probes) +
                                                  ": expected at most 100 questions");
  }
  return ok_status();
}

AskedProbe AskedProbes::at(std::size_t i) const {
  return {probes[i].question, vectors.row(i), clean.of(i)};
}

Result<AskedProbes> ask_clean(std::vector<Probe> probes, const TrustedCorpus& trusted,
                              Encoder& encoder, const RunOptions& run) {
  AskedProbes asked;
  asked.probes = std::move(probes);
  std::vector<std::string_view> questions;
  for (const Probe& probe : asked.probes) questions.push_back(probe.question);
  RAGSIEVE_TRY(asked.vectors, encoder.encode(questions, TextKind::kQuery, run));
  const std::vector<double> ones(asked.vectors.n_rows, 1.0);
  MatrixView view = asked.vectors.view();
  view.inverse_norms = ones;
  RAGSIEVE_TRY(asked.clean, search(view, trusted.view().chunk_vectors, kDeepest, run));
  return asked;
}

Result<std::vector<DocumentScores>> score_documents(const Scoring& scoring,
                                                    const EncodedDocuments& set,
                                                    std::span<const Subject> subjects,
                                                    const RunOptions& run) {
  std::vector<DocumentScores> all;
  all.reserve(subjects.size());
  for (std::size_t first = 0; first < subjects.size(); first += kBatch) {
    const auto batch = subjects.subspan(first, std::min(kBatch, subjects.size() - first));
    RAGSIEVE_TRY(std::vector<DocumentScores> scores, BatchScorer(scoring, set, batch, run).run());
    std::move(scores.begin(), scores.end(), std::back_inserter(all));
    run.report("signals", all.size(), subjects.size());
  }
  return all;
}

}  // namespace ragsieve
