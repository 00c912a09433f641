#include "ragsieve/detect/baselines/gmtp_clm.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "ragsieve/detect/option_error.h"

namespace ragsieve::baselines {

Status GmtpOptions::validate() const {
  if (most_chosen < 1) return option_error("most_chosen", "0", "at least 1");
  if (n_smallest < 1) return option_error("n_smallest", "0", "at least 1");
  if (!(lambda >= 0 && lambda <= 1)) {
    return option_error("lambda", std::to_string(lambda), "a number from 0 to 1");
  }
  return ok_status();
}

std::string without_token(std::string_view text, std::span<const std::uint32_t> ends,
                          std::size_t i) {
  const std::size_t first = i == 0 ? 0 : ends[i - 1];
  return std::string(text.substr(0, first)).append(text.substr(ends[i]));
}

Result<double> gmtp_clm_value(std::span<const double> influences, TokenNats nats,
                              const GmtpOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  if (influences.size() != nats.size()) {
    return option_error("influences", std::to_string(influences.size()),
                        std::to_string(nats.size()) + ", one for each scored token");
  }
  if (nats.empty()) return 0.0;
  const double mean = std::accumulate(influences.begin(), influences.end(), 0.0) /
                      static_cast<double>(influences.size());
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < influences.size(); ++i) {
    if (influences[i] > mean) chosen.push_back(i);
  }
  std::ranges::sort(chosen, {}, [&](std::size_t i) { return std::pair(-influences[i], i); });
  if (chosen.size() > options.most_chosen) chosen.resize(options.most_chosen);
  std::vector<double> probabilities;
  for (const std::size_t i : chosen)
    probabilities.push_back(std::exp(-static_cast<double>(nats[i])));
  std::ranges::sort(probabilities);
  if (probabilities.size() > options.n_smallest) probabilities.resize(options.n_smallest);
  if (probabilities.empty()) return 0.0;
  return std::accumulate(probabilities.begin(), probabilities.end(), 0.0) /
         static_cast<double>(probabilities.size());
}

Scores gmtp_clm(std::span<const double> values, double clean_mean, const GmtpOptions& options) {
  Scores scores;
  for (const double value : values) {
    scores.push_back(Scored{-value, value <= options.lambda * clean_mean});
  }
  return scores;
}

}  // namespace ragsieve::baselines
