#include "eval/measures/detection.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "ragsieve/stats/ranking_metrics.h"

namespace ragsieve::eval {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Status DetectionOptions::validate() const {
  if (!(budget >= 0 && budget < 1)) {
    return make_error(
        Code::kInvalidArgument,
        "budget is " + std::to_string(budget) + ", expected a share from 0 to below 1",
        Where{"", 0, "budget"});
  }
  return bootstrap.validate();
}

DetectionFigures detection_figures(std::span<const double> positives,
                                   std::span<const double> negatives,
                                   const DetectionOptions& options) {
  DetectionFigures figures;
  figures.n_positives = positives.size();
  figures.n_negatives = negatives.size();
  figures.too_few = positives.size() < std::max<std::size_t>(1, options.fewest_positives);
  if (figures.too_few) {
    figures.auroc = figures.detection = kNaN;
    figures.intervals = {{kNaN, kNaN}, {kNaN, kNaN}};
    return figures;
  }
  figures.auroc = auroc(positives, negatives);
  figures.detection = detection_at_budget(positives, negatives, options.budget);
  figures.intervals = bootstrap_detection(positives, negatives, options.budget, options.bootstrap);
  return figures;
}

double Removed::rate() const {
  return n == 0 ? kNaN : static_cast<double>(n_removed) / static_cast<double>(n);
}

Interval Removed::interval(const BootstrapOptions& options) const {
  std::vector<double> values(n, 0);
  std::fill_n(values.begin(), n_removed, 1.0);
  return bootstrap_mean(values, options);
}

}  // namespace ragsieve::eval
