// Times the exact neighbour graph of vectors from a .npy file, or of generated clustered rows, and
// prints one JSON object: medians over the runs, each phase, peak memory.
//   knn_bench [FILE.npy] [--rows N] [--dim N] [--seed N] [--k N] [--threads N] [--runs N]
//             [--block-rows N] [--save FILE.npy] [--neighbours FILE]
// --save writes the generated rows and stops; --neighbours writes the rows found, int32, n x k.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/connect/npy/embeddings.h"
#include "ragsieve/connect/npy/npy_writer.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/random_rows.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/index/tile_kernel.h"
#include "ragsieve/json/value.h"

namespace {

using ragsieve::KnnOptions;
using ragsieve::MatrixView;
using ragsieve::NeighbourGraph;
using ragsieve::RunOptions;
using ragsieve::json::Value;

struct Settings {
  std::string path;
  std::string save;
  std::string neighbours;
  std::map<std::string, std::size_t> numbers{{"--rows", 16000},     {"--dim", 384},   {"--seed", 1},
                                             {"--k", 16},           {"--threads", 2}, {"--runs", 5},
                                             {"--block-rows", 1024}};
  [[nodiscard]] std::size_t number(const std::string& name) const { return numbers.at(name); }
};

// The settings of a command line; nothing when it is wrong.
std::optional<Settings> parse(const std::vector<std::string>& words) {
  Settings settings;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].rfind("--", 0) != 0) {
      settings.path = words[i];
      continue;
    }
    if (i + 1 == words.size()) return std::nullopt;
    const std::string& value = words[i + 1];
    if (words[i] == "--save") {
      settings.save = value;
    } else if (words[i] == "--neighbours") {
      settings.neighbours = value;
    } else if (settings.numbers.contains(words[i])) {
      settings.numbers[words[i]] = std::strtoull(value.c_str(), nullptr, 10);
    } else {
      return std::nullopt;
    }
    ++i;
  }
  return settings;
}

// Seconds of each stage of a run, told apart by the progress that it reports.
class Phases {
 public:
  void start() { last_ = Clock::now(); }
  void report(const ragsieve::ProgressEvent& event) {
    const Clock::time_point now = Clock::now();
    seconds_[std::string(event.stage)] += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }
  [[nodiscard]] const std::map<std::string, double>& seconds() const { return seconds_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_;
  std::map<std::string, double> seconds_;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n == 0 ? 0 : (values[(n - 1) / 2] + values[n / 2]) / 2;
}

std::int64_t resident_bytes() {
  std::ifstream status("/proc/self/statm");
  std::int64_t total_pages = 0;
  std::int64_t resident_pages = 0;
  status >> total_pages >> resident_pages;
  return resident_pages * 4096;
}

// Processor time of all threads so far: what a busy machine cannot inflate much.
double cpu_seconds() {
  struct rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::int64_t peak_bytes() {
  struct rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

ragsieve::Status write_neighbours(const std::string& path, const NeighbourGraph& graph) {
  std::string bytes;
  for (const ragsieve::Neighbour& neighbour : graph.neighbours) {
    const auto row = static_cast<std::int32_t>(neighbour.row);
    bytes.append(reinterpret_cast<const char*>(&row), sizeof row);
  }
  return ragsieve::write_file(path, bytes);
}

struct Measured {
  std::vector<double> seconds;
  std::vector<double> cpu_seconds;
  std::map<std::string, std::vector<double>> phases;
  NeighbourGraph graph;
};

ragsieve::Result<Measured> measure(const Settings& settings, MatrixView rows) {
  Measured measured;
  for (std::size_t i = 0; i < settings.number("--runs"); ++i) {
    Phases phases;
    RunOptions run;
    run.threads = static_cast<int>(settings.number("--threads"));
    run.progress = [&](const ragsieve::ProgressEvent& event) { phases.report(event); };
    phases.start();
    RAGSIEVE_TRY(const std::vector<double> norms, ragsieve::inverse_norms(rows, run));
    rows.inverse_norms = norms;
    phases.start();
    const double cpu_start = cpu_seconds();
    const auto start = std::chrono::steady_clock::now();
    RAGSIEVE_TRY(measured.graph,
                 ragsieve::build_graph(
                     rows, {settings.number("--k"), settings.number("--block-rows")}, run));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    measured.seconds.push_back(elapsed.count());
    measured.cpu_seconds.push_back(cpu_seconds() - cpu_start);
    for (const auto& [stage, seconds] : phases.seconds()) measured.phases[stage].push_back(seconds);
  }
  return measured;
}

Value rounded(double seconds) {
  return static_cast<double>(static_cast<std::int64_t>(seconds * 1e4 + 0.5)) / 1e4;
}

void print(const Settings& settings, const MatrixView& rows, const Measured& measured,
           std::int64_t bytes_before) {
  ragsieve::json::Array runs;
  for (const double seconds : measured.seconds) runs.emplace_back(rounded(seconds));
  ragsieve::json::Object phases;
  for (const auto& [stage, seconds] : measured.phases) {
    phases.emplace_back(stage, rounded(median(seconds)));
  }
  const auto number = [&](const char* name) { return Value(std::uint64_t{settings.number(name)}); };
  const ragsieve::json::Object object{{"bench", "knn"},
                                      {"n", std::uint64_t{rows.n_rows}},
                                      {"dim", std::uint64_t{rows.dim}},
                                      {"k", std::uint64_t{measured.graph.k}},
                                      {"threads", number("--threads")},
                                      {"block_rows", number("--block-rows")},
                                      {"seed", number("--seed")},
                                      {"kernel", ragsieve::native_kernel().name},
                                      {"seconds", rounded(median(measured.seconds))},
                                      {"seconds_of_runs", std::move(runs)},
                                      {"cpu_seconds", rounded(median(measured.cpu_seconds))},
                                      {"phases", std::move(phases)},
                                      {"resident_bytes_before", bytes_before},
                                      {"peak_resident_bytes", peak_bytes()}};
  std::puts(ragsieve::json::dump(Value(object)).c_str());
}

ragsieve::Status bench(const Settings& settings, const MatrixView& rows) {
  // Touches every page, so that the first run does not pay for reading the file.
  RAGSIEVE_CHECK(ragsieve::inverse_norms(rows, RunOptions{}));
  const std::int64_t bytes_before = resident_bytes();
  RAGSIEVE_TRY(const Measured measured, measure(settings, rows));
  print(settings, rows, measured, bytes_before);
  if (settings.neighbours.empty()) return ragsieve::ok_status();
  return write_neighbours(settings.neighbours, measured.graph);
}

ragsieve::Status run(const Settings& settings) {
  if (!settings.path.empty()) {
    RAGSIEVE_TRY(const ragsieve::Embeddings embeddings, ragsieve::open_embeddings(settings.path));
    return bench(settings, embeddings.rows());
  }
  const ragsieve::Matrix rows = ragsieve::random_rows(
      settings.number("--rows"), settings.number("--dim"), settings.number("--seed"));
  if (!settings.save.empty()) return ragsieve::write_npy(settings.save, rows.view());
  return bench(settings, rows.view());
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Settings> settings = parse({argv + 1, argv + argc});
  if (!settings) {
    std::fputs("knn_bench: wrong arguments; the head of knn_bench.cc lists them\n", stderr);
    return 2;
  }
  const ragsieve::Status status = run(*settings);
  if (status.ok()) return 0;
  std::fprintf(stderr, "knn_bench: %s\n", ragsieve::to_string(status.error()).c_str());
  return ragsieve::exit_code(status.error().code);
}
