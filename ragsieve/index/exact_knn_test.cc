#include "ragsieve/index/exact_knn.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>

#include "ragsieve/index/brute_force.h"
#include "ragsieve/index/random_rows.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

// A matrix with the inverse norms of its rows.
struct Normed {
  explicit Normed(Matrix matrix)
      : rows(std::move(matrix)), norms(inverse_norms(rows.view(), RunOptions{}).value()) {}
  [[nodiscard]] MatrixView view() const {
    MatrixView view = rows.view();
    view.inverse_norms = norms;
    return view;
  }
  // Rows first..first+count-1.
  [[nodiscard]] MatrixView part(std::size_t first, std::size_t count) const {
    return {rows.values.data() + first * rows.dim, count, rows.dim, Scalar::kFloat32,
            std::span(norms).subspan(first, count)};
  }
  Matrix rows;
  std::vector<double> norms;
};

KnnOptions k_of(std::size_t k, std::size_t block_rows = 1024) { return {k, block_rows}; }

RunOptions threads(int n) {
  RunOptions run;
  run.threads = n;
  return run;
}

void expect_equal(const NeighbourGraph& found, const NeighbourGraph& expected,
                  const std::string& what) {
  EXPECT_EQ(found.n_rows, expected.n_rows) << what;
  EXPECT_EQ(found.k, expected.k) << what;
  EXPECT_TRUE(found.neighbours == expected.neighbours) << what;
}

Matrix with_magnitudes(Matrix rows) {
  for (std::size_t row = 0; row < rows.n_rows; ++row) {
    const float factor = row % 3 == 0 ? 1e-20F : row % 3 == 1 ? 1e17F : 1.0F;
    for (float& value : rows.row(row)) value *= factor;
  }
  return rows;
}

TEST(BuildGraph, EqualsBruteForceAtOddSizes) {
  for (const std::size_t n : {1U, 2U, 16U, 17U, 33U, 257U}) {
    for (const std::size_t dim : {1U, 3U, 8U, 17U, 384U}) {
      const Normed corpus(random_rows(n, dim, n * 1000 + dim));
      for (const std::size_t k : {1U, 4U, 16U}) {
        const NeighbourGraph graph = build_graph(corpus.view(), k_of(k), threads(2)).value();
        expect_equal(graph, brute_force_graph(corpus.view(), k),
                     "n " + std::to_string(n) + ", dim " + std::to_string(dim));
      }
    }
  }
}

TEST(BuildGraph, UnnormalisedRowsOfAnyMagnitude) {
  const Normed corpus(with_magnitudes(random_rows(257, 17, 3)));
  expect_equal(build_graph(corpus.view(), k_of(16), threads(2)).value(),
               brute_force_graph(corpus.view(), 16), "1e-20, 1, 1e17");
}

TEST(BuildGraph, SameBytesForAnyThreadsAndBlocks) {
  Matrix rows = with_magnitudes(random_rows(257, 33, 5));
  for (std::size_t row = 100; row < 140; ++row) {  // ties, and more of them than a list holds
    std::copy_n(rows.row(99).begin(), rows.dim, rows.row(row).begin());
  }
  const Normed corpus(std::move(rows));
  const NeighbourGraph expected = brute_force_graph(corpus.view(), 16);
  for (const int n : {1, 2, 3}) {
    for (const std::size_t block_rows : {1U, 7U, 64U, 1024U}) {
      expect_equal(build_graph(corpus.view(), k_of(16, block_rows), threads(n)).value(), expected,
                   std::to_string(n) + " threads, blocks of " + std::to_string(block_rows));
    }
  }
}

TEST(BuildGraph, Float16) {
  std::vector<std::uint16_t> halves(100 * 17);
  SplitMix random(11);
  for (std::uint16_t& half : halves) half = random.next() & 0xBBFFU;  // finite, both signs
  MatrixView view{halves.data(), 100, 17, Scalar::kFloat16, {}};
  const std::vector<double> norms = inverse_norms(view, RunOptions{}).value();
  view.inverse_norms = norms;
  expect_equal(build_graph(view, k_of(5, 32), threads(2)).value(), brute_force_graph(view, 5),
               "float16");
}

