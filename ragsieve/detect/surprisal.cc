#include "ragsieve/detect/surprisal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "ragsieve/detect/option_error.h"

namespace ragsieve {
namespace {

// A deviation in nats and the tokens it lies in.
struct Deviation {
  double nats = 0;
  std::size_t start = 0;
  std::size_t n_tokens = 0;
};

// prefix[i] = l_1 + ... + l_i, so that every mean is one subtraction.
std::vector<double> prefix_sums(std::span<const float> nats) {
  std::vector<double> prefix(nats.size() + 1, 0.0);
  for (std::size_t i = 0; i < nats.size(); ++i) {
    prefix[i + 1] = prefix[i] + static_cast<double>(nats[i]);
  }
  return prefix;
}

double mean(const std::vector<double>& prefix, std::size_t start, std::size_t n) {
  return (prefix[start + n] - prefix[start]) / static_cast<double>(n);
}

// Largest rolling mean over the median one. A text shorter than the window has one mean only.
Deviation burst(const std::vector<double>& prefix, std::size_t window) {
  const std::size_t n_tokens = prefix.size() - 1;
  if (n_tokens < window) return {0.0, 0, n_tokens};
  std::vector<double> means(n_tokens - window + 1);
  for (std::size_t i = 0; i < means.size(); ++i) means[i] = mean(prefix, i, window);
  const auto largest = std::max_element(means.begin(), means.end());
  const auto start = static_cast<std::size_t>(largest - means.begin());
  const double peak = *largest;
  const auto median = means.begin() + static_cast<std::ptrdiff_t>((means.size() - 1) / 2);
  std::nth_element(means.begin(), median, means.end());
  return {peak - *median, start, window};
}

// Largest step between the means of two neighbouring windows.
Deviation change(const std::vector<double>& prefix, std::size_t window) {
  const std::size_t n_tokens = prefix.size() - 1;
  Deviation largest{0.0, 0, std::min(2 * window, n_tokens)};
  if (n_tokens < 2 * window) return largest;
  const std::size_t stride = std::max<std::size_t>(1, window / 2);
  for (std::size_t b = window; b <= n_tokens - window; b += stride) {
    const double step = std::abs(mean(prefix, b - window, window) - mean(prefix, b, window));
    if (step > largest.nats) largest = {step, b - window, 2 * window};
  }
  return largest;
}

}  // namespace

Status SurprisalOptions::validate() const {
  if (windows.empty()) return option_error("surprisal.windows", "empty", "at least one width");
  for (const std::size_t window : windows) {
    if (window == 0 || window > 4096) {
      return option_error("surprisal.windows", std::to_string(window),
                          "widths of 1 to 4096 tokens");
    }
  }
  if (!(gate_bits > 0) || !std::isfinite(gate_bits)) {
    return option_error("surprisal.gate_bits", std::to_string(gate_bits), "a number above 0");
  }
  if (window_0 == 0) return option_error("surprisal.window_0", "0", "at least 1 token");
  return ok_status();
}

Surprisal surprisal(std::span<const float> nats, const SurprisalOptions& options) {
  Surprisal result;
  if (nats.empty()) return result;
  const std::vector<double> prefix = prefix_sums(nats);
  if (!std::isfinite(prefix.back())) {
    result.term = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  double strongest = 0;
  const auto consider = [&](std::string_view kind, const Deviation& deviation, double gate) {
    const double ratio = deviation.nats / gate;
    if (ratio <= strongest) return;
    strongest = ratio;
    result.kind = kind;
    result.start = deviation.start;
    result.n_tokens = deviation.n_tokens;
    result.nats = deviation.nats;
  };
  for (const std::size_t window : options.windows) {
    const double gate =
        options.gate_bits * std::numbers::ln2 *
        std::sqrt(static_cast<double>(options.window_0) / static_cast<double>(window));
    consider("burst", burst(prefix, window), gate);
    consider("change", change(prefix, window), gate);
  }
  result.term = std::max(0.0, strongest - 1);
  return result;
}

}  // namespace ragsieve
