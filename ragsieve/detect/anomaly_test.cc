#include "ragsieve/detect/anomaly.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "ragsieve/stats/percentile.h"
#include "ragsieve/stats/random.h"
#include "ragsieve/stats/stored_form.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

Matrix random_rows(std::size_t n_rows, std::size_t dim, std::uint64_t seed) {
  Random random(seed);
  Matrix rows{n_rows, dim, {}};
  for (std::size_t i = 0; i < n_rows * dim; ++i) {
    rows.values.push_back(static_cast<float>(random.uniform()));
  }
  return rows;
}

// Documents of `n_chunks` chunks each.
std::vector<std::size_t> documents_of(std::size_t n_rows, std::size_t n_chunks) {
  std::vector<std::size_t> begin;
  for (std::size_t row = 0; row < n_rows; row += n_chunks) begin.push_back(row);
  begin.push_back(n_rows);
  return begin;
}

AnomalyModel fitted(const Matrix& rows, std::size_t n_chunks,
                    const ForestOptions& options = calibrated_forest(0), int threads = 1) {
  RunOptions run;
  run.threads = threads;
  auto model = AnomalyModel::fit(rows.view(), documents_of(rows.n_rows, n_chunks), options, run);
  EXPECT_TRUE(model.ok()) << (model.ok() ? "" : model.error().message);
  return std::move(model).value();
}

TEST(Anomaly, IsTheLargestOfTheChunksAndNamesIt) {
  const AnomalyModel model = fitted(random_rows(400, 4, 1), 2);
  Matrix candidate{3, 4, std::vector<float>(12, 0.5F)};
  std::ranges::fill(candidate.row(1), 2.0F);
  const AnomalyScore score = model.score(candidate.view(), RowRange{0, 3});
  EXPECT_EQ(score.row, 1U);
  EXPECT_EQ(score.raw, model.forest().score(candidate.row(1)));
  EXPECT_EQ(score.score, 1);
  EXPECT_EQ(score.percentile, 100);
  const AnomalyScore inside = model.score(candidate.view(), RowRange{2, 3});
  EXPECT_EQ(inside.row, 2U);
  EXPECT_EQ(inside.score, 0) << "in the middle of the corpus";
  EXPECT_LT(inside.percentile, 50);
}

TEST(Anomaly, ScaleRunsFromTheMiddleToTheTopPercent) {
  const Matrix rows = random_rows(300, 3, 2);
  const AnomalyModel model = fitted(rows, 1, ForestOptions{});
  std::vector<double> raw;
  for (std::size_t i = 0; i < 300; ++i) raw.push_back(model.forest().score(rows.row(i)));
  std::ranges::sort(raw);
  const double middle = percentile(raw, 50);
  const double high = percentile(raw, 99);
  EXPECT_EQ(model.scaled(middle), 0);
  EXPECT_EQ(model.scaled(high), 1);
  EXPECT_NEAR(model.scaled((middle + high) / 2), 0.5, 1e-12);
  EXPECT_EQ(model.scaled(0), 0);
  EXPECT_EQ(model.scaled(1), 1);
}

TEST(Anomaly, CorpusOfEqualChunksIsAllOrNothing) {
  const Matrix equal{30, 2, std::vector<float>(60, 0.25F)};
  const AnomalyModel model = fitted(equal, 1);
  EXPECT_EQ(model.score(equal.view(), RowRange{0, 1}).score, 0);
  const double raw = model.forest().score(equal.row(0));
  EXPECT_EQ(model.scaled(raw), 0);
  EXPECT_EQ(model.scaled(raw + 0.01), 1);
}

TEST(Anomaly, WithoutAChunkIsZero) {
  const AnomalyModel model = fitted(random_rows(40, 2, 3), 1);
  const AnomalyScore none = model.score(MatrixView{nullptr, 0, 2, Scalar::kFloat32, {}}, {});
  EXPECT_EQ(none.raw, 0);
  EXPECT_EQ(none.score, 0);
  EXPECT_EQ(none.percentile, 0);
  EXPECT_EQ(model.score_left_out(RowRange{7, 7}).raw, 0);
}

TEST(Anomaly, ChunksThatCannotBeScoredAreCounted) {
  const AnomalyModel model = fitted(random_rows(40, 2, 3), 1);
  Matrix candidate{2, 2, {0.5F, std::numeric_limits<float>::quiet_NaN(), 0.5F, 0.5F}};
  const AnomalyScore score = model.score(candidate.view(), RowRange{0, 2});
  EXPECT_EQ(score.unscored, 1U);
  EXPECT_EQ(score.row, 1U);
  const Matrix wide{1, 3, {0, 0, 0}};
  EXPECT_EQ(model.score(wide.view(), RowRange{0, 1}).unscored, 1U);
}

