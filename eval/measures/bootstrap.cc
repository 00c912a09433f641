#include "eval/measures/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "ragsieve/stats/percentile.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::eval {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Interval interval_of(std::vector<double> figures, double level) {
  std::ranges::sort(figures);
  const double outside = 100 * (1 - level) / 2;
  return {percentile(figures, outside), percentile(figures, 100 - outside)};
}

bool comparable(std::span<const double> scores) {
  return !scores.empty() && std::ranges::none_of(scores, [](double s) { return std::isnan(s); });
}

// How often each distinct score was drawn, scores descending.
struct Counts {
  std::vector<std::uint64_t> positives;
  std::vector<std::uint64_t> negatives;
};

// Place of each score among the distinct ones, largest first.
std::vector<std::size_t> places(std::span<const double> scores,
                                const std::vector<double>& ascending) {
  std::vector<std::size_t> found;
  for (const double score : scores) {
    const auto at = std::ranges::lower_bound(ascending, score) - ascending.begin();
    found.push_back(ascending.size() - 1 - static_cast<std::size_t>(at));
  }
  return found;
}

void draw(const std::vector<std::size_t>& from, Random& random,
          std::vector<std::uint64_t>& counts) {
  std::ranges::fill(counts, 0);
  for (std::size_t i = 0; i < from.size(); ++i) ++counts[from[random.below(from.size())]];
}

double auroc_of(const Counts& counts, double pairs) {
  std::uint64_t half_wins = 0;
  std::uint64_t above = 0;  // positives over the score at hand
  for (std::size_t i = 0; i < counts.positives.size(); ++i) {
    half_wins += counts.negatives[i] * (2 * above + counts.positives[i]);
    above += counts.positives[i];
  }
  return static_cast<double>(half_wins) / (2 * pairs);
}

double detection_of(const Counts& counts, std::uint64_t allowed, std::size_t n_positives) {
  std::uint64_t detected = 0;
  std::uint64_t removed = 0;
  for (std::size_t i = 0; i < counts.positives.size(); ++i) {
    removed += counts.negatives[i];
    if (removed > allowed) break;  // the threshold: what ties with it is not above
    detected += counts.positives[i];
  }
  return static_cast<double>(detected) / static_cast<double>(n_positives);
}

}  // namespace

Status BootstrapOptions::validate() const {
  const auto refuse = [](const std::string& name, const std::string& message) {
    return make_error(Code::kInvalidArgument, message, Where{"", 0, name});
  };
  if (n_draws < 1 || n_draws > 100000) {
    return refuse("n_draws", "n_draws is " + std::to_string(n_draws) + ", expected 1 to 100000");
  }
  if (!(level > 0 && level < 1)) {
    return refuse("level",
                  "level is " + std::to_string(level) + ", expected a share between 0 and 1");
  }
  return ok_status();
}

Interval bootstrap_mean(std::span<const double> values, const BootstrapOptions& options) {
  if (values.empty()) return {kNaN, kNaN};
  Random random(options.seed);
  std::vector<double> means;
  for (std::size_t i = 0; i < options.n_draws; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < values.size(); ++j) sum += values[random.below(values.size())];
    means.push_back(sum / static_cast<double>(values.size()));
  }
  return interval_of(std::move(means), options.level);
}

DetectionIntervals bootstrap_detection(std::span<const double> positives,
                                       std::span<const double> negatives, double budget,
                                       const BootstrapOptions& options) {
  const Interval none{kNaN, kNaN};
  if (!comparable(positives) || !comparable(negatives)) return {none, none};
  std::vector<double> distinct(positives.begin(), positives.end());
  distinct.insert(distinct.end(), negatives.begin(), negatives.end());
  std::ranges::sort(distinct);
  distinct.erase(std::ranges::unique(distinct).begin(), distinct.end());
  const std::vector<std::size_t> positive_places = places(positives, distinct);
  const std::vector<std::size_t> negative_places = places(negatives, distinct);
  const double pairs =
      static_cast<double>(positives.size()) * static_cast<double>(negatives.size());
  const auto allowed =
      static_cast<std::uint64_t>(std::floor(budget * static_cast<double>(negatives.size())));
  Counts counts{std::vector<std::uint64_t>(distinct.size()),
                std::vector<std::uint64_t>(distinct.size())};
  std::vector<double> aurocs;
  std::vector<double> detections;
  Random random(options.seed);
  for (std::size_t i = 0; i < options.n_draws; ++i) {
    draw(positive_places, random, counts.positives);
    draw(negative_places, random, counts.negatives);
    aurocs.push_back(auroc_of(counts, pairs));
    detections.push_back(detection_of(counts, allowed, positives.size()));
  }
  return {interval_of(std::move(aurocs), options.level),
          interval_of(std::move(detections), options.level)};
}

}  // namespace ragsieve::eval
