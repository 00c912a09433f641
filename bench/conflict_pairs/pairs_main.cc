// conflict_pairs: precision and recall of fact conflict over labelled sentence pairs
// (samples/labelled/pairs_*.jsonl), by label and kind. Prints totals only, never a text; with
// --wrong the ids of the pairs that it gets wrong.
#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "bench/conflict_pairs/feature_file.h"
#include "ragsieve/backends/backends.h"
#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/connect/line_reader.h"
#include "ragsieve/detect/conflict.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/json/reader.h"

namespace ragsieve::bench {
namespace {

struct Options {
  std::string pairs;
  std::string corpus = "samples/corpus.jsonl";
  std::string features;
  bool wrong = false;
};

struct Pair {
  std::string id;
  std::string candidate;
  std::string trusted;
  std::string label;
  std::string kind;
};

Result<std::vector<Pair>> read_pairs(const std::string& path) {
  constexpr std::array<std::string_view, 5> kMembers{"id", "candidate", "trusted", "label", "kind"};
  RAGSIEVE_TRY(LineReader lines, LineReader::open(path));
  json::Reader reader;
  std::vector<Pair> pairs;
  for (;;) {
    RAGSIEVE_TRY(const auto line, lines.next());
    if (!line) return pairs;
    RAGSIEVE_TRY(auto members, reader.string_members(line->text, kMembers));
    std::array<std::string, 5> values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = members[i].value_or("");
    pairs.push_back({values[0], values[1], values[2], values[3], values[4]});
  }
}

struct Count {
  std::size_t flagged = 0;
  std::size_t all = 0;
};

class Measure {
 public:
  void add(const Pair& pair, bool flagged) {
    for (const std::string& name : {pair.label, pair.label + "/" + pair.kind}) {
      ++counts_[name].all;
      counts_[name].flagged += flagged ? 1 : 0;
    }
  }
  void print() {
    for (const auto& [name, count] : counts_) {
      std::printf("%-24s %3zu of %3zu flagged\n", name.c_str(), count.flagged, count.all);
    }
    const double hits = static_cast<double>(counts_["conflict"].flagged);
    const double false_alarms =
        static_cast<double>(counts_["reworded"].flagged + counts_["sister"].flagged);
    const double all = static_cast<double>(counts_["conflict"].all);
    std::printf("precision %.3f  recall %.3f  (revisions counted apart)\n",
                hits + false_alarms > 0 ? hits / (hits + false_alarms) : 0,
                all > 0 ? hits / all : 0);
  }

 private:
  std::map<std::string, Count> counts_;
};

// Rarity of words: the corpus that the pairs are about, and their own trusted sides.
Result<WordRarity> rarity_of(const Options& options, const std::vector<Pair>& pairs,
                             const RunOptions& run) {
  WordRarity rarity;
  RAGSIEVE_TRY(const Corpus corpus, read_corpus(options.corpus, CorpusOptions{}, run));
  for (const Document& document : corpus.documents) rarity.add(document.indexed_text);
  for (const Pair& pair : pairs) rarity.add(pair.trusted);
  return rarity;
}

Result<Matrix> encode(const std::vector<Pair>& pairs, Encoder& encoder, const RunOptions& run) {
  std::vector<std::string_view> texts;
  for (const Pair& pair : pairs) {
    texts.push_back(pair.candidate);
    texts.push_back(pair.trusted);
  }
  return encoder.encode(texts, TextKind::kPassage, run);
}

Status measure(const Options& options) {
  const RunOptions run;
  RAGSIEVE_TRY(const std::vector<Pair> pairs, read_pairs(options.pairs));
  RAGSIEVE_TRY(const WordRarity rarity, rarity_of(options, pairs, run));
  RAGSIEVE_TRY(const Config config, load_config(std::nullopt, process_environment()));
  RAGSIEVE_TRY(const auto backends, Backends::open(config, run.threads, nullptr));
  Backends::Roles roles;
  roles.encoder = true;
  RAGSIEVE_TRY(const ModelsInUse models, backends->models(roles));
  RAGSIEVE_TRY(const Matrix vectors, encode(pairs, *models.encoder, run));
  RAGSIEVE_TRY(FeatureFile features, FeatureFile::open(options.features));
  Measure result;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const FactSentence candidate(pairs[i].candidate);
    const FactSentence trusted(pairs[i].trusted);
    const double near = dot(vectors.row(2 * i), vectors.row(2 * i + 1));
    const FactComparison comparison = compare_facts(candidate, trusted, near, rarity);
    result.add(pairs[i], comparison.conflict);
    features.add(pairs[i].id, pairs[i].label, candidate, trusted, near, rarity);
    const bool should = pairs[i].label == "conflict";
    if (options.wrong && pairs[i].label != "revision" && should != comparison.conflict) {
      std::printf("%s %s/%s score %.2f cosine %.2f\n", pairs[i].id.c_str(), pairs[i].label.c_str(),
                  pairs[i].kind.c_str(), comparison.score, near);
    }
  }
  result.print();
  return ok_status();
}

}  // namespace
}  // namespace ragsieve::bench

int main(int argc, char** argv) {
  ragsieve::bench::Options options;
  CLI::App app("Fact conflict over labelled sentence pairs");
  app.add_option("pairs", options.pairs, "JSON lines: id, candidate, trusted, label, kind")
      ->required();
  app.add_option("--corpus", options.corpus, "Corpus that tells how rare words are");
  app.add_option("--features", options.features, "Write a row of features for each pair");
  app.add_flag("--wrong", options.wrong, "Print the ids of the pairs that it gets wrong");
  CLI11_PARSE(app, argc, argv);
  const ragsieve::Status status = ragsieve::bench::measure(options);
  if (status.ok()) return 0;
  std::fprintf(stderr, "conflict_pairs: %s\n", ragsieve::to_string(status.error()).c_str());
  return ragsieve::exit_code(status.error().code);
}