TEST(Anomaly, ADocumentIsScoredByTreesThatDidNotSeeIt) {
  const Matrix rows = random_rows(600, 4, 4);
  const AnomalyModel model = fitted(rows, 3);
  const RowRange document{9, 12};
  const AnomalyScore score = model.score_left_out(document);
  double largest = 0;
  for (std::size_t i = 9; i < 12; ++i) {
    const OutOfBagScore chunk = model.forest().score_out_of_bag(rows.row(i), document);
    EXPECT_GE(chunk.n_trees, 20U);
    largest = std::max(largest, chunk.score);
  }
  EXPECT_EQ(score.raw, largest);
  EXPECT_GE(score.row, 9U);
  EXPECT_LT(score.row, 12U);
  EXPECT_EQ(model.n_seen(), 0U);
}

TEST(Anomaly, SmallCorpusKeepsTreesThatDidNotSee) {
  const Matrix rows = random_rows(60, 4, 5);
  EXPECT_EQ(fitted(rows, 1).n_seen(), 0U);
  EXPECT_EQ(fitted(rows, 1, ForestOptions{}).n_seen(), 60U) << "each tree saw all";
  // A document of 30 chunks: no tree saw none of them, half of the trees did not see one.
  const AnomalyModel long_documents = fitted(rows, 30);
  EXPECT_EQ(long_documents.n_seen(), 0U);
  const OutOfBagScore own = long_documents.forest().score_out_of_bag(rows.row(0), RowRange{0, 1});
  EXPECT_LE(own.score, long_documents.score_left_out(RowRange{0, 30}).raw);
}

TEST(Anomaly, LeftOutScoresLieWhereNewDocumentsLie) {
  const Matrix rows = random_rows(500, 8, 6);
  const Matrix fresh = random_rows(500, 8, 7);
  const AnomalyModel model = fitted(rows, 2);
  std::vector<double> left_out;
  for (std::size_t i = 0; i < 500; i += 2) {
    left_out.push_back(model.score_left_out({i, i + 2}).raw);
  }
  std::ranges::sort(left_out);
  int rare = 0;
  for (std::size_t i = 0; i < 500; i += 2) {
    if (model.score(fresh.view(), {i, i + 2}).raw > percentile(left_out, 90)) ++rare;
  }
  EXPECT_NEAR(rare, 25, 20);  // a tenth of 250, four standard errors of both samples
}

TEST(Anomaly, SameAtAnyThreadCountAndFromItsBytes) {
  const Matrix rows = random_rows(90, 3, 8);
  const AnomalyModel model = fitted(rows, 4);
  const std::string bytes = model.to_bytes();
  EXPECT_EQ(fitted(rows, 4, calibrated_forest(0), 3).to_bytes(), bytes);
  const auto read = AnomalyModel::from_bytes(bytes, "");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->to_bytes(), bytes);
  EXPECT_EQ(read->score(rows.view(), {0, 4}).score, model.score(rows.view(), {0, 4}).score);
  EXPECT_EQ(read->score_left_out({0, 4}).raw, model.score_left_out({0, 4}).raw);
}

TEST(Anomaly, DamagedBytesAreNamed) {
  const Matrix rows{2, 1, {0, 1}};
  ForestOptions options;
  options.n_trees = 1;
  const std::string bytes = fitted(rows, 1, options).to_bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 2);
    const auto read = AnomalyModel::from_bytes(damaged, "file");
    ASSERT_FALSE(read.ok()) << i;
    EXPECT_EQ(read.error().code, Code::kCorrupt);
    EXPECT_FALSE(AnomalyModel::from_bytes(bytes.substr(0, i), "").ok()) << i;
  }
  const auto resealed = [](std::string body) {
    StoredWriter out(body);
    const auto read = AnomalyModel::from_bytes(std::move(out).finish(), "");
    return read.ok() ? "" : read.error().message;
  };
  std::string body = bytes.substr(0, bytes.size() - 8);
  EXPECT_EQ(resealed(body), "");
  EXPECT_THAT(resealed(body + "x"), HasSubstr("33 bytes of values for 2 chunks"));
  EXPECT_THAT(resealed(body.substr(0, body.size() - 8)), HasSubstr("24 bytes of values"));
  body.back() = 0x7F;  // not a score
  EXPECT_THAT(resealed(body), HasSubstr("values that are no scores"));
  body = bytes.substr(0, bytes.size() - 8);
  body[19] = 1;  // the size of the forest's bytes
  EXPECT_THAT(resealed(body), HasSubstr("is no "));
}

TEST(Anomaly, RefusesDocumentsThatDoNotCoverTheChunks) {
  const Matrix rows = random_rows(10, 2, 1);
  for (const std::vector<std::size_t>& begin :
       std::vector<std::vector<std::size_t>>{{}, {0, 9}, {1, 10}, {0, 7, 5, 10}, {0, 11}}) {
    const auto model = AnomalyModel::fit(rows.view(), begin, {}, {});
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.error().code, Code::kInvalidArgument);
    EXPECT_THAT(model.error().message, HasSubstr("do not ascend from 0 to 10"));
  }
  const auto empty = AnomalyModel::fit(MatrixView{nullptr, 0, 2, Scalar::kFloat32, {}},
                                       std::vector<std::size_t>{0}, {}, {});
  ASSERT_FALSE(empty.ok());
  EXPECT_THAT(empty.error().message, HasSubstr("0 rows of width 2"));
}

}  // namespace
}  // namespace ragsieve
