#include "ragsieve/detect/baselines/perplexity.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ragsieve/stats/percentile.h"

namespace ragsieve::baselines {

double perplexity(TokenNats nats) {
  if (nats.empty()) return 1;
  const double sum = std::accumulate(nats.begin(), nats.end(), 0.0);
  return std::exp(sum / static_cast<double>(nats.size()));
}

double clean_threshold(std::vector<double> clean, double share) {
  std::ranges::sort(clean);
  return percentile(clean, 100 * (1 - share));
}

Scores perplexity_gate(std::span<const TokenNats> passages, double threshold) {
  Scores scores;
  for (const TokenNats& nats : passages) {
    const double value = perplexity(nats);
    scores.push_back(Scored{value, value > threshold});
  }
  return scores;
}

}  // namespace ragsieve::baselines