TEST(BuildGraph, TiesGoToTheLowerRow) {
  const Normed corpus(Matrix{5, 2, {1, 0, 2, 0, 3, 0, 4, 0, 0, 1}});
  const NeighbourGraph graph = build_graph(corpus.view(), k_of(2), RunOptions{}).value();
  EXPECT_EQ(graph.of(0)[0], (Neighbour{1, 1.0}));
  EXPECT_EQ(graph.of(0)[1], (Neighbour{2, 1.0}));
  EXPECT_EQ(graph.of(3)[0], (Neighbour{0, 1.0}));
  EXPECT_EQ(graph.of(3)[1], (Neighbour{1, 1.0}));
  EXPECT_EQ(graph.of(4)[0], (Neighbour{0, 0.0}));
}

TEST(BuildGraph, CorpusOfIdenticalRows) {
  Matrix rows = random_rows(300, 33, 9);
  for (std::size_t row = 1; row < 300; ++row) {
    std::copy_n(rows.row(0).begin(), rows.dim, rows.row(row).begin());
  }
  const Normed corpus(std::move(rows));
  expect_equal(build_graph(corpus.view(), k_of(16), threads(2)).value(),
               brute_force_graph(corpus.view(), 16), "identical rows");
}

TEST(BuildGraph, AFloodOfIdenticalRowsAmongMany) {
  Matrix rows = random_rows(3000, 17, 14);
  const auto flooded = [](std::size_t row) { return row % 7 == 3 && row < 2800; };  // 400 rows
  for (std::size_t row = 10; row < 3000; ++row) {
    if (flooded(row)) std::copy_n(rows.row(3).begin(), rows.dim, rows.row(row).begin());
  }
  const Normed corpus(std::move(rows));
  const NeighbourGraph graph = build_graph(corpus.view(), k_of(16), threads(2)).value();
  for (std::size_t row = 0; row < 3000; row += 13) {
    const auto expected = brute_force(corpus.view(), row, corpus.view(), row, 16);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), graph.of(row).begin())) << row;
  }
}

TEST(BuildGraph, NearTiesFarBelowTheErrorOfFloat32) {
  Matrix rows = random_rows(200, 384, 10);
  SplitMix random(12);
  for (std::size_t row = 1; row < 150; ++row) {
    std::copy_n(rows.row(0).begin(), rows.dim, rows.row(row).begin());
    float& component = rows.row(row)[random.next() % rows.dim];
    component = std::nextafter(component, 2.0F);
  }
  const Normed corpus(std::move(rows));
  expect_equal(build_graph(corpus.view(), k_of(16, 64), threads(2)).value(),
               brute_force_graph(corpus.view(), 16), "near ties");
}

TEST(BuildGraph, MoreNeighboursThanRows) {
  const Normed corpus(random_rows(40, 8, 2));
  const NeighbourGraph graph = build_graph(corpus.view(), k_of(1024), threads(2)).value();
  EXPECT_EQ(graph.k, 39U);
  expect_equal(graph, brute_force_graph(corpus.view(), 1024), "k 1024");
}

TEST(BuildGraph, EmptyAndSingle) {
  const MatrixView nothing{nullptr, 0, 8, Scalar::kFloat32, {}};
  EXPECT_EQ(build_graph(nothing, k_of(3), RunOptions{}).value().n_rows, 0U);
  const Normed one(random_rows(1, 8, 1));
  const NeighbourGraph graph = build_graph(one.view(), k_of(3), RunOptions{}).value();
  EXPECT_EQ(graph.n_rows, 1U);
  EXPECT_EQ(graph.k, 0U);
}

