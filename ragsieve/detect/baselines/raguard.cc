#include "ragsieve/detect/baselines/raguard.h"

#include <algorithm>
#include <string>

#include "ragsieve/detect/baselines/pair_cosines.h"
#include "ragsieve/detect/option_error.h"
#include "ragsieve/stats/percentile.h"

namespace ragsieve::baselines {
namespace {

double largest_chunk_perplexity(TokenNats nats, std::size_t n_chunks) {
  const std::size_t chunks = std::min(n_chunks, nats.size());
  double largest = 1;
  for (std::size_t i = 0; i < chunks; ++i) {
    const std::size_t first = i * nats.size() / chunks;
    const std::size_t last = (i + 1) * nats.size() / chunks;
    largest = std::max(largest, perplexity(nats.subspan(first, last - first)));
  }
  return largest;
}

double largest_similarity(const PairCosines& cosines, std::size_t passage) {
  if (cosines.size() < 2) return 0;
  double largest = -1;
  for (std::size_t other = 0; other < cosines.size(); ++other) {
    if (other != passage) largest = std::max(largest, cosines.at(passage, other));
  }
  return largest;
}

}  // namespace

Status RaguardOptions::validate() const {
  if (!(share > 0 && share < 1)) {
    return option_error("share", std::to_string(share), "a share between 0 and 1");
  }
  if (n_chunks < 1) return option_error("n_chunks", "0", "at least 1");
  return ok_status();
}

Result<std::vector<RaguardStatistics>> raguard_statistics(std::span<const TokenNats> nats,
                                                          const MatrixView& vectors,
                                                          const RaguardOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  if (nats.size() != vectors.n_rows) {
    return option_error("nats", std::to_string(nats.size()),
                        std::to_string(vectors.n_rows) + " passages, one for each vector");
  }
  RAGSIEVE_TRY(const PairCosines cosines, PairCosines::of(vectors));
  std::vector<RaguardStatistics> statistics(nats.size());
  for (std::size_t i = 0; i < nats.size(); ++i) {
    const std::size_t half = nats[i].size() / 2;
    statistics[i].perplexity_difference =
        perplexity(nats[i].first(half)) - perplexity(nats[i].subspan(half));
    statistics[i].perplexity_max = largest_chunk_perplexity(nats[i], options.n_chunks);
    statistics[i].similarity = largest_similarity(cosines, i);
  }
  return statistics;
}

Result<RaguardReference> RaguardReference::of(std::span<const RaguardStatistics> clean,
                                              const RaguardOptions& options) {
  RAGSIEVE_CHECK(options.validate());
  if (clean.empty()) return option_error("clean", "empty", "statistics of clean passages");
  RaguardReference reference;
  reference.share_ = options.share;
  for (const RaguardStatistics& passage : clean) {
    reference.difference_.push_back(passage.perplexity_difference);
    reference.max_.push_back(passage.perplexity_max);
    reference.similarity_.push_back(passage.similarity);
  }
  std::ranges::sort(reference.difference_);
  std::ranges::sort(reference.max_);
  std::ranges::sort(reference.similarity_);
  return reference;
}

Scores RaguardReference::score(std::span<const RaguardStatistics> passages) const {
  Scores scores;
  for (const RaguardStatistics& passage : passages) {
    Scored scored;
    const auto weigh = [&](const std::vector<double>& clean, double value) {
      scored.score = std::max(scored.score, percentile_of(clean, value) / 100);
      scored.flagged |= value > percentile(clean, 100 * (1 - share_));
    };
    weigh(difference_, passage.perplexity_difference);
    weigh(max_, passage.perplexity_max);
    weigh(similarity_, passage.similarity);
    scores.push_back(scored);
  }
  return scores;
}

}  // namespace ragsieve::baselines
