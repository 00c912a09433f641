#include "eval/run/answers_table.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "eval/run/answer_book.h"
#include "eval/run/answers_judge.h"
#include "eval/run/prepared_detectors.h"
#include "eval/run/searched_snapshot.h"
#include "eval/run/snapshot_vectors.h"

namespace ragsieve::eval {
namespace {

constexpr double kSecondsPerAnswer = 0.2;  // first guess of a plan

std::string reader_text(const AnswererIdentity& reader) {
  return reader.name + "@" + to_hex(reader.file_digest) + " " + reader.engine + " " +
         reader.prompt_version + " " + std::to_string(reader.max_tokens);
}

std::string config_text(const Defence& defence, const AnswersOptions& options) {
  const std::size_t own = defence.online ? defence.online->n_reference : 0;
  const std::size_t n_reference = own != 0 ? own : options.n_reference;
  return "{\"defence\":" + defence.config + ",\"n_queries\":" + std::to_string(options.n_queries) +
         ",\"n_reference\":" + std::to_string(n_reference) + "}";
}

double expected_seconds(const PlannedAnswersRow& row, const Dataset& dataset,
                        const ResultFile& results) {
  double seconds = 0;
  double queries = 0;
  for (const auto& [key, line] : results.rows()) {
    const bool same = key.table == kAnswersTable && key.detector == row.key.detector &&
                      key.encoder == row.key.encoder;
    if (!same) continue;
    seconds += line.seconds;
    queries += static_cast<double>(line.n_targets);
  }
  const auto n = static_cast<double>(row.n_queries);
  if (queries > 0) return n * seconds / queries;
  const Defence& defence = row.defence;
  const double document = defence.offline ? defence.offline->seconds_per_document : 0;
  const double query = defence.online ? defence.online->seconds_per_query : 0;
  return 2 * (n * (query + kSecondsPerAnswer) +
              static_cast<double>(dataset.clean.documents.size()) * document);
}

// What of a context the generator reads.
ReadContext read_context(const OnlineContext& context, const baselines::Scores& scores) {
  ReadContext read;
  for (const std::size_t rank : kept_ranks(context, scores)) {
    const Document& document = context.retrieved.documents[rank];
    read.ids.push_back(document.id);
    read.texts.push_back(document.indexed_text);
    read.n_poisons += context.poison[rank] ? 1 : 0;
  }
  return read;
}

// The rows of one dataset.
class AnswersRun {
 public:
  AnswersRun(const Dataset& dataset, const ModelsInUse& models, const AnswersOptions& options,
             DatasetVectors vectors, const RunOptions& run)
      : dataset_(dataset),
        models_(models),
        options_(options),
        run_(run),
        vectors_(std::move(vectors)),
        clean_(dataset, {}, vectors_, *models.encoder),
        prepared_(dataset, models, options.n_reference),
        prepared_clean_(dataset, models, options.n_reference),
        book_(*models.answerer) {}
  AnswersRun(const AnswersRun&) = delete;
  AnswersRun& operator=(const AnswersRun&) = delete;

  // Rows of the same snapshot.
  Status measure(std::span<const PlannedAnswersRow> rows, ResultFile& results,
                 const RowSink& sink) {
    RAGSIEVE_TRY(Snapshot snapshot, make_snapshot(dataset_, rows.front().snapshot));
    SearchedSnapshot attacked(dataset_, std::move(snapshot), vectors_, *models_.encoder);
    const std::vector<AskedQuery> queries =
        asked_queries(dataset_, attacked.snapshot(), options_.n_queries);
    prepared_.set_reference(attacked.snapshot(), attacked.snapshot());
    prepared_clean_.set_reference(attacked.snapshot(), {});
    for (const PlannedAnswersRow& row : rows) {
      if (row.done) continue;
      const auto begin = std::chrono::steady_clock::now();
      ResultLine line;
      RAGSIEVE_TRY(const auto clean, values(row.defence, clean_, queries));
      RAGSIEVE_TRY(const auto poisoned, values(row.defence, attacked, queries));
      const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
      const BootstrapOptions& bootstrap = options_.figures.bootstrap;
      line.answers = {answer_figures(clean, bootstrap), answer_figures(poisoned, bootstrap)};
      line.key = row.key;
      line.n_targets = queries.size();
      line.seconds = spent.count();
      line.machine = sink.machine;
      line.version = sink.version;
      RAGSIEVE_CHECK(results.add(line));
      if (sink.measured) sink.measured(line);
    }
    return ok_status();
  }