TEST(TopK, EqualsBruteForce) {
  const Normed corpus(random_rows(257, 17, 6));
  for (const std::size_t n_queries : {1U, 5U, 100U}) {
    const Normed queries(random_rows(n_queries, 17, 7));
    for (const std::size_t block_rows : {7U, 1024U}) {
      const NeighbourGraph graph =
          top_k(queries.view(), corpus.view(), k_of(9, block_rows), threads(2)).value();
      ASSERT_EQ(graph.k, 9U);
      for (std::size_t row = 0; row < n_queries; ++row) {
        const auto expected =
            brute_force(queries.view(), row, corpus.view(), corpus.rows.n_rows, 9);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), graph.of(row).begin()));
      }
    }
  }
}

TEST(TopK, ARowFindsItself) {
  const Normed corpus(random_rows(50, 17, 6));
  const NeighbourGraph graph = top_k(corpus.view(), corpus.view(), k_of(60), RunOptions{}).value();
  EXPECT_EQ(graph.k, 50U);
  for (std::uint32_t row = 0; row < 50; ++row) EXPECT_EQ(graph.of(row)[0].row, row);
}

// The graph of a corpus from the blocks of a grid with these first rows.
NeighbourGraph from_blocks(const Normed& corpus, const std::vector<std::size_t>& cuts,
                           std::size_t k) {
  NeighbourGraph whole;
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const MatrixView rows = corpus.part(cuts[i], cuts[i + 1] - cuts[i]);
    NeighbourGraph strip{rows.n_rows, 0, {}};
    for (std::size_t j = 0; j + 1 < cuts.size(); ++j) {
      const MatrixView others = corpus.part(cuts[j], cuts[j + 1] - cuts[j]);
      const NeighbourGraph block =
          score_block(rows, cuts[i], others, cuts[j], k_of(k, 16), threads(2)).value();
      strip = merge(strip, block, k).value();
    }
    whole.n_rows += strip.n_rows;
    whole.k = strip.k;
    whole.neighbours.insert(whole.neighbours.end(), strip.neighbours.begin(),
                            strip.neighbours.end());
  }
  return whole;
}

TEST(ScoreBlock, MergedBlocksAreTheGraph) {
  Matrix rows = random_rows(150, 17, 8);
  for (std::size_t row = 40; row < 90; ++row) {
    std::copy_n(rows.row(2).begin(), rows.dim, rows.row(row).begin());
  }
  const Normed corpus(std::move(rows));
  for (const std::size_t k : {3U, 16U, 200U}) {
    expect_equal(from_blocks(corpus, {0, 1, 50, 51, 60, 150}, k),
                 build_graph(corpus.view(), k_of(k), RunOptions{}).value(),
                 "k " + std::to_string(k));
  }
}

TEST(ScoreBlock, AnIncrementExtendsTheGraph) {
  const Normed corpus(random_rows(120, 17, 21));
  const std::size_t k = 5;
  const NeighbourGraph old_graph = build_graph(corpus.part(0, 117), k_of(k), threads(1)).value();
  const MatrixView added = corpus.part(117, 3);
  const NeighbourGraph old_rows =
      merge(old_graph, score_block(corpus.part(0, 117), 0, added, 117, k_of(k), threads(1)).value(),
            k)
          .value();
  // All rows against the new ones: of these three have one candidate less than the others.
  const NeighbourGraph overlap =
      score_block(corpus.view(), 0, added, 117, k_of(k), threads(1)).value();
  EXPECT_EQ(overlap.k, 3U);
  EXPECT_EQ(overlap.of(117)[2], kNoNeighbour);
  EXPECT_NE(overlap.of(0)[2], kNoNeighbour);
  const NeighbourGraph expected = brute_force_graph(corpus.view(), k);
  for (std::size_t row = 0; row < 117; ++row) {
    EXPECT_TRUE(
        std::equal(expected.of(row).begin(), expected.of(row).end(), old_rows.of(row).begin()));
  }
}

TEST(Merge, Refusals) {
  const NeighbourGraph one{1, 1, {{4, 0.5}}};
  const NeighbourGraph two{2, 1, {{4, 0.5}, {5, 0.5}}};
  EXPECT_NE(merge(one, two, 1).error().message.find("1 and 2 rows"), std::string::npos);
  EXPECT_EQ(merge(one, one, 0).error().code, Code::kInvalidArgument);
  EXPECT_NE(merge(one, one, 2).error().message.find("row 0 has the same neighbour in both"),
            std::string::npos);
}

