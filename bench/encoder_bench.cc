// Times the engines of the sentence encoder on the sentences and the chunks of a corpus, no cache,
// and compares their vectors with those of llama.cpp in f32. Prints one JSON object; tokens count
// specials. CPU figures are of the whole process and hold on a machine that others use too.
//   encoder_bench CORPUS [--limit TEXTS] [--runs N]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/config/config.h"
#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/json/value.h"
#include "ragsieve/models/llama/llama_engine.h"
#include "ragsieve/models/onednn/onednn_encoder.h"
#include "ragsieve/text/chunker.h"
#include "ragsieve/text/sentences.h"
#include "ragsieve/text/wordpiece.h"

namespace ragsieve {
namespace {

struct Settings {
  std::string corpus;
  std::map<std::string, std::size_t> numbers{{"--limit", 150}, {"--runs", 3}};
};

struct Texts {
  std::string name;
  std::vector<std::string> texts;
  std::size_t n_tokens = 0;
};

struct Model {
  std::string folder;
  ModelSpec spec;
};

// Every so many-th range, so that `limit` of them stand for the whole corpus.
Texts spread(std::string name, const std::vector<std::string>& all, std::size_t limit) {
  Texts made{std::move(name), {}, 0};
  const std::size_t step = std::max<std::size_t>(1, all.size() / limit);
  for (std::size_t i = 0; i < all.size() && made.texts.size() < limit; i += step) {
    made.texts.push_back(all[i]);
  }
  return made;
}

Result<std::vector<Texts>> texts_of(const Settings& settings, const Model& model) {
  RAGSIEVE_TRY(const Corpus corpus, read_corpus(settings.corpus, CorpusOptions{}, RunOptions{}));
  std::vector<std::string> sentence_texts;
  std::vector<std::string> chunk_texts;
  for (const Document& document : corpus.documents) {
    const std::string& text = document.indexed_text;
    for (const ByteRange range : document_sentences(document)) {
      sentence_texts.push_back(text.substr(range.start, range.end - range.start));
    }
    for (const ByteRange range : chunks(text, ChunkOptions{})) {
      chunk_texts.push_back(text.substr(range.start, range.end - range.start));
    }
  }
  const std::size_t limit = settings.numbers.at("--limit");
  std::vector<Texts> made{spread("sentences", sentence_texts, limit),
                          spread("chunks", chunk_texts, limit)};
  const std::string vocab_path = model.folder + "/" + model.spec.vocab_file;
  RAGSIEVE_TRY(const std::string vocab, read_file(vocab_path, limits::kVocabBytes));
  RAGSIEVE_TRY(const Wordpiece wordpiece, Wordpiece::create(vocab, vocab_path));
  for (Texts& texts : made) {
    for (const std::string& text : texts.texts) {
      texts.n_tokens += wordpiece.encode(text, model.spec.max_tokens).size();
    }
  }
  return made;
}

Result<std::unique_ptr<Encoder>> load(const Model& model, const std::string& engine, int threads) {
  if (engine == "llama") {
    RAGSIEVE_TRY(const auto llama, LlamaEngine::create(threads));
    return llama->load_encoder(model.folder, model.spec);
  }
  const auto precision =
      engine == "onednn" ? OnednnPrecision::kFloat32 : OnednnPrecision::kBFloat16;
  return load_onednn_encoder(std::make_shared<ModelHost>(static_cast<std::size_t>(threads)),
                             model.folder, model.spec, precision);
}

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double cosine(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

void add_errors(const Matrix& found, const Matrix& expected, json::Object& record) {
  double lowest = 1;
  double largest = 0;
  for (std::size_t i = 0; i < found.n_rows; ++i) {
    lowest = std::min(lowest, cosine(found.row(i), expected.row(i)));
    for (std::size_t j = 0; j < i; ++j) {
      largest = std::max(largest, std::abs(cosine(found.row(i), found.row(j)) -
                                           cosine(expected.row(i), expected.row(j))));
    }
  }
  record.emplace_back("lowest_cosine", lowest);
  record.emplace_back("largest_pair_error", largest);
}

struct Case {
  std::string engine;
  int threads;
  std::size_t n_runs;
};

// The best of the runs: what others on the machine take is no property of the engine.
Result<Matrix> measure(const Model& model, const Texts& texts, const Case& given,
                       json::Object& record) {
  RAGSIEVE_TRY(const auto encoder, load(model, given.engine, given.threads));
  const std::vector<std::string_view> views(texts.texts.begin(), texts.texts.end());
  RAGSIEVE_TRY(Matrix vectors, encoder->encode(views, TextKind::kPassage, RunOptions{}));
  double wall = 1e30;
  double cpu = 1e30;
  for (std::size_t run = 0; run < given.n_runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    const double cpu_start = cpu_seconds();
    RAGSIEVE_TRY(vectors, encoder->encode(views, TextKind::kPassage, RunOptions{}));
    cpu = std::min(cpu, cpu_seconds() - cpu_start);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    wall = std::min(wall, took.count());
  }
  record = {{"texts", texts.name},
            {"engine", encoder->identity().engine},
            {"model", encoder->identity().name},
            {"threads", given.threads},
            {"n_texts", static_cast<std::uint64_t>(texts.texts.size())},
            {"tokens_per_text",
             static_cast<double>(texts.n_tokens) / static_cast<double>(texts.texts.size())},
            {"tokens_per_second", static_cast<double>(texts.n_tokens) / wall},
            {"tokens_per_cpu_second", static_cast<double>(texts.n_tokens) / cpu}};
  return vectors;
}

Result<json::Value> run(const Settings& settings) {
  RAGSIEVE_TRY(const Config config, load_config(std::nullopt, process_environment()));
  RAGSIEVE_TRY(const ModelManifest manifest, read_manifest(config.models.dir));
  Model model{manifest.folder, {}};
  RAGSIEVE_TRY(model.spec, manifest.find(config.models.encoder, kRoleEncoder));
  RAGSIEVE_TRY(const std::vector<Texts> all, texts_of(settings, model));
  json::Array records;
  for (const Texts& texts : all) {
    Matrix expected;
    for (const int threads : {1, 2}) {
      for (const char* engine : {"llama", "onednn", "onednn-bf16"}) {
        json::Object record;
        Result<Matrix> vectors =
            measure(model, texts, {engine, threads, settings.numbers.at("--runs")}, record);
        if (!vectors.ok() && vectors.error().code == Code::kUnavailable) continue;
        RAGSIEVE_TRY(const Matrix found, std::move(vectors));
        if (expected.n_rows == 0) expected = found;
        add_errors(found, expected, record);
        records.emplace_back(std::move(record));
      }
    }
  }
  return json::Value(json::Object{{"bench", "encoder"}, {"runs", std::move(records)}});
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
      number->second = std::max(1ULL, std::stoull(words[i]));
    }
  }
  if (settings.corpus.empty()) {
    std::fputs("usage: encoder_bench CORPUS [--limit TEXTS] [--runs N]\n", stderr);
    return 2;
  }
  const auto result = ragsieve::run(settings);
  if (!result.ok()) {
    std::fprintf(stderr, "encoder_bench: %s\n", ragsieve::to_string(result.error()).c_str());
    return 3;
  }
  std::printf("%s\n", ragsieve::json::dump(*result).c_str());
  return 0;
}