 private:
  // Of each query, under a defence of one snapshot.
  Result<std::vector<AnswerValues>> values(const Defence& defence, SearchedSnapshot& searched,
                                           const std::vector<AskedQuery>& queries) {
    std::vector<std::string> texts;
    for (const AskedQuery& query : queries) texts.push_back(query.text);
    const OfflineDetector* removal = defence.offline ? &*defence.offline : nullptr;
    RAGSIEVE_TRY(const auto contexts, searched.retrieve(removal, texts, run_));
    std::vector<AnswerValues> found;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (run_.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
      RAGSIEVE_TRY(const baselines::Scores scores, online_scores(defence, searched, contexts[i]));
      const ReadContext read = read_context(contexts[i], scores);
      RAGSIEVE_TRY(const std::string* answer, book_.answer(queries[i].text, read.texts, run_));
      found.push_back(judged(queries[i], read, *answer));
    }
    return found;
  }

  // Where a detector's reference is the snapshot itself, it is the one that is searched.
  Result<baselines::Scores> online_scores(const Defence& defence, const SearchedSnapshot& searched,
                                          const OnlineContext& context) {
    if (!defence.online) return baselines::Scores{};
    const bool of_clean = defence.online->of_snapshot && &searched == &clean_;
    PreparedDetectors& prepared = of_clean ? prepared_clean_ : prepared_;
    RAGSIEVE_TRY(const ScoreCandidates* score, prepared.of(*defence.online, vectors_, run_));
    return (*score)(context, run_);
  }

  const Dataset& dataset_;
  const ModelsInUse& models_;
  const AnswersOptions& options_;
  const RunOptions& run_;
  const DatasetVectors vectors_;
  SearchedSnapshot clean_;  // of all families: an offline detector looks at it once
  PreparedDetectors prepared_;
  PreparedDetectors prepared_clean_;
  AnswerBook book_;
};

bool same_snapshot(const PlannedAnswersRow& a, const PlannedAnswersRow& b) {
  return a.snapshot.family == b.snapshot.family && a.snapshot.per_target == b.snapshot.per_target;
}

PlannedAnswersRow planned_row(const Dataset& dataset, const ModelsInUse& models,
                              const AnswersOptions& options, const SnapshotOptions& snapshot,
                              const Defence& defence) {
  PlannedAnswersRow row;
  row.key = RowKey{std::string(kAnswersTable),
                   dataset.name,
                   snapshot.family,
                   snapshot.per_target,
                   defence.name,
                   config_text(defence, options),
                   models_text(models) + ", " + reader_text(models.answerer->identity()),
                   to_hex(dataset.corpus_digest),
                   family_digest(dataset, snapshot.family),
                   figures_text(options.figures)};
  row.snapshot = snapshot;
  row.defence = defence;
  return row;
}

}  // namespace

Result<std::vector<PlannedAnswersRow>> plan_answers(const Dataset& dataset,
                                                    const ModelsInUse& models,
                                                    const AnswersOptions& options,
                                                    const ResultFile& results) {
  RAGSIEVE_CHECK(options.figures.validate());
  RAGSIEVE_TRY(const std::vector<Defence> chosen, defences(options.defences));
  std::vector<PlannedAnswersRow> rows;
  for (const std::string& family :
       options.families.empty() ? dataset.attacks() : options.families) {
    for (const std::size_t per_target : options.per_target) {
      const SnapshotOptions snapshot{family, per_target};
      RAGSIEVE_TRY(const Snapshot made, make_snapshot(dataset, snapshot));
      const std::size_t n_queries = attacked_queries(dataset, made, options.n_queries).size();
      for (const Defence& defence : chosen) {
        PlannedAnswersRow row = planned_row(dataset, models, options, snapshot, defence);
        row.n_queries = n_queries;
        row.done = results.find(row.key) != nullptr;
        row.seconds = row.done ? 0 : expected_seconds(row, dataset, results);
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

Status run_answers(const Dataset& dataset, const ModelsInUse& models,
                   const std::vector<PlannedAnswersRow>& rows, const AnswersOptions& options,
                   ResultFile& results, const RowSink& sink, const RunOptions& run) {
  if (std::ranges::all_of(rows, &PlannedAnswersRow::done)) return ok_status();
  RAGSIEVE_TRY(DatasetVectors vectors, encode_dataset(dataset, *models.encoder, run));
  AnswersRun answers(dataset, models, options, std::move(vectors), run);
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first + 1;
    while (last < rows.size() && same_snapshot(rows[first], rows[last])) ++last;
    const std::span<const PlannedAnswersRow> group = std::span(rows).subspan(first, last - first);
    if (!std::ranges::all_of(group, &PlannedAnswersRow::done)) {
      RAGSIEVE_CHECK(answers.measure(group, results, sink));
    }
    first = last;
  }
  return ok_status();
}

}  // namespace ragsieve::eval
