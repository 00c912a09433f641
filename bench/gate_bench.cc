// Times the screening of one document by an open gate, models loaded, clean answers known, the
// document itself never seen before. Prints one JSON object.
//   gate_bench CORPUS [--documents N] [--words N] [--probes N] [--limit N]
// --limit takes the first N documents of CORPUS as the trusted ones. Candidates are made of
// sentences of the documents behind them (or of the corpus's last ones), `words` words each.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ragsieve/backends/backends.h"
#include "ragsieve/config/config.h"
#include "ragsieve/config/injection_rules.h"
#include "ragsieve/json/value.h"
#include "ragsieve/pipeline/gate.h"

namespace ragsieve {
namespace {

// Passes everything on and counts it.
class CountingEncoder final : public Encoder {
 public:
  explicit CountingEncoder(Encoder& encoder) : encoder_(encoder) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return encoder_.identity(); }
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& run) override {
    n_texts += texts.size();
    for (const std::string_view text : texts) {
      n_words += 1 + static_cast<std::size_t>(std::ranges::count(text, ' '));
    }
    const auto start = std::chrono::steady_clock::now();
    auto result = encoder_.encode(texts, kind, run);
    encode_ms +=
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return result;
  }
  double encode_ms = 0;
  std::size_t n_texts = 0;
  std::size_t n_words = 0;

 private:
  Encoder& encoder_;
};

struct Settings {
  std::string corpus;
  std::map<std::string, std::size_t> numbers{
      {"--documents", 20}, {"--words", 200}, {"--probes", 20}, {"--limit", 60}};
};

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// The first `limit` records as a corpus of their own, beside the program's other scratch files.
std::string trusted_part(const std::vector<std::string>& lines, std::size_t limit) {
  std::string path = (std::filesystem::temp_directory_path() / "gate_bench.jsonl").string();
  std::ofstream out(path);
  for (std::size_t i = 0; i < std::min(limit, lines.size()); ++i) out << lines[i] << "\n";
  return path;
}

// A text that no cache knows: the words of a record's text, and in each sentence its number.
// `n_words` words in all.
std::string candidate_text(const std::string& record, std::size_t number, std::size_t n_words) {
  std::string text;
  std::size_t count = 0;
  const std::size_t start = record.find("\"text\"") + 9;
  for (std::size_t i = start; count < n_words; ++i) {
    if (i >= record.size()) i = start;
    const char c = record[i] == '"' || record[i] == '}' ? ' ' : record[i];
    text += c;
    if (c != ' ') continue;
    if (++count % 15 != 12 || count + 3 > n_words) continue;
    text += "in case " + std::to_string(number) + ". ";
    count += 3;
  }
  return text;
}

Result<json::Value> measure(const Settings& settings) {
  RAGSIEVE_TRY(const Config config, load_config(std::nullopt, process_environment()));
  RAGSIEVE_TRY(const std::unique_ptr<Backends> backends, Backends::open(config, 2, {}));
  Backends::Roles roles;
  roles.encoder = true;
  RAGSIEVE_TRY(ModelsInUse models, backends->models(roles));
  CountingEncoder counting(*models.encoder);
  models.encoder = &counting;
  RunOptions run;
  run.threads = 2;
  const std::vector<std::string> lines = lines_of(settings.corpus);
  GateOptions options;
  options.corpus = trusted_part(lines, settings.numbers.at("--limit"));
  RAGSIEVE_TRY(options.rules, builtin_injection_rules<InjectionRules>());
  options.corpus_probes = settings.numbers.at("--probes");
  options.calibration.folder = config.state.dir;
  RAGSIEVE_TRY(const std::unique_ptr<Gate> gate, Gate::open(options, models, run));
  std::vector<double> milliseconds;
  std::size_t n_moved = 0;
  const auto seed = static_cast<std::size_t>(
      std::chrono::system_clock::now().time_since_epoch().count() / 1000 % 1'000'000);
  const std::size_t n_documents = settings.numbers.at("--documents");
  for (std::size_t i = 0; i <= n_documents; ++i) {
    const std::string& record = lines[lines.size() - 1 - i % lines.size()];
    const std::string text = candidate_text(record, seed + i, settings.numbers.at("--words"));
    RAGSIEVE_TRY(ScreenCandidate candidate,
                 candidate_of("candidate" + std::to_string(i), text, CandidateOptions{}));
    if (i == 1) {  // the first one loads the model
      counting.n_texts = counting.n_words = 0;
      counting.encode_ms = 0;
    }
    ScreenBatch batch;
    batch.candidates.push_back(std::move(candidate));
    const auto start = std::chrono::steady_clock::now();
    RAGSIEVE_TRY(const std::vector<ScreenRecord> records, gate->screen(std::move(batch), run));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (i == 0) continue;
    milliseconds.push_back(took.count());
    for (const ProbeRecord& probe : records.front().influence.probes) n_moved += probe.changed;
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto each = static_cast<double>(n_documents);
  return json::Value(
      json::Object{{"trusted_documents", static_cast<double>(gate->n_documents())},
                   {"probes", static_cast<double>(gate->probes().size())},
                   {"candidates", each},
                   {"median_ms", milliseconds[milliseconds.size() / 2]},
                   {"slowest_ms", milliseconds.back()},
                   {"encoding_ms_each", counting.encode_ms / each},
                   {"texts_encoded_each", static_cast<double>(counting.n_texts) / each},
                   {"words_encoded_each", static_cast<double>(counting.n_words) / each},
                   {"probes_moved_each", static_cast<double>(n_moved) / each},
                   {"peak_rss_bytes", static_cast<double>(usage.ru_maxrss) * 1024}});
}

}  // namespace
}  // namespace ragsieve

int main(int argc, char** argv) {
  ragsieve::Settings settings;
  const std::vector<std::string> words(argv + 1, argv + argc);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto number = settings.numbers.find(words[i]);
    if (number == settings.numbers.end()) {
      settings.corpus = words[i];
    } else if (++i < words.size()) {
      number->second = std::stoull(words[i]);
    }
  }
  if (settings.corpus.empty()) {
    std::fputs("usage: gate_bench CORPUS [--documents N] [--words N] [--probes N] [--limit N]\n",
               stderr);
    return 2;
  }
  const auto result = ragsieve::measure(settings);
  if (!result.ok()) {
    std::fprintf(stderr, "gate_bench: %s\n", ragsieve::to_string(result.error()).c_str());
    return 3;
  }
  std::printf("%s\n", ragsieve::json::dump(*result).c_str());
  return 0;
}