TEST(Merge, TiesGoToTheLowerRowAndFillersVanish) {
  const NeighbourGraph a{1, 2, {{7, 0.5}, kNoNeighbour}};
  const NeighbourGraph b{1, 2, {{3, 0.5}, {1, 0.25}}};
  const NeighbourGraph merged = merge(a, b, 16).value();
  EXPECT_EQ(merged.k, 3U);
  EXPECT_EQ(merged.neighbours, (std::vector<Neighbour>{{3, 0.5}, {7, 0.5}, {1, 0.25}}));
}

TEST(KnnOptions, LimitsAreNamed) {
  EXPECT_EQ(k_of(0).validate().error().message, "k is 0, expected 1 to 1024");
  EXPECT_EQ(k_of(1025).validate().error().code, Code::kInvalidArgument);
  EXPECT_EQ(k_of(1, 0).validate().error().message, "block_rows is 0, expected 1 to 65536");
  EXPECT_TRUE(KnnOptions{}.validate().ok());
}

TEST(BuildGraph, WrongArgumentsAreNamed) {
  const Normed corpus(random_rows(3, 8, 1));
  const Error no_norms = build_graph(corpus.rows.view(), k_of(2), RunOptions{}).error();
  EXPECT_EQ(no_norms.code, Code::kInvalidArgument);
  EXPECT_NE(no_norms.message.find("inverse norms of the rows is 0, expected 3"), std::string::npos);
  const Normed wider(random_rows(3, 9, 1));
  const Error widths = top_k(corpus.view(), wider.view(), k_of(2), RunOptions{}).error();
  EXPECT_NE(widths.message.find("width of the rows is 8, expected 9"), std::string::npos);
  EXPECT_EQ(build_graph(corpus.view(), k_of(2), threads(0)).error().code, Code::kInvalidArgument);
  const Error numbers =
      score_block(corpus.view(), 1ULL << 31U, corpus.view(), 0, k_of(2), RunOptions{}).error();
  EXPECT_EQ(numbers.code, Code::kTooLarge);
}

TEST(BuildGraph, RefusesWhatDoesNotFitInMemory) {
  const Normed corpus(random_rows(100, 8, 1));
  RunOptions run;
  run.memory_bytes = 10'000;
  const Error error = build_graph(corpus.view(), k_of(16), run).error();
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_NE(error.message.find("at most 10000 are allowed"), std::string::npos);
  run.memory_bytes = 10'000'000;
  EXPECT_TRUE(build_graph(corpus.view(), k_of(16), run).ok());
}

TEST(BuildGraph, NormsOfOtherRowsAreFoundOut) {
  Normed corpus(random_rows(100, 8, 1));
  for (double& norm : corpus.norms) norm = 1e300;
  const Error error = build_graph(corpus.view(), k_of(16), RunOptions{}).error();
  EXPECT_EQ(error.code, Code::kInvalidArgument);
  EXPECT_NE(error.message.find("do not belong to the vectors"), std::string::npos);
}

TEST(BuildGraph, CancelIsPassedOn) {
  const Normed corpus(random_rows(2000, 64, 1));
  RunOptions run;
  run.progress = [&](const ProgressEvent&) { run.cancel.request(); };
  run.cancel.request();
  EXPECT_EQ(build_graph(corpus.view(), k_of(16), run).error().code, Code::kCancelled);
}

TEST(BuildGraph, ProgressNamesItsStages) {
  const Normed corpus(random_rows(100, 8, 1));
  std::string stages;
  RunOptions run;
  run.progress = [&](const ProgressEvent& event) {
    if (event.done == event.total) stages += std::string(event.stage) + " ";
  };
  ASSERT_TRUE(build_graph(corpus.view(), k_of(16), run).ok());
  EXPECT_NE(stages.find("neighbours "), std::string::npos);
  EXPECT_NE(stages.find("rescore "), std::string::npos);
}

}  // namespace
}  // namespace ragsieve
