#include "eval/measures/answer_figures.h"

#include <cmath>
#include <numeric>
#include <vector>

namespace ragsieve::eval {
namespace {

MeanFigure mean_figure(const std::vector<double>& values, const BootstrapOptions& options) {
  MeanFigure figure;
  figure.n = values.size();
  if (values.empty()) return figure;
  figure.value =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  figure.interval = bootstrap_mean(values, options);
  return figure;
}

}  // namespace

AnswerFigures answer_figures(std::span<const AnswerValues> queries,
                             const BootstrapOptions& options) {
  AnswerFigures figures;
  for (std::size_t measure = 0; measure < kAnswerMeasures; ++measure) {
    std::vector<double> values;
    for (const AnswerValues& query : queries) {
      if (!std::isnan(query[measure])) values.push_back(query[measure]);
    }
    figures[measure] = mean_figure(values, options);
  }
  return figures;
}

}  // namespace ragsieve::eval
