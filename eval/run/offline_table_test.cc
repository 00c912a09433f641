#include "eval/run/offline_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ragsieve/connect/test_folder.h"
#include "ragsieve/detect/rsg.h"
#include "ragsieve/index/exact_knn.h"
#include "ragsieve/index/similarity.h"
#include "ragsieve/models/fake/fake_models.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

// Sixty documents of random words; five questions with four poisons each that share a word.
Dataset made_up() {
  Random random(1);
  const auto words = [&](std::size_t n, std::size_t from) {
    std::string text;
    for (std::size_t i = 0; i < n; ++i) text += "w" + std::to_string(from + random.below(90)) + " ";
    return text;
  };
  Dataset data;
  data.name = "made_up";
  for (std::size_t i = 0; i < 60; ++i) {
    Document document;
    document.id = "d" + std::to_string(i);
    set_fields(document, "", words(12, 0));
    data.clean.documents.push_back(std::move(document));
  }
  for (std::size_t i = 0; i < 20; ++i) {
    Poison poison;
    poison.document.id = "p" + std::to_string(i);
    poison.query_id = "q" + std::to_string(i / 4);
    // One word four times: near in the encoder's eyes, with few words in common.
    const std::string shared = "answer" + poison.query_id + " ";
    set_fields(poison.document, "", shared + shared + shared + shared + words(2, 100));
    poison.attack = "shared";
    data.poisons.push_back(std::move(poison));
  }
  return data;
}

class OfflineTableTest : public testing::Test {
 protected:
  std::vector<PlannedRow> planned(const ResultFile& results) {
    Result<std::vector<PlannedRow>> rows =
        plan_offline(data_, encoder_.identity(), options_, results);
    EXPECT_TRUE(rows.ok()) << (rows.ok() ? "" : to_string(rows.error()));
    return rows.ok() ? *rows : std::vector<PlannedRow>{};
  }
  ResultFile opened() { return ResultFile::open(folder_.path("results.jsonl")).value(); }
  Status measure(ResultFile& results, int threads = 1) {
    RunOptions run;
    run.threads = threads;
    const RowSink sink{"a CPU", "0", [&](const ResultLine&) { ++n_measured_; }};
    return run_offline(data_, encoder_, planned(results), options_, results, sink, run);
  }

  TestFolder folder_;
  Dataset data_ = made_up();
  FakeEncoder encoder_;
  OfflineOptions options_;
  std::size_t n_measured_ = 0;
};

TEST_F(OfflineTableTest, PlansEveryDetectorOnEverySnapshot) {
  options_.per_target = {0, 1};
  const std::vector<PlannedRow> rows = planned(opened());
  ASSERT_EQ(rows.size(), 3 * offline_detectors().size());
  EXPECT_EQ(rows.front().key.family, "");
  EXPECT_EQ(rows.front().n_documents, 60U);
  EXPECT_EQ(rows.back().n_documents, 65U);
  for (const PlannedRow& row : rows) {
    EXPECT_FALSE(row.done);
    EXPECT_GT(row.seconds, 0);
  }
}

TEST_F(OfflineTableTest, MeasuresWhatIsNotDoneAndNothingTwice) {
  ResultFile results = opened();
  ASSERT_TRUE(measure(results).ok());
  EXPECT_EQ(n_measured_, 2 * offline_detectors().size());
  ResultFile again = opened();
  ASSERT_TRUE(measure(again, 2).ok());
  EXPECT_EQ(n_measured_, 2 * offline_detectors().size());
  for (const PlannedRow& row : planned(again)) {
    EXPECT_TRUE(row.done);
    EXPECT_EQ(row.seconds, 0);
  }
}

TEST_F(OfflineTableTest, FiguresAreThoseOfTheDetectors) {
  ResultFile results = opened();
  ASSERT_TRUE(measure(results).ok());
  for (const auto& [key, line] : results.rows()) {
    EXPECT_EQ(line.negatives.n, 60U);
    EXPECT_EQ(line.positives.n, key.family.empty() ? 0U : 20U);
    EXPECT_EQ(line.figures.too_few, key.family.empty());
    EXPECT_EQ(line.n_targets, key.family.empty() ? 0U : 5U);
    if (key.family.empty()) continue;
    // Four poisons near each other are no outliers: near is what RSG looks for.
    if (key.detector == "rsg") {
      EXPECT_GT(line.figures.auroc, 0.9);
    } else if (key.detector == "knn_distance") {
      EXPECT_LT(line.figures.auroc, 0.9);
    }
  }
}

TEST_F(OfflineTableTest, AnotherCorpusIsAnotherRow) {
  ResultFile results = opened();
  ASSERT_TRUE(measure(results).ok());
  data_.corpus_digest.bytes[0] ^= 1U;
  for (const PlannedRow& row : planned(results)) {
    EXPECT_FALSE(row.done);
    EXPECT_GE(row.seconds, 0);
  }
}

TEST_F(OfflineTableTest, ResultsDoNotDependOnThreads) {
  ResultFile one = ResultFile::open(folder_.path("one.jsonl")).value();
  ResultFile two = ResultFile::open(folder_.path("two.jsonl")).value();
  ASSERT_TRUE(measure(one, 1).ok());
  ASSERT_TRUE(measure(two, 2).ok());
  for (const auto& [key, line] : one.rows()) {
    const ResultLine* other = two.find(key);
    ASSERT_NE(other, nullptr);
    ResultLine same_time = *other;
    same_time.seconds = line.seconds;
    EXPECT_EQ(json::dump(to_json(same_time)), json::dump(to_json(line)));
  }
}

TEST_F(OfflineTableTest, RefusesUnknownNames) {
  options_.detectors = {"magic"};
  const auto unknown = plan_offline(data_, encoder_.identity(), options_, opened());
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, Code::kInvalidArgument);
  EXPECT_THAT(unknown.error().message, HasSubstr("'magic' is unknown, expected one of rsg"));
  options_.detectors = {"rsg"};
  options_.families = {"none"};
  EXPECT_FALSE(plan_offline(data_, encoder_.identity(), options_, opened()).ok());
}

TEST_F(OfflineTableTest, StopsWhenAsked) {
  ResultFile results = opened();
  RunOptions run;
  run.cancel.request();
  const Status status = run_offline(data_, encoder_, planned(results), options_, results, {}, run);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kCancelled);
}

TEST(FirstNeighbours, AreTheGraphOfTheSmallerK) {
  FakeEncoder encoder;
  const Dataset data = made_up();
  const std::vector<std::string_view> texts = snapshot_texts(data, {});
  const Matrix rows = encoder.encode(texts, TextKind::kPassage, {}).value();
  const std::vector<double> norms = inverse_norms(rows.view(), {}).value();
  MatrixView view = rows.view();
  view.inverse_norms = norms;
  KnnOptions wide;
  wide.k = kGraphNeighbours;
  KnnOptions narrow;
  narrow.k = 7;
  const NeighbourGraph graph = build_graph(view, wide, {}).value();
  EXPECT_EQ(first_neighbours(graph, 7).neighbours,
            build_graph(view, narrow, {}).value().neighbours);
  EXPECT_EQ(first_neighbours(graph, 99).k, kGraphNeighbours);
}

}  // namespace
}  // namespace ragsieve::eval
