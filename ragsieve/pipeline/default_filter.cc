#include "ragsieve/pipeline/default_filter.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "ragsieve/index/similarity.h"
#include "ragsieve/pipeline/explain_default_filter.h"

namespace ragsieve {
namespace {

class Rounds {
 public:
  Rounds(const RetrievedContext& context, const ContextVectors& vectors,
         const FilterCalibration& calibration)
      : context_(context),
        vectors_(vectors),
        calibration_(calibration),
        tools_(calibration.tools()),
        survivors_(context.documents.size()) {
    std::iota(survivors_.begin(), survivors_.end(), std::size_t{0});
  }

  Result<QueryRecord> run(const RunOptions& run) {
    RAGSIEVE_TRY(norms_, inverse_norms(vectors_.documents.view(), run));
    while (survivors_.size() >= tools_.options.k + tools_.options.least_tail) {
      RAGSIEVE_TRY(const bool dropped, judge_first(run));
      if (!dropped) return record(true);
    }
    return record(false);
  }

 private:
  // Judges the first k survivors and drops those that are flagged.
  Result<bool> judge_first(const RunOptions& run) {
    const std::size_t n = std::min(tools_.options.n, survivors_.size());
    Matrix rows{0, vectors_.documents.dim, {}};
    RankedContext ranked;
    std::vector<const Document*> documents;
    std::vector<double> norms;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = survivors_[i];
      const std::span<const float> row = vectors_.documents.row(at);
      rows.values.insert(rows.values.end(), row.begin(), row.end());
      norms.push_back(norms_[at]);
      documents.push_back(&context_.documents[at]);
      ranked.counted.push_back(calibration_.counted(*documents.back()));
      ++rows.n_rows;
    }
    ranked.query = context_.query.text;
    ranked.query_vector = vectors_.query;
    ranked.documents = documents;
    ranked.vectors = rows.view();
    ranked.vectors.inverse_norms = norms;
    RAGSIEVE_TRY(const std::vector<double> injection, injection_of_first(run));
    ranked.injection = injection;
    RAGSIEVE_TRY(const std::vector<FilterTerms> terms, context_terms(ranked, tools_));
    return keep_or_drop(terms, n);
  }

  // B of the first k survivors; of those that a round before has scored it is known.
  Result<std::vector<double>> injection_of_first(const RunOptions& run) {
    std::vector<double> scores;
    if (calibration_.injection() == nullptr) return scores;
    const auto first = std::span(survivors_).first(std::min(tools_.options.k, survivors_.size()));
    std::vector<std::size_t> places;
    std::vector<InjectionText> texts;
    for (const std::size_t at : first) {
      if (injection_.contains(at)) continue;
      places.push_back(at);
      texts.push_back(injection_text(context_.documents[at]));
    }
    RunOptions quiet = run;  // a query is one step of its caller's progress
    quiet.progress = nullptr;
    RAGSIEVE_TRY(const std::vector<double> fresh, calibration_.injection()->scores(texts, quiet));
    for (std::size_t i = 0; i < places.size(); ++i) injection_.emplace(places[i], fresh[i]);
    for (const std::size_t at : first) scores.push_back(injection_.at(at));
    return scores;
  }

  bool keep_or_drop(const std::vector<FilterTerms>& terms, std::size_t n) {
    std::vector<std::size_t> flagged;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const std::size_t at = survivors_[i];
      const JudgedCandidate judged{context_.documents[at], terms[i],
                                   calibration_.null().judge(terms[i]), tools_.options.k, n};
      if (!judged.verdict.flagged && records_.contains(at)) continue;
      CandidateRecord record = candidate_record(judged);
      record.rank = at + 1;
      records_.insert_or_assign(at, std::move(record));
      if (judged.verdict.flagged) flagged.push_back(at);
    }
    std::erase_if(survivors_,
                  [&](std::size_t at) { return std::ranges::binary_search(flagged, at); });
    return !flagged.empty();
  }

  // `stable`: the first k survivors were all judged in the last round.
  QueryRecord record(bool stable) {
    QueryRecord record;
    record.query_id = context_.query.id;
    record.query = context_.query.text;
    record.profile = "default";
    for (auto& [at, candidate] : records_) {
      if (candidate.flagged) record.removed.push_back(candidate.id);
      record.documents.push_back(std::move(candidate));
    }
    const std::size_t k = tools_.options.k;
    for (std::size_t i = 0; i < std::min(k, survivors_.size()); ++i) {
      if (records_.contains(survivors_[i])) {
        record.context.push_back(context_.documents[survivors_[i]].id);
      }
    }
    if (!stable) {
      record.note = "holds " + std::to_string(record.context.size()) + " of " + std::to_string(k) +
                    " documents: too few are left below them to judge more, retrieve deeper";
    }
    return record;
  }

  const RetrievedContext& context_;
  const ContextVectors& vectors_;
  const FilterCalibration& calibration_;
  ContextTools tools_;
  std::vector<std::size_t> survivors_;  // places in the context, ascending
  std::vector<double> norms_;
  std::map<std::size_t, double> injection_;         // B, by place
  std::map<std::size_t, CandidateRecord> records_;  // by place
};

}  // namespace

Result<QueryRecord> filter_by_default(const RetrievedContext& context,
                                      const ContextVectors& vectors,
                                      const FilterCalibration& calibration, const RunOptions& run) {
  if (context.documents.size() < kLeastRetrieved) {
    return make_error(Code::kInvalidInput,
                      "query has " + std::to_string(context.documents.size()) +
                          " documents after removal, expected at least " +
                          std::to_string(kLeastRetrieved) + ": retrieve " +
                          std::to_string(kLeastRetrieved - context.documents.size()) + " more",
                      Where{"", 0, "documents"});
  }
  return Rounds(context, vectors, calibration).run(run);
}

}  // namespace ragsieve
