#include "ragsieve/detect/baselines/hubness.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "ragsieve/detect/baselines/spherical_k_means.h"
#include "ragsieve/detect/option_error.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/stats/percentile.h"

namespace ragsieve::baselines {
namespace {

constexpr double kLargestZ = 100;
constexpr std::size_t kMostQueryClusters = 1024;

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  return percentile(values, 50);
}

void append_rows(const MatrixView& corpus, const std::vector<std::uint32_t>& rows,
                 Matrix& queries) {
  std::vector<float> buffer(corpus.dim);
  for (const std::uint32_t row : rows) {
    const std::span<const float> values = corpus.row(row, buffer);
    queries.values.insert(queries.values.end(), values.begin(), values.end());
  }
  queries.n_rows += rows.size();
}

Result<Matrix> queries_of(const MatrixView& corpus, const HubnessOptions& options,
                          const RunOptions& run) {
  const std::size_t half = options.n_queries / 2;
  const std::size_t n = corpus.n_rows;
  Matrix queries{0, corpus.dim, {}};
  append_rows(corpus, draw_rows(n, std::min(options.n_queries - half, n), options.seed), queries);
  KMeansOptions clusters;
  clusters.n_clusters =
      std::min(std::clamp<std::size_t>(n / 10, 2, std::max<std::size_t>(half, 2)), n);
  clusters.seed = options.seed + 1;
  RAGSIEVE_TRY(const KMeansResult found, spherical_k_means(corpus, clusters, run));
  queries.values.insert(queries.values.end(), found.centres.values.begin(),
                        found.centres.values.end());
  queries.n_rows += found.centres.n_rows;
  if (found.centres.n_rows < half) {
    const std::size_t missing = std::min(half - found.centres.n_rows, n);
    append_rows(corpus, draw_rows(n, missing, options.seed + 2), queries);
  }
  return queries;
}

// What the queries retrieve, summed by document.
struct Hits {
  std::vector<double> rate;
  std::vector<std::map<std::uint32_t, std::size_t>> by_cluster;
};

Hits count_hits(const NeighbourGraph& found, const std::vector<std::uint32_t>& cluster,
                std::size_t n_documents) {
  Hits hits{std::vector<double>(n_documents, 0), {}};
  hits.by_cluster.resize(n_documents);
  const auto n_queries = static_cast<double>(found.n_rows);
  for (std::size_t query = 0; query < found.n_rows; ++query) {
    double rank = 1;
    for (const Neighbour& hit : found.of(query)) {
      hits.rate[hit.row] += std::max(0.0, hit.cosine) / rank / n_queries;
      ++hits.by_cluster[hit.row][cluster[query]];
      rank += 1;
    }
  }
  return hits;
}

double entropy(const std::map<std::uint32_t, std::size_t>& counts) {
  double total = 0;
  for (const auto& [cluster, count] : counts) total += static_cast<double>(count);
  double sum = 0;
  for (const auto& [cluster, count] : counts) {
    const double share = static_cast<double>(count) / total;
    sum -= share * std::log(share);
  }
  return sum;
}

Result<std::vector<std::uint32_t>> query_clusters(const MatrixView& queries,
                                                  std::size_t n_documents,
                                                  const HubnessOptions& options,
                                                  const RunOptions& run) {
  KMeansOptions clusters;
  clusters.n_clusters = std::max<std::size_t>(
      2, std::min({kMostQueryClusters, queries.n_rows / 10, n_documents / 100}));
  clusters.seed = options.seed + 3;
  RAGSIEVE_TRY(KMeansResult found, spherical_k_means(queries, clusters, run));
  return std::move(found.cluster);
}

Scores risks(const Hits& hits, std::size_t n_clusters, const HubnessOptions& options) {
  const std::vector<double> z = robust_z(hits.rate);
  const double most = n_clusters > 1 ? std::log(static_cast<double>(n_clusters)) : 1;
  Scores scores(z.size());
  std::vector<double> ascending;
  for (std::size_t row = 0; row < z.size(); ++row) {
    const double spread = entropy(hits.by_cluster[row]) / most;
    scores[row].score = options.z_weight * z[row] + options.spread_weight * spread;
    ascending.push_back(scores[row].score);
  }
  std::ranges::sort(ascending);
  const double high = percentile(ascending, 100 * (1 - options.top_share));
  for (std::size_t row = 0; row < z.size(); ++row) {
    const bool top = options.top_share > 0 && scores[row].score >= high;
    scores[row].flagged = z[row] >= options.z_threshold || top;
  }
  return scores;
}

}  // namespace

Status HubnessOptions::validate() const {
  if (n_queries < 2 || n_queries > 1000000) {
    return option_error("n_queries", std::to_string(n_queries), "2 to 1000000");
  }
  if (k < 1 || k > 1024) return option_error("k", std::to_string(k), "1 to 1024");
  if (!(top_share >= 0 && top_share < 1)) {
    return option_error("top_share", std::to_string(top_share), "a share from 0 to below 1");
  }
  return ok_status();
}

std::vector<double> robust_z(const std::vector<double>& values) {
  std::vector<double> z(values.size(), 0);
  if (values.empty()) return z;
  const double middle = median_of(values);
  std::vector<double> deviations;
  for (const double value : values) deviations.push_back(std::abs(value - middle));
  const double mean = std::accumulate(deviations.begin(), deviations.end(), 0.0) /
                      static_cast<double>(values.size());
  double scale = 1.4826 * median_of(std::move(deviations));
  if (!(scale > 1e-15)) scale = 1.2533 * mean;
  if (!(scale > 1e-15)) return z;
  for (std::size_t i = 0; i < values.size(); ++i) {
    z[i] = std::clamp((values[i] - middle) / scale, -kLargestZ, kLargestZ);
  }
  return z;
}

Result<Scores> hubness(const MatrixView& corpus, const HubnessOptions& options,
                       const RunOptions& run) {
  RAGSIEVE_CHECK(options.validate());
  if (corpus.n_rows < 2) return Scores(corpus.n_rows);
  RAGSIEVE_TRY(const Matrix queries, queries_of(corpus, options, run));
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(queries.view(), run));
  MatrixView view = queries.view();
  view.inverse_norms = norms;
  RAGSIEVE_TRY(const std::vector<std::uint32_t> cluster,
               query_clusters(view, corpus.n_rows, options, run));
  KnnOptions knn;
  knn.k = options.k;
  RAGSIEVE_TRY(const NeighbourGraph found, top_k(view, corpus, knn, run));
  std::vector<std::uint32_t> distinct = cluster;
  std::ranges::sort(distinct);
  const auto last = std::ranges::unique(distinct).begin();
  return risks(count_hits(found, cluster, corpus.n_rows),
               static_cast<std::size_t>(last - distinct.begin()), options);
}

}  // namespace ragsieve::baselines
