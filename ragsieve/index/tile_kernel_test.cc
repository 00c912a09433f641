#include "ragsieve/index/tile_kernel.h"

#include <cblas.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <thread>

#include "ragsieve/index/avx512_kernel.h"
#include "ragsieve/index/brute_force.h"
#include "ragsieve/index/exact_knn_internal.h"
#include "ragsieve/index/random_rows.h"
#include "ragsieve/index/similarity.h"

namespace ragsieve {
namespace {

struct Corpus {
  Corpus(std::size_t n_rows, std::size_t dim, std::uint64_t seed)
      : rows(random_rows(n_rows, dim, seed)),
        norms(inverse_norms(rows.view(), RunOptions{}).value()) {
    view = rows.view();
    view.inverse_norms = norms;
  }
  Matrix rows;
  std::vector<double> norms;
  MatrixView view;
};

std::vector<TileKernel> all_kernels() {
  std::vector<TileKernel> kernels{scalar_kernel(), openblas_kernel()};
  if (avx512_kernel()) kernels.push_back(*avx512_kernel());
  return kernels;
}

// Largest distance of a kernel's values from the pair function.
double largest_error(const TileKernel& kernel, const Corpus& a, const Corpus& b) {
  const std::size_t dim = a.view.dim;
  const AlignedFloats left(padded_rows(a.view.n_rows) * dim);
  const AlignedFloats right(padded_rows(b.view.n_rows) * dim);
  load_unit_rows({&a.view, 0, a.view.n_rows, {}}, kernel.layout, left.data());
  load_unit_rows({&b.view, 0, b.view.n_rows, {}}, kernel.layout, right.data());
  const std::size_t stride = padded_rows(b.view.n_rows);
  std::vector<float> out(padded_rows(a.view.n_rows) * stride);
  kernel.multiply(
      {left.data(), a.view.n_rows, right.data(), b.view.n_rows, dim, out.data(), stride});
  double largest = 0;
  for (std::size_t i = 0; i < a.view.n_rows; ++i) {
    for (std::size_t j = 0; j < b.view.n_rows; ++j) {
      const double expected = cosine(a.rows.row(i), a.norms[i], b.rows.row(j), b.norms[j]);
      const double error = std::fabs(static_cast<double>(out[i * stride + j]) - expected);
      largest = std::isnan(error) ? INFINITY : std::max(largest, error);
    }
  }
  return largest;
}

TEST(TileKernel, StaysWithinTheBoundAtOddSizes) {
  for (const TileKernel& kernel : all_kernels()) {
    for (const std::size_t dim : {1U, 3U, 8U, 17U, 384U, 1025U}) {
      for (const std::size_t n : {1U, 2U, 15U, 16U, 17U, 33U, 49U, 100U}) {
        const Corpus a(n, dim, n);
        const Corpus b(n / 2 + 1, dim, dim);
        EXPECT_LE(largest_error(kernel, a, b), error_bound(dim))
            << kernel.name << ", n " << n << ", dim " << dim;
      }
    }
  }
}

TEST(TileKernel, EveryKernelGivesTheSameGraph) {
  const Corpus corpus(257, 33, 3);
  const NeighbourGraph expected = brute_force_graph(corpus.view, 16);
  for (const TileKernel& kernel : all_kernels()) {
    RunOptions run;
    run.threads = 2;
    const NeighbourGraph graph =
        score_block_with(kernel, {corpus.view, 0}, {corpus.view, 0}, KnnOptions{16, 64}, run)
            .value();
    EXPECT_TRUE(graph.neighbours == expected.neighbours) << kernel.name;
  }
}

TEST(TileKernel, TileFitsTheCacheAtAnyWidth) {
  for (const std::size_t dim : {1U, 384U, 1536U, 65536U}) {
    const TileShape shape = tile_shape(dim);
    EXPECT_GE(shape.rows, kRowGroup);
    EXPECT_EQ(shape.rows % kRowGroup, 0U);
    EXPECT_EQ(shape.columns % kRowGroup, 0U);
  }
}

TEST(OpenblasKernel, IsLinkedSerial) { EXPECT_EQ(openblas_get_parallel(), OPENBLAS_SEQUENTIAL); }

TEST(OpenblasKernel, ManyThreadsAtOnce) {
  const Corpus a(130, 65, 1);
  const Corpus b(97, 65, 2);
  std::vector<double> errors(4);
  std::vector<std::jthread> workers;
  for (double& error : errors) {
    workers.emplace_back([&] {
      for (int i = 0; i < 20; ++i) {
        error = std::max(error, largest_error(openblas_kernel(), a, b));
      }
    });
  }
  workers.clear();
  for (const double error : errors) EXPECT_LE(error, error_bound(65));
}

// --- kernels that lie ---

void shift_one_entry(const TileJob& job) {
  scalar_kernel().multiply(job);
  job.out[0] += 1e-3F;
}

void spoil_everything(const TileJob& job) {
  for (std::size_t i = 0; i < job.a_rows; ++i) {
    std::fill_n(job.out + i * job.stride, job.b_rows, std::numeric_limits<float>::quiet_NaN());
  }
}

// Right on every tile but those of 5 columns: a fault that the first and last tile do not show.
void shift_narrow_tiles(const TileJob& job) {
  scalar_kernel().multiply(job);
  if (job.b_rows != 5) return;
  for (std::size_t i = 0; i < job.a_rows; ++i) job.out[i * job.stride] += 0.5F;
}

TEST(CheckedKernel, KeepsOneThatIsRight) {
  const Corpus corpus(257, 33, 3);
  for (const TileKernel& kernel : all_kernels()) {
    EXPECT_EQ(checked_kernel(kernel, corpus.view, corpus.view).name, kernel.name);
  }
}

TEST(CheckedKernel, ReplacesOneThatLies) {
  const Corpus corpus(40, 33, 3);
  for (const auto multiply : {shift_one_entry, spoil_everything}) {
    const TileKernel liar{"liar", RowLayout::kRowMajor, multiply};
    EXPECT_EQ(checked_kernel(liar, corpus.view, corpus.view).name, "scalar");
  }
}

// A graph by a kernel that lies is right all the same, and the caller hears of it.
void expect_takeover(void (*multiply)(const TileJob&), const KnnOptions& options) {
  const Corpus corpus(161, 33, 3);
  std::string heard;
  RunOptions run;
  run.log = [&](LogLevel level, std::string_view line) {
    if (level == LogLevel::kWarning) heard += line;
  };
  const TileKernel liar{"liar", RowLayout::kRowMajor, multiply};
  const NeighbourGraph graph =
      score_block_with(liar, {corpus.view, 0}, {corpus.view, 0}, options, run).value();
  EXPECT_TRUE(graph.neighbours == brute_force_graph(corpus.view, options.k).neighbours);
  EXPECT_NE(heard.find("matrix product 'liar' gives wrong values"), std::string::npos) << heard;
}

TEST(CheckedKernel, ScalarCodeTakesOverAtTheStart) {
  expect_takeover(shift_one_entry, {8, 1024});
  expect_takeover(spoil_everything, {8, 1024});
}

TEST(CheckedKernel, ScalarCodeTakesOverWhenALieShowsLater) {
  expect_takeover(shift_narrow_tiles, {8, 78});  // blocks of 78, 78 and 5
}

TEST(CheckedKernel, TopKSurvivesALie) {
  const Corpus queries(3, 33, 1);
  const Corpus corpus(161, 33, 3);
  const TileKernel liar{"liar", RowLayout::kRowMajor, spoil_everything};
  const NeighbourGraph graph =
      top_k_with(liar, queries.view, corpus.view, KnnOptions{8, 64}, RunOptions{}).value();
  for (std::size_t row = 0; row < 3; ++row) {
    const auto expected = brute_force(queries.view, row, corpus.view, 161, 8);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), graph.of(row).begin()));
  }
}

}  // namespace
}  // namespace ragsieve
