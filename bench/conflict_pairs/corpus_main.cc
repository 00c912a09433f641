// conflict_corpus: how many documents have a fact conflict with a trusted corpus: clean ones that
// are set aside from it, poisons of a poisons.jsonl, labelled candidates. Prints totals by group;
// --show prints the conflicts themselves (development data only).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "bench/conflict_pairs/feature_file.h"
#include "ragsieve/backends/backends.h"
#include "ragsieve/connect/corpus_source.h"
#include "ragsieve/connect/line_reader.h"
#include "ragsieve/detect/conflict_partners.h"
#include "ragsieve/detect/conflict_search.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/text/sentences.h"

namespace ragsieve::bench {
namespace {

constexpr std::array<double, 3> kSteps{0.2, 0.4, 0.6};  // scores that are counted beside

struct Options {
  std::string corpus;
  std::string candidates;  // JSON lines with `attack` or `family`; empty: none
  std::vector<std::string> families;
  std::size_t each = 50;         // candidates of a family
  std::size_t documents = 4000;  // of the corpus, at random; 0: all
  std::size_t aside = 300;       // clean documents that are set aside
  unsigned seed = 7;
  std::size_t neighbours = 6;
  std::string features;
  bool show = false;
};

// Documents with their sentences and vectors, in groups.
struct Documents {
  std::vector<Document> documents;
  std::vector<std::string> groups;  // one a document
  TextUnits sentences;
  Matrix vectors;
  std::vector<double> norms;

  [[nodiscard]] EncodedDocuments view() const {
    EncodedDocuments view;
    view.documents = documents;
    view.sentences = &sentences;
    view.sentence_vectors = vectors.view();
    view.sentence_vectors.inverse_norms = norms;
    return view;
  }
};

Status encode(Documents& set, Encoder& encoder, const RunOptions& run) {
  std::vector<std::string_view> texts;
  for (const Document& document : set.documents) {
    const std::vector<ByteRange> ranges = document_sentences(document);
    set.sentences.add_document(ranges);
    for (const ByteRange& range : ranges) {
      texts.push_back(
          std::string_view(document.indexed_text).substr(range.start, range.end - range.start));
    }
  }
  RAGSIEVE_TRY(set.vectors, encoder.encode(texts, TextKind::kPassage, run));
  RAGSIEVE_TRY(set.norms, inverse_norms(set.vectors.view(), run));
  return ok_status();
}

Status read_candidates(const Options& options, Documents& set) {
  constexpr std::array<std::string_view, 5> kMembers{"_id", "title", "text", "attack", "family"};
  RAGSIEVE_TRY(LineReader lines, LineReader::open(options.candidates));
  json::Reader reader;
  std::map<std::string, std::size_t> counts;
  for (;;) {
    RAGSIEVE_TRY(const auto line, lines.next());
    if (!line) return ok_status();
    RAGSIEVE_TRY(auto members, reader.string_members(line->text, kMembers));
    const std::string group = members[3] ? *members[3] : members[4].value_or("candidate");
    const bool wanted = options.families.empty() ||
                        std::find(options.families.begin(), options.families.end(), group) !=
                            options.families.end();
    // Poisons of one target follow each other: every tenth is of another target.
    const bool poison = members[3].has_value();
    if (!wanted || (poison && counts[group]++ % 10 != 0)) continue;
    if (poison && counts[group] > options.each * 10) continue;
    Document document;
    document.id = members[0].value_or("");
    set_fields(document, members[1].value_or(""), members[2].value_or(""));
    set.documents.push_back(std::move(document));
    set.groups.push_back(group);
  }
}

// Splits a random part of the corpus into what is set aside and what is trusted.
void split(Corpus corpus, const Options& options, Documents& candidates, Documents& trusted) {
  std::vector<std::size_t> order(corpus.documents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random(options.seed);
  std::shuffle(order.begin(), order.end(), random);
  const std::size_t wanted = options.documents == 0 ? order.size() : options.documents;
  for (std::size_t i = 0; i < std::min(wanted, order.size()); ++i) {
    Documents& side = i < options.aside ? candidates : trusted;
    side.documents.push_back(std::move(corpus.documents[order[i]]));
    side.groups.push_back("clean, set aside");
  }
}

class Measure {
 public:
  Measure(const Documents& candidates, const Documents& trusted, const Options& options,
          FeatureFile features)
      : candidates_(candidates.view()),
        trusted_(trusted.view()),
        groups_(candidates.groups),
        options_(options),
        features_(std::move(features)) {
    words_ = index_sentences(trusted_);
    for (const Document& document : trusted.documents) rarity_.add(document.indexed_text);
  }

  Status run(const RunOptions& run) {
    KnnOptions knn;
    knn.k = options_.neighbours;
    RAGSIEVE_TRY(const NeighbourGraph graph,
                 top_k(candidates_.sentence_vectors, trusted_.sentence_vectors, knn, run));
    for (std::size_t d = 0; d < candidates_.documents.size(); ++d) {
      std::vector<std::vector<Neighbour>> lists;
      for (std::size_t s = candidates_.sentences->begin[d]; s < candidates_.sentences->begin[d + 1];
           ++s) {
        const auto list = graph.of(s);
        lists.push_back(conflict_partners({&candidates_, &trusted_, &words_, std::nullopt}, s,
                                          {list.begin(), list.end()}));
        write_features(d, s, lists.back());
      }
      add(d, find_conflicts({&candidates_, d, &trusted_, &rarity_}, lists));
    }
    for (const auto& [name, count] : counts_) print(name, count);
    return ok_status();
  }

 private:
  struct Count {
    std::size_t all = 0;
    std::size_t flagged = 0;
    std::size_t revise = 0;
    std::array<std::size_t, kSteps.size()> suspected{};  // by score, counted ones included
  };

  static void print(const std::string& name, const Count& count) {
    std::printf("%-34s %4zu of %4zu documents in conflict (%.4f), %zu of them revise; score",
                name.c_str(), count.flagged, count.all,
                static_cast<double>(count.flagged) / static_cast<double>(count.all), count.revise);
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
      std::printf(" %.1f: %zu", kSteps[i], count.suspected[i]);
    }
    std::printf("\n");
  }

  void add(std::size_t document, std::vector<FoundConflict> conflicts) {
    Count& count = counts_[groups_[document]];
    ++count.all;
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
      const bool reached = !conflicts.empty() && conflicts.front().comparison.score >= kSteps[i];
      count.suspected[i] += reached ? 1 : 0;
    }
    std::erase_if(conflicts, [](const auto& found) { return !found.comparison.conflict; });
    if (conflicts.empty()) return;
    ++count.flagged;
    count.revise += conflicts.front().comparison.says_it_revises ? 1 : 0;
    if (!options_.show) return;
    std::printf("== %s (%s)\n", candidates_.documents[document].id.c_str(),
                groups_[document].c_str());
    for (const FoundConflict& conflict : conflicts) {
      const std::size_t owner = trusted_.sentences->documents[conflict.trusted_sentence];
      std::printf("  %.2f cos %.2f over %.2f%s", conflict.comparison.score, conflict.cosine,
                  conflict.comparison.subject_overlap,
                  conflict.comparison.says_it_revises ? " revises" : "");
      for (const std::string& line : conflict.comparison.differs)
        std::printf(" [%s]", line.c_str());
      std::printf("\n    - %s\n    + %s\n",
                  std::string(trusted_.sentence(conflict.trusted_sentence)).c_str(),
                  std::string(candidates_.sentence(conflict.candidate_sentence)).c_str());
      std::printf("      (%s | %s)\n", std::string(subject_hint(trusted_.documents[owner])).c_str(),
                  std::string(subject_hint(candidates_.documents[document])).c_str());
    }
  }

