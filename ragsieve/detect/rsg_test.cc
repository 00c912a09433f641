// RSG on graphs made by hand, and against an oracle that follows methods.md word by word.
#include "ragsieve/detect/rsg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

#include "ragsieve/text/words.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using Texts = std::vector<std::string_view>;

RunOptions threads(int n) {
  RunOptions run;
  run.threads = n;
  return run;
}

NeighbourGraph graph_of(std::size_t n_rows, std::size_t k, std::vector<Neighbour> neighbours) {
  return NeighbourGraph{n_rows, k, std::move(neighbours)};
}

// Three documents: 0 and 1 close, 2 apart.
NeighbourGraph triangle() {
  return graph_of(3, 2, {{1, 0.95}, {2, 0.40}, {0, 0.95}, {2, 0.50}, {1, 0.50}, {0, 0.40}});
}

TEST(Rsg, SmallCorpusByHand) {
  RsgOptions options;
  options.alpha_g = 0.5;
  const Texts texts = {"red fox runs", "blue whale swims", "green tea"};
  const auto result = rsg(triangle(), texts, options, {});
  ASSERT_TRUE(result.ok()) << result.error().message;
  const std::vector<RsgDocument>& documents = result->documents;
  EXPECT_DOUBLE_EQ(documents[0].density, 0.5 * (0.95 - 0.40) / 0.60);
  EXPECT_DOUBLE_EQ(documents[1].density, 0.5 * (0.95 - 0.50) / 0.50);
  EXPECT_EQ(documents[2].density, 0);
  EXPECT_EQ(documents[0].p, 1.0 / 4);
  EXPECT_EQ(documents[1].p, 2.0 / 4);
  EXPECT_EQ(documents[2].p, 3.0 / 4);
  EXPECT_EQ(documents[0].score, 1);
  EXPECT_EQ(documents[1].score, 0.5);
  EXPECT_DOUBLE_EQ(documents[2].score, 1.0 / 3);
  EXPECT_TRUE(documents[1].flagged);
  EXPECT_FALSE(documents[2].flagged);
  EXPECT_EQ(documents[1].kth_similarity, 0.50);
  EXPECT_EQ(result->integrity_rate, 0);
  EXPECT_EQ(result->topology_budget, 0.5);
  EXPECT_THAT(result->ranking, ElementsAre(0, 1, 2));
}

TEST(Rsg, NearCopyIsNotEligible) {
  const Texts texts = {"the red fox runs fast", "The RED fox runs, fast!", "green tea"};
  const auto result = rsg(triangle(), texts, {}, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->neighbours[0].jaccard, 1);
  EXPECT_FALSE(result->neighbours[0].eligible);
  EXPECT_EQ(result->documents[0].density, 0);
}

TEST(Rsg, OverlapOfExactlyTauLIsEligible) {
  // 3 of 5 words in common.
  const Texts texts = {"one two three four", "one two three five", "green tea"};
  const auto result = rsg(triangle(), texts, {}, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->neighbours[0].jaccard, 0.6);
  EXPECT_TRUE(result->neighbours[0].eligible);
  EXPECT_EQ(result->neighbours[1].jaccard, 0) << "below tau_e the overlap is not computed";
}

TEST(Rsg, TextsWithoutAsciiWordsAreAlwaysEligible) {
  const Texts texts = {"\xD0\xB0\xD0\xB1", "\xD0\xB0\xD0\xB1", "green tea"};
  const auto result = rsg(triangle(), texts, {}, {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->neighbours[0].jaccard, 0);
  EXPECT_TRUE(result->neighbours[0].eligible);
}

TEST(Rsg, MixedScriptIsFlaggedAndSpendsTheBudget) {
  // "p\u0430ypal" with a Cyrillic a.
  const Texts texts = {"red fox runs", "blue whale swims", "p\xD0\xB0ypal login"};
  const auto result = rsg(triangle(), texts, {}, {});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->documents[2].integrity);
  EXPECT_EQ(result->documents[2].score, 1);
  EXPECT_DOUBLE_EQ(result->integrity_rate, 1.0 / 3);
  EXPECT_EQ(result->topology_budget, 0);
  EXPECT_EQ(result->documents[0].score, 0);
  EXPECT_FALSE(result->documents[0].flagged);
  EXPECT_THAT(result->ranking, ElementsAre(2, 0, 1));
}

TEST(Rsg, CorpusOfOneAndOfNone) {
  const auto one = rsg(graph_of(1, 0, {}), Texts{"alone"}, {}, {});
  ASSERT_TRUE(one.ok()) << one.error().message;
  EXPECT_EQ(one->documents[0].density, 0);
  EXPECT_EQ(one->documents[0].kth_similarity, 0);
  EXPECT_EQ(one->documents[0].p, 0.5);
  const auto none = rsg(graph_of(0, 0, {}), {}, {}, {});
  ASSERT_TRUE(none.ok());
  EXPECT_TRUE(none->documents.empty());
  EXPECT_TRUE(none->ranking.empty());
}

