#include "ragsieve/detect/anomaly.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "ragsieve/base/parallel.h"
#include "ragsieve/stats/percentile.h"
#include "ragsieve/stats/stored_form.h"

namespace ragsieve {
namespace {

constexpr std::string_view kMagic = "ragsieve anomaly 1\n";
constexpr std::size_t kLeastTrees = 20;  // fewer give a mean depth that is mostly noise

Error corrupt(const std::string& path, const std::string& found) {
  return make_error(Code::kCorrupt,
                    "is no anomaly model: " + found + "; delete it, it is made again",
                    Where{path, 0, ""});
}

Status check_documents(const MatrixView& chunks, std::span<const std::size_t> begin) {
  if (!begin.empty() && begin.front() == 0 && begin.back() == chunks.n_rows &&
      std::ranges::is_sorted(begin)) {
    return ok_status();
  }
  return make_error(Code::kInvalidArgument, "the first chunks of " + std::to_string(begin.size()) +
                                                " documents do not ascend from 0 to " +
                                                std::to_string(chunks.n_rows) +
                                                ", the number of chunk vectors");
}

void keep_larger(AnomalyScore& score, double raw, std::size_t row) {
  if (std::isnan(raw)) {
    ++score.unscored;
  } else if (raw > score.raw) {
    score.raw = raw;
    score.row = row;
  }
}

bool all_scores(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double value) { return value > 0 && value <= 1; });
}

}  // namespace

ForestOptions calibrated_forest(std::uint64_t seed) {
  ForestOptions options;
  options.largest_share = 0.5;
  options.seed = seed;
  return options;
}

OutOfBagScore AnomalyModel::left_out(std::span<const float> row, std::size_t i,
                                     RowRange document) const {
  OutOfBagScore score = forest_.score_out_of_bag(row, document);
  if (score.n_trees < kLeastTrees) score = forest_.score_out_of_bag(row, RowRange{i, i + 1});
  if (score.n_trees < kLeastTrees) score = {forest_.score(row), 0};
  return score;
}

Result<AnomalyModel> AnomalyModel::fit(const MatrixView& chunks, std::span<const std::size_t> begin,
                                       const ForestOptions& options, const RunOptions& run) {
  RAGSIEVE_CHECK(check_documents(chunks, begin));
  RAGSIEVE_TRY(IsolationForest forest, IsolationForest::fit(chunks, options, run));
  AnomalyModel model(std::move(forest));
  model.ascending_.resize(chunks.n_rows);
  model.left_out_.resize(chunks.n_rows);
  std::vector<std::size_t> seen(begin.size() - 1, 0);
  RAGSIEVE_CHECK(parallel_for(begin.size() - 1, "anomaly", run, [&](std::size_t document, int) {
    std::vector<float> buffer(chunks.dim);
    const RowRange range{begin[document], begin[document + 1]};
    for (std::size_t i = range.first; i < range.last; ++i) {
      const std::span<const float> row = chunks.row(i, buffer);
      model.ascending_[i] = model.forest_.score(row);
      const OutOfBagScore score = model.left_out(row, i, range);
      model.left_out_[i] = score.score;
      if (score.n_trees == 0) ++seen[document];
    }
    return ok_status();
  }));
  for (const std::size_t n : seen) model.n_seen_ += n;
  std::ranges::sort(model.ascending_);
  return model;
}

double AnomalyModel::scaled(double raw) const {
  const double middle = percentile(ascending_, 50);
  const double high = percentile(ascending_, 99);
  if (high > middle) return std::clamp((raw - middle) / (high - middle), 0.0, 1.0);
  return raw > middle ? 1 : 0;
}

void AnomalyModel::finish(AnomalyScore& score) const {
  score.score = scaled(score.raw);
  score.percentile = percentile_of(ascending_, score.raw);
}

AnomalyScore AnomalyModel::score(const MatrixView& chunks, RowRange rows) const {
  AnomalyScore score;
  std::vector<float> buffer(chunks.dim);
  for (std::size_t i = rows.first; i < rows.last; ++i) {
    keep_larger(score, forest_.score(chunks.row(i, buffer)), i);
  }
  if (score.raw > 0) finish(score);
  return score;
}

AnomalyScore AnomalyModel::score_left_out(RowRange rows) const {
  AnomalyScore score;
  for (std::size_t i = rows.first; i < std::min(rows.last, left_out_.size()); ++i) {
    keep_larger(score, left_out_[i], i);
  }
  if (score.raw > 0) finish(score);
  return score;
}

std::string AnomalyModel::to_bytes() const {
  StoredWriter out(kMagic);
  out.text(forest_.to_bytes());
  out.number(static_cast<std::uint64_t>(n_seen_));
  for (const std::vector<double>* values : {&ascending_, &left_out_}) {
    for (const double value : *values) out.number(std::bit_cast<std::uint64_t>(value));
  }
  return std::move(out).finish();
}

Result<AnomalyModel> AnomalyModel::from_bytes(std::string_view bytes, const std::string& path) {
  StoredReader in(bytes, kMagic);
  const std::string_view forest_bytes = in.text();
  if (!in.fault().empty()) return corrupt(path, in.fault());
  RAGSIEVE_TRY(IsolationForest forest, IsolationForest::from_bytes(forest_bytes, path));
  AnomalyModel model(std::move(forest));
  const std::size_t n_rows = model.forest_.n_rows();
  model.n_seen_ = in.number<std::uint64_t>();
  if (in.bytes_left() / 16 != n_rows || in.bytes_left() % 16 != 0) {
    return corrupt(path, std::to_string(in.bytes_left()) + " bytes of values for " +
                             std::to_string(n_rows) + " chunks");
  }
  for (std::vector<double>* values : {&model.ascending_, &model.left_out_}) {
    for (std::size_t i = 0; i < n_rows; ++i) {
      values->push_back(std::bit_cast<double>(in.number<std::uint64_t>()));
    }
  }
  if (!all_scores(model.ascending_) || !all_scores(model.left_out_) ||
      !std::ranges::is_sorted(model.ascending_) || model.n_seen_ > n_rows) {
    return corrupt(path, "values that are no scores, or not in their order");
  }
  return model;
}

}  // namespace ragsieve