  void write_features(std::size_t document, std::size_t unit, const std::vector<Neighbour>& list) {
    if (options_.features.empty()) return;
    const Document& own = candidates_.documents[document];
    if (candidates_.sentences->ranges[unit].end <= own.title_bytes) return;
    const FactSentence candidate(
        candidates_.sentence(unit),
        std::make_shared<const FactSubject>(subject_hint(own), own.indexed_text),
        text_before(candidates_, unit));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Neighbour& neighbour = list[i];
      const std::size_t owner = trusted_.sentences->documents[neighbour.row];
      if (trusted_.sentences->ranges[neighbour.row].end <= trusted_.documents[owner].title_bytes) {
        continue;
      }
      const FactSentence trusted = trusted_sentence(trusted_, neighbour.row);
      features_.add(candidates_.documents[document].id + " " + std::to_string(unit) + " " +
                        trusted_.documents[owner].id + " " + std::to_string(neighbour.row),
                    groups_[document], candidate, trusted, nearness_of(trusted_, list, i), rarity_);
    }
  }

  EncodedDocuments candidates_;
  EncodedDocuments trusted_;
  const std::vector<std::string>& groups_;
  const Options& options_;
  FeatureFile features_;
  WordRarity rarity_;
  LexicalIndex words_;
  std::map<std::string, Count> counts_;
};

Status measure(const Options& options) {
  RunOptions run;
  run.threads = 2;
  RAGSIEVE_TRY(Corpus corpus, read_corpus(options.corpus, CorpusOptions{}, run));
  Documents candidates;
  Documents trusted;
  split(std::move(corpus), options, candidates, trusted);
  if (!options.candidates.empty()) RAGSIEVE_CHECK(read_candidates(options, candidates));
  RAGSIEVE_TRY(const Config config, load_config(std::nullopt, process_environment()));
  RAGSIEVE_TRY(const auto backends, Backends::open(config, run.threads, nullptr));
  Backends::Roles roles;
  roles.encoder = true;
  RAGSIEVE_TRY(const ModelsInUse models, backends->models(roles));
  RAGSIEVE_CHECK(encode(trusted, *models.encoder, run));
  RAGSIEVE_CHECK(encode(candidates, *models.encoder, run));
  RAGSIEVE_TRY(FeatureFile features, FeatureFile::open(options.features));
  return Measure(candidates, trusted, options, std::move(features)).run(run);
}

}  // namespace
}  // namespace ragsieve::bench

int main(int argc, char** argv) {
  ragsieve::bench::Options options;
  CLI::App app("Documents in fact conflict with a trusted corpus");
  app.add_option("corpus", options.corpus, "BEIR JSONL")->required();
  app.add_option("--candidates", options.candidates, "JSON lines with `attack` or `family`");
  app.add_option("--family", options.families, "Families to take of --candidates (all)");
  app.add_option("--each", options.each, "Poisons of a family");
  app.add_option("--documents", options.documents, "Random part of the corpus; 0: all");
  app.add_option("--aside", options.aside, "Clean documents that are set aside");
  app.add_option("--seed", options.seed, "Of both choices");
  app.add_option("--neighbours", options.neighbours, "Trusted sentences a sentence");
  app.add_option("--features", options.features, "Write a row of features for each pair");
  app.add_flag("--show", options.show, "Print the conflicts (development data only)");
  CLI11_PARSE(app, argc, argv);
  const ragsieve::Status status = ragsieve::bench::measure(options);
  if (status.ok()) return 0;
  std::fprintf(stderr, "conflict_corpus: %s\n", ragsieve::to_string(status.error()).c_str());
  return ragsieve::exit_code(status.error().code);
}
