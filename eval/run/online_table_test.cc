#include "eval/run/online_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "ragsieve/connect/test_folder.h"
#include "ragsieve/models/fake/fake_models.h"
#include "ragsieve/stats/random.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

// Eighty documents on twenty topics; of five topics a question with four poisons that repeat it.
Dataset made_up() {
  Random random(2);
  const auto filler = [&] { return " word" + std::to_string(random.below(50)); };
  Dataset data;
  data.name = "made_up";
  for (std::size_t i = 0; i < 80; ++i) {
    Document document;
    document.id = "d" + std::to_string(i);
    const std::string topic = "topic" + std::to_string(i % 20);
    set_fields(document, "", "About " + topic + "." + filler() + filler() + filler() + filler());
    data.clean.documents.push_back(std::move(document));
  }
  for (std::size_t i = 0; i < 20; ++i) {
    const std::string topic = "topic" + std::to_string(i);
    const std::string number = std::to_string(i);
    data.questions.push_back({"q" + number, topic + " detail" + number, {}});
    if (i >= 5) continue;
    for (std::size_t j = 0; j < 4; ++j) {
      Poison poison;
      poison.document.id = "p" + std::to_string(i * 4 + j);
      poison.query_id = data.questions.back().id;
      poison.query = data.questions.back().text;
      set_fields(poison.document, "",
                 poison.query + " . answer" + number + " claim" + number + filler());
      poison.attack = "prefix";
      data.poisons.push_back(std::move(poison));
    }
  }
  return data;
}

class OnlineTableTest : public testing::Test {
 protected:
  std::vector<PlannedOnlineRow> planned(const ResultFile& results) {
    auto rows = plan_online(data_, models_, options_, results);
    EXPECT_TRUE(rows.ok()) << (rows.ok() ? "" : to_string(rows.error()));
    return rows.ok() ? *rows : std::vector<PlannedOnlineRow>{};
  }
  ResultFile opened(const std::string& name = "results.jsonl") {
    return ResultFile::open(folder_.path(name)).value();
  }
  Status measure(ResultFile& results) {
    const RowSink sink{"a CPU", "0", [&](const ResultLine&) { ++n_measured_; }};
    return run_online(data_, models_, planned(results), options_, results, sink, {});
  }

  TestFolder folder_;
  Dataset data_ = made_up();
  FakeEncoder encoder_;
  FakeTokenEncoder token_encoder_;
  FakeCausalLm causal_lm_;
  ModelsInUse models_{&encoder_, &token_encoder_, &causal_lm_, nullptr, nullptr};
  OnlineOptions options_;
  std::size_t n_measured_ = 0;
};

TEST_F(OnlineTableTest, MeasuresEveryDetectorOnceAndNothingTwice) {
  for (const OnlineDetector& detector : online_detectors()) {
    options_.detectors.push_back(detector.name);  // the dear ones too
  }
  ResultFile results = opened();
  const Status done = measure(results);
  ASSERT_TRUE(done.ok()) << to_string(done.error());
  EXPECT_EQ(n_measured_, options_.detectors.size());
  for (const auto& [key, line] : results.rows()) {
    EXPECT_EQ(key.table, "filter");
    EXPECT_EQ(line.figures.n_positives, 20U) << key.detector;  // all poisons are candidates
    EXPECT_EQ(line.figures.n_negatives, 25U) << key.detector;
    EXPECT_FALSE(line.figures.too_few);
  }
  ResultFile again = opened();
  ASSERT_TRUE(measure(again).ok());
  EXPECT_EQ(n_measured_, options_.detectors.size());
}

TEST_F(OnlineTableTest, ScoresAreThoseOfFilter) {
  options_.detectors = {"rsq"};
  ResultFile results = opened();
  ASSERT_TRUE(measure(results).ok());
  // The poisons of a question share a word that its other documents lack: an anchor.
  EXPECT_GT(results.rows().begin()->second.figures.auroc, 0.8);
}

TEST_F(OnlineTableTest, LeavesOutWhatIsTooDearUnlessItIsNamed) {
  std::set<std::string> names;
  for (const PlannedOnlineRow& row : planned(opened())) names.insert(row.key.detector);
  EXPECT_FALSE(names.contains("gmtp_clm"));
  EXPECT_TRUE(names.contains("rsq"));
  EXPECT_EQ(names.size(), online_detectors().size() - 1);
}

TEST_F(OnlineTableTest, NumberOfQueriesAndModelsArePartOfTheKey) {
  const RowKey before = planned(opened()).front().key;
  options_.n_queries = 3;
  const PlannedOnlineRow fewer = planned(opened()).front();
  EXPECT_NE(fewer.key, before);
  EXPECT_EQ(fewer.n_queries, 3U);
  EXPECT_THAT(before.encoder, HasSubstr("fake-causal-lm"));
}

TEST_F(OnlineTableTest, ThresholdsAreSetOnQueriesThatNoPoisonIsFor) {
  const std::vector<std::string> reference = reference_queries(data_, {}, 100);
  EXPECT_EQ(reference.size(), 15U);
  EXPECT_EQ(reference.front(), "topic5 detail5");
  EXPECT_EQ(reference_queries(data_, {}, 2).size(), 2U);
  data_.questions.resize(5);
  options_.detectors = {"raguard"};
  ResultFile results = opened();
  const Status none = measure(results);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, Code::kInvalidArgument);
  EXPECT_THAT(none.error().message, HasSubstr("raguard needs clean retrievals"));
}

TEST_F(OnlineTableTest, AFileBesideTheDatasetLeavesTheReferenceOfOwnFamiliesAlone) {
  const Snapshot own = make_snapshot(data_, {"prefix", 0}).value();
  Poison poison = data_.poisons.front();
  poison.query_id = "q7";
  poison.query = data_.questions[7].text;
  poison.attack = "made";
  data_.poisons.push_back(poison);
  data_.beside["made"] = Digest{};
  EXPECT_EQ(reference_queries(data_, own, 100).size(), 15U);
  const Snapshot made = make_snapshot(data_, {"made", 0}).value();
  EXPECT_EQ(reference_queries(data_, made, 100).size(), 14U);
}

TEST_F(OnlineTableTest, QueriesOfAFamilyAreSortedAndDistinct) {
  const Snapshot snapshot = make_snapshot(data_, {"prefix", 0}).value();
  EXPECT_EQ(attacked_queries(data_, snapshot, 0).size(), 5U);
  EXPECT_EQ(attacked_queries(data_, snapshot, 2),
            (std::vector<std::string>{"topic0 detail0", "topic1 detail1"}));
}

TEST_F(OnlineTableTest, RefusesUnknownNamesAndASmallCorpus) {
  options_.detectors = {"magic"};
  EXPECT_THAT(plan_online(data_, models_, options_, opened()).error().message,
              HasSubstr("'magic' is unknown, expected one of rsq"));
  options_.detectors = {"trust_rag"};
  data_.clean.documents.resize(kInspected - 1);
  ResultFile results = opened();
  const Status small = measure(results);
  ASSERT_FALSE(small.ok());
  EXPECT_THAT(small.error().message, HasSubstr("has 19 documents, at least 20"));
}

}  // namespace
}  // namespace ragsieve::eval
