// Scores of the offline peers for the vectors of a .npy file, for baselines_peer.py to compare with
// reference implementations. Prints one JSON object.
//   baselines_dump FILE.npy SCORES [SEEDS] [THREADS]
// SCORES: float64, n_rows each: isolation forest of every seed, kNN distance, LOF, CleanBase's
// score, CleanBase's flag (0 or 1), AHD.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/connect/npy/embeddings.h"
#include "ragsieve/detect/baselines/clean_base.h"
#include "ragsieve/detect/baselines/hubness.h"
#include "ragsieve/detect/baselines/neighbour_distance.h"
#include "ragsieve/detect/baselines/outlier_forest.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/json/value.h"

namespace ragsieve::baselines {
namespace {

class Dump {
 public:
  // Appends the scores (or flags) and the seconds since the last call.
  void add(const std::string& name, const Scores& scores, bool flags = false) {
    for (const Scored& scored : scores) {
      const double value = flags ? (scored.flagged ? 1 : 0) : scored.score;
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    const auto now = std::chrono::steady_clock::now();
    seconds_.emplace_back(name, std::chrono::duration<double>(now - last_).count());
    last_ = now;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] const json::Object& seconds() const { return seconds_; }

 private:
  std::string bytes_;
  json::Object seconds_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Status measure(const MatrixView& rows, std::size_t seeds, const RunOptions& run, Dump& dump) {
  for (std::size_t seed = 0; seed < seeds; ++seed) {
    OutlierForestOptions options;
    options.forest.seed = seed;
    RAGSIEVE_TRY(const Scores scores, outlier_forest(rows, options, run));
    dump.add("isolation_forest_" + std::to_string(seed), scores);
  }
  KnnOptions knn;
  knn.k = kDistanceNeighbours;
  RAGSIEVE_TRY(const NeighbourGraph wide, build_graph(rows, knn, run));
  RAGSIEVE_TRY(const Scores distances, knn_distance(wide));
  dump.add("knn_distance", distances);
  RAGSIEVE_TRY(const Scores factors, local_outlier_factor(wide, run));
  dump.add("lof", factors);
  const CleanBaseOptions options;
  knn.k = options.k;
  RAGSIEVE_TRY(const NeighbourGraph graph, build_graph(rows, knn, run));
  RAGSIEVE_TRY(const Scores cliques, clean_base(graph, options, run));
  dump.add("clean_base", cliques);
  dump.add("clean_base_flags", cliques, true);
  RAGSIEVE_TRY(const Scores hubs, hubness(rows, HubnessOptions{}, run));
  dump.add("ahd", hubs);
  return ok_status();
}

Status dump(const std::vector<std::string>& words) {
  RAGSIEVE_TRY(const Embeddings vectors, open_embeddings(words[0]));
  const std::size_t seeds = words.size() > 2 ? std::strtoull(words[2].c_str(), nullptr, 10) : 10;
  RunOptions run;
  run.threads = words.size() > 3 ? std::atoi(words[3].c_str()) : 1;
  MatrixView rows = vectors.rows();
  RAGSIEVE_TRY(const std::vector<double> norms, inverse_norms(rows, run));
  rows.inverse_norms = norms;
  Dump scores;
  RAGSIEVE_CHECK(measure(rows, seeds, run, scores));
  RAGSIEVE_CHECK(write_file(words[1], scores.bytes()));
  const json::Value result = json::Object{{"bench", "baselines"},
                                          {"n", static_cast<std::uint64_t>(rows.n_rows)},
                                          {"dim", static_cast<std::uint64_t>(rows.dim)},
                                          {"seeds", static_cast<std::uint64_t>(seeds)},
                                          {"threads", run.threads},
                                          {"seconds", scores.seconds()}};
  std::printf("%s\n", json::dump(result).c_str());
  return ok_status();
}

}  // namespace
}  // namespace ragsieve::baselines

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 2) {
    std::fprintf(stderr, "usage: baselines_dump FILE.npy SCORES [SEEDS] [THREADS]\n");
    return 2;
  }
  const ragsieve::Status done = ragsieve::baselines::dump(words);
  if (done.ok()) return 0;
  std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
  return ragsieve::exit_code(done.error().code);
}
