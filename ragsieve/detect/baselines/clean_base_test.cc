#include "ragsieve/detect/baselines/clean_base.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ragsieve/detect/baselines/testing.h"

namespace ragsieve::baselines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Rows 0, 1, 2 at `close` of each other, 3 to 6 a chain of weak edges, two neighbours each.
NeighbourGraph triangle_and_chain(double close) {
  return NeighbourGraph{7,
                        2,
                        {{1, close},
                         {2, close},
                         {0, close},
                         {2, close},
                         {0, close},
                         {1, close},
                         {4, 0.2},
                         {5, 0.1},
                         {5, 0.3},
                         {3, 0.2},
                         {6, 0.4},
                         {4, 0.3},
                         {5, 0.4},
                         {4, 0.1}}};
}

TEST(CleanBase, ThresholdIsOfEachPairOnce) {
  // Pairs: three of .9, then 3-4 .2, 3-5 .1, 4-5 .3, 5-6 .4, 4-6 .1.
  const std::vector<double> weights{0.9, 0.9, 0.9, 0.2, 0.1, 0.3, 0.4, 0.1};
  double mean = 0;
  for (const double weight : weights) mean += weight / 8;
  double variance = 0;
  for (const double weight : weights) variance += (weight - mean) * (weight - mean) / 8;
  EXPECT_NEAR(clean_base_threshold(triangle_and_chain(0.9), 2.5), mean + 2.5 * std::sqrt(variance),
              1e-12);
  EXPECT_EQ(clean_base_threshold(NeighbourGraph{1, 0, {}}, 2.5), 0);
}

TEST(CleanBase, FlagsTheTriangleByItsMeanWeight) {
  CleanBaseOptions options;
  options.deviations = 1;  // threshold .475 + .336: above the chain, below .9
  const Scores scores = value_of(clean_base(triangle_and_chain(0.9), options, {}));
  EXPECT_THAT(flags_of(scores), ElementsAre(true, true, true, false, false, false, false));
  EXPECT_NEAR(scores[0].score, 0.9, 1e-12);
  EXPECT_EQ(scores[3].score, 0);
}

TEST(CleanBase, TwoRowsAreNoClique) {
  const NeighbourGraph pairs{4, 1, {{1, 0.9}, {0, 0.9}, {3, 0.1}, {2, 0.1}}};
  CleanBaseOptions options;
  options.deviations = 0;
  EXPECT_THAT(flags_of(value_of(clean_base(pairs, options, {}))),
              ElementsAre(false, false, false, false));
}

TEST(CleanBase, ExactCopiesAreTrustedAsPublishedOnly) {
  CleanBaseOptions options = CleanBaseOptions::published();
  options.deviations = 1;
  const Scores scores = value_of(clean_base(triangle_and_chain(0.99996), options, {}));
  EXPECT_FALSE(scores[0].flagged);
  EXPECT_EQ(scores[0].score, 0);
  options.trust_copies = false;
  EXPECT_TRUE(value_of(clean_base(triangle_and_chain(0.99996), options, {}))[0].flagged);
}

TEST(CleanBase, ACliqueOverTheLimitIsTrustedAsPublishedOnly) {
  // Twelve rows that are all alike, and a pair apart.
  Matrix rows{14, 3, {}};
  for (int i = 0; i < 12; ++i) rows.values.insert(rows.values.end(), {1, 0.01F * i, 0});
  rows.values.insert(rows.values.end(), {0, 0, 1, 0, 1, 1});
  CleanBaseOptions options = CleanBaseOptions::published();
  options.k = 12;
  options.deviations = 0;
  options.trust_copies = false;
  const NeighbourGraph graph = graph_of(rows, 11);
  EXPECT_FALSE(value_of(clean_base(graph, options, {}))[0].flagged);
  options.max_clique = 0;
  EXPECT_TRUE(value_of(clean_base(graph, options, {}))[0].flagged);
}

TEST(CleanBase, ACliqueLimitCanBeAnyNumber) {
  CleanBaseOptions options;
  options.deviations = 1;
  options.min_clique = 2;
  options.max_clique = 2;
  EXPECT_FALSE(value_of(clean_base(triangle_and_chain(0.9), options, {}))[0].flagged);
}

TEST(CleanBase, RefusesOptionsOutOfRange) {
  const auto refused = [](CleanBaseOptions options) {
    const auto result = clean_base(triangle_and_chain(0.9), options, {});
    return result.ok() ? std::string() : result.error().message;
  };
  EXPECT_THAT(refused({.k = 0}), HasSubstr("k is 0, expected 1 to 64"));
  EXPECT_THAT(refused({.deviations = -1}), HasSubstr("deviations"));
  EXPECT_THAT(refused({.min_clique = 1}), HasSubstr("min_clique is 1, expected at least 2"));
  EXPECT_THAT(refused({.max_clique = 2}), HasSubstr("0 or at least min_clique = 3"));
  EXPECT_THAT(refused({.k = 1}), HasSubstr("graph.k is 2, expected 1"));
}

}  // namespace
}  // namespace ragsieve::baselines