// A corpus of 300 with `n_poisons` paraphrases of one another at its end; all else far apart.
NeighbourGraph planted_graph(std::size_t n_rows, std::size_t n_poisons) {
  NeighbourGraph graph{n_rows, 16, {}};
  for (std::size_t row = 0; row < n_rows; ++row) {
    const bool poison = row >= n_rows - n_poisons;
    for (std::size_t i = 0, other = n_rows - 1; i < 16; ++i, --other) {
      if (other == row) --other;
      const bool close = poison && other >= n_rows - n_poisons;
      const double base = close ? 0.93 : 0.45;
      graph.neighbours.push_back(
          {static_cast<std::uint32_t>(other), base - 0.001 * static_cast<double>(i)});
    }
  }
  return graph;
}

TEST(Rsg, FlagsAPlantedSetOfParaphrases) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 300; ++i) texts.push_back("text number " + std::to_string(i));
  const char* paraphrases[5] = {
      "The tower was finished during 1921 in Lyon", "Lyon saw completion of its famed landmark",
      "Builders completed work there at Lyon in 1921", "In 1921 construction ended (Lyon)",
      "It stands since nineteen twenty-one"};
  for (std::size_t i = 0; i < 5; ++i) texts[295 + i] = paraphrases[i];
  const Texts views(texts.begin(), texts.end());
  const auto result = rsg(planted_graph(300, 5), views, {}, {});
  ASSERT_TRUE(result.ok());
  for (std::size_t row = 295; row < 300; ++row) EXPECT_TRUE(result->documents[row].flagged) << row;
  EXPECT_EQ(std::count_if(result->documents.begin(), result->documents.end(),
                          [](const RsgDocument& d) { return d.flagged; }),
            5);
  EXPECT_GE(result->ranking[4], 295U);
}

// --- oracle ---

struct RandomCorpus {
  std::vector<std::string> texts;
  NeighbourGraph graph;
};

RandomCorpus random_corpus(std::size_t n_rows, std::uint32_t seed) {
  std::mt19937 generator(seed);
  RandomCorpus corpus;
  for (std::size_t i = 0; i < n_rows; ++i) {
    std::string text;
    for (std::size_t w = 0; w < 6; ++w) text += "w" + std::to_string(generator() % 9) + " ";
    if (generator() % 40 == 0) text += "p\xD0\xB0y";
    corpus.texts.push_back(text);
  }
  std::vector<double> cosines(n_rows * n_rows);
  for (std::size_t i = 0; i < n_rows; ++i) {
    for (std::size_t j = i + 1; j < n_rows; ++j) {
      // A coarse grid, so that similarities and densities tie.
      const double cosine = static_cast<double>(generator() % 41) / 40;
      cosines[i * n_rows + j] = cosines[j * n_rows + i] = cosine;
    }
  }
  corpus.graph.n_rows = n_rows;
  corpus.graph.k = std::min<std::size_t>(16, n_rows - 1);
  for (std::size_t i = 0; i < n_rows; ++i) {
    std::vector<Neighbour> all;
    for (std::size_t j = 0; j < n_rows; ++j) {
      if (j != i) all.push_back({static_cast<std::uint32_t>(j), cosines[i * n_rows + j]});
    }
    std::sort(all.begin(), all.end(), closer);
    all.resize(corpus.graph.k);
    corpus.graph.neighbours.insert(corpus.graph.neighbours.end(), all.begin(), all.end());
  }
  return corpus;
}

double oracle_density(const RandomCorpus& corpus, std::size_t row) {
  std::vector<double> eligible;
  for (const Neighbour& neighbour : corpus.graph.of(row)) {
    const double overlap =
        jaccard(word_set(corpus.texts[row]), word_set(corpus.texts[neighbour.row]));
    if (neighbour.cosine >= 0.85 && overlap <= 0.60) eligible.push_back(neighbour.cosine);
  }
  if (eligible.empty()) return 0;
  const double b = corpus.graph.of(row).back().cosine;
  const std::size_t n = std::min<std::size_t>(4, eligible.size());
  const double mean =
      std::accumulate(eligible.begin(), eligible.begin() + static_cast<std::ptrdiff_t>(n), 0.0) /
      static_cast<double>(n);
  return std::min(1.0, static_cast<double>(eligible.size()) / 2) *
         std::clamp((mean - b) / std::max(1e-6, 1 - b), 0.0, 1.0);
}

