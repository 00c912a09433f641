// Times the isolation forest on vectors from a .npy file and prints one JSON object: growing,
// scoring every row, scoring every row out of bag; means over the seeds.
//   forest_bench FILE.npy [SEEDS] [THREADS] [SCORES]
// SCORES: a file for the scores, float64, seeds x n_rows, that forest_peer.py compares with
// scikit-learn's.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/connect/npy/embeddings.h"
#include "ragsieve/json/value.h"
#include "ragsieve/stats/isolation_forest.h"

namespace {

using ragsieve::Done;
using ragsieve::IsolationForest;
using ragsieve::MatrixView;
using ragsieve::Result;
using ragsieve::json::Value;

struct Measured {
  double grow_seconds = 0;
  double score_seconds = 0;
  double left_out_seconds = 0;
  std::string scores;  // float64
};

class Clock {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Result<Done> measure_seed(const MatrixView& rows, std::uint64_t seed, int threads,
                          Measured& measured) {
  ragsieve::ForestOptions options;
  options.seed = seed;
  ragsieve::RunOptions run;
  run.threads = threads;
  Clock clock;
  RAGSIEVE_TRY(const IsolationForest forest, IsolationForest::fit(rows, options, run));
  measured.grow_seconds += clock.lap();
  std::vector<float> buffer(rows.dim);
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    const double score = forest.score(rows.row(i, buffer));
    measured.scores.append(reinterpret_cast<const char*>(&score), sizeof score);
  }
  measured.score_seconds += clock.lap();
  double sum = 0;
  for (std::size_t i = 0; i < rows.n_rows; ++i) {
    sum += forest.score_out_of_bag(rows.row(i, buffer), ragsieve::RowRange{i, i + 1}).score;
  }
  if (!(sum > 0)) return ragsieve::make_error(ragsieve::Code::kInternal, "scores are not positive");
  measured.left_out_seconds += clock.lap();
  return Done{};
}

Result<Done> run(const std::vector<std::string>& words) {
  RAGSIEVE_TRY(const ragsieve::Embeddings vectors, ragsieve::open_embeddings(words[0]));
  const std::size_t seeds = words.size() > 1 ? std::strtoull(words[1].c_str(), nullptr, 10) : 5;
  const int threads = words.size() > 2 ? std::atoi(words[2].c_str()) : 1;
  Measured measured;
  for (std::size_t seed = 0; seed < seeds; ++seed) {
    RAGSIEVE_CHECK(measure_seed(vectors.rows(), seed, threads, measured));
  }
  if (words.size() > 3) RAGSIEVE_CHECK(ragsieve::write_file(words[3], measured.scores));
  const auto mean = [&](double seconds) { return Value(seconds / static_cast<double>(seeds)); };
  const Value result = ragsieve::json::Object{
      {"bench", "isolation_forest"},
      {"n", static_cast<std::uint64_t>(vectors.rows().n_rows)},
      {"dim", static_cast<std::uint64_t>(vectors.rows().dim)},
      {"seeds", static_cast<std::uint64_t>(seeds)},
      {"threads", threads},
      {"grow_seconds", mean(measured.grow_seconds)},
      {"score_seconds", mean(measured.score_seconds)},
      {"out_of_bag_seconds", mean(measured.left_out_seconds)},
  };
  std::printf("%s\n", ragsieve::json::dump(result).c_str());
  return Done{};
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) {
    std::fprintf(stderr, "usage: forest_bench FILE.npy [SEEDS] [THREADS] [SCORES]\n");
    return 2;
  }
  const Result<Done> done = run(words);
  if (done.ok()) return 0;
  std::fprintf(stderr, "%s\n", to_string(done.error()).c_str());
  return ragsieve::exit_code(done.error().code);
}