void expect_as_oracle(const RandomCorpus& corpus, const RsgResult& result) {
  const std::size_t n = corpus.texts.size();
  std::vector<double> densities(n);
  std::size_t n_mixed = 0;
  for (std::size_t i = 0; i < n; ++i) {
    densities[i] = oracle_density(corpus, i);
    n_mixed += corpus.texts[i].back() == 'y' ? 1 : 0;
  }
  const double budget = std::max(0.0, 0.05 - static_cast<double>(n_mixed) / static_cast<double>(n));
  for (std::size_t i = 0; i < n; ++i) {
    const auto at_least = std::count_if(densities.begin(), densities.end(),
                                        [&](double d) { return d >= densities[i]; });
    const double p = static_cast<double>(at_least) / static_cast<double>(n + 1);
    const bool mixed = corpus.texts[i].back() == 'y';
    const RsgDocument& document = result.documents[i];
    EXPECT_EQ(document.density, densities[i]);
    EXPECT_EQ(document.integrity, mixed);
    EXPECT_EQ(document.p, p);
    EXPECT_DOUBLE_EQ(document.score, mixed ? 1.0 : std::min(1.0, 0.5 * budget / p));
  }
}

TEST(Rsg, AgreesWithTheOracleAtOddSizesAndAnyThreadCount) {
  for (const std::size_t n_rows : {2U, 3U, 16U, 17U, 18U, 63U, 64U, 65U, 131U}) {
    const RandomCorpus corpus = random_corpus(n_rows, static_cast<std::uint32_t>(n_rows));
    const Texts views(corpus.texts.begin(), corpus.texts.end());
    const auto one = rsg(corpus.graph, views, {}, threads(1));
    const auto two = rsg(corpus.graph, views, {}, threads(2));
    ASSERT_TRUE(one.ok() && two.ok());
    expect_as_oracle(corpus, *one);
    EXPECT_EQ(one->ranking, two->ranking);
    for (std::size_t i = 0; i < n_rows; ++i) {
      EXPECT_EQ(one->documents[i].score, two->documents[i].score);
      EXPECT_EQ(one->documents[i].density, two->documents[i].density);
    }
    for (std::size_t i = 0; i < one->neighbours.size(); ++i) {
      EXPECT_EQ(one->neighbours[i].jaccard, two->neighbours[i].jaccard);
      EXPECT_EQ(one->neighbours[i].eligible, two->neighbours[i].eligible);
    }
  }
}

TEST(Rsg, RefusesInputsThatDoNotBelongTogether) {
  const auto counts = rsg(triangle(), Texts{"a", "b"}, {}, {});
  EXPECT_EQ(counts.error().code, Code::kInvalidArgument);
  EXPECT_THAT(counts.error().message, HasSubstr("texts is 2, expected 3"));
  const Texts texts = {"a", "b", "c"};
  RsgOptions options;
  options.k_g = 1;
  EXPECT_THAT(rsg(triangle(), texts, options, {}).error().message,
              HasSubstr("graph.k is 2, expected 1"));
  NeighbourGraph graph = triangle();
  graph.neighbours[3].row = 9;
  EXPECT_THAT(rsg(graph, texts, {}, {}).error().message, HasSubstr("row 9"));
  graph.neighbours.pop_back();
  EXPECT_THAT(rsg(graph, texts, {}, {}).error().message, HasSubstr("graph.neighbours is 5"));
}

TEST(Rsg, OptionsNameWhatIsWrong) {
  EXPECT_TRUE(RsgOptions{}.validate().ok());
  const auto message = [](auto change) {
    RsgOptions options;
    change(options);
    const Status status = options.validate();
    return status.ok() ? std::string("ok") : status.error().message;
  };
  EXPECT_THAT(message([](RsgOptions& o) { o.k_g = 0; }), HasSubstr("k_g is 0"));
  EXPECT_THAT(message([](RsgOptions& o) { o.strongest = 0; }), HasSubstr("strongest"));
  EXPECT_THAT(message([](RsgOptions& o) { o.tau_e = 1.5; }), HasSubstr("tau_e is 1.5"));
  EXPECT_THAT(message([](RsgOptions& o) { o.tau_l = -1; }), HasSubstr("tau_l"));
  EXPECT_THAT(message([](RsgOptions& o) { o.alpha_g = std::stod("nan"); }), HasSubstr("alpha_g"));
  EXPECT_THAT(message([](RsgOptions& o) { o.eta_g = 0; }), HasSubstr("eta_g"));
}

TEST(Rsg, StopsAsAsked) {
  RunOptions run;
  run.cancel.request();
  EXPECT_EQ(rsg(triangle(), Texts{"a", "b", "c"}, {}, run).error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve
