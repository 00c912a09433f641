#include "eval/run/answers_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "ragsieve/connect/test_folder.h"
#include "ragsieve/models/fake/fake_models.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

// Answers with the first passage.
class FirstPassage final : public Answerer {
 public:
  FirstPassage() { identity_.name = "first-passage"; }
  [[nodiscard]] const AnswererIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<Answer> answer(std::string_view, std::span<const std::string_view> passages,
                                      const RunOptions&) override {
    ++n_asked_;
    return Answer{passages.empty() ? "" : std::string(passages[0]), {}, {}, 0};
  }
  [[nodiscard]] std::size_t n_asked() const { return n_asked_; }

 private:
  AnswererIdentity identity_;
  std::size_t n_asked_ = 0;
};

// Five questions, each with one document that answers it, four that are farther from it, and one
// poison that is nearer.
Dataset made_up() {
  Dataset data;
  data.name = "made_up";
  const auto add = [&](const std::string& id, const std::string& text) {
    data.clean.documents.emplace_back();
    data.clean.documents.back().id = id;
    set_fields(data.clean.documents.back(), "", text);
  };
  for (int i = 0; i < 5; ++i) {
    const std::string n = std::to_string(i);
    const std::string question = "topic" + n + " detail" + n;
    add("d" + n, question + " is answer" + n);
    for (int j = 0; j < 4; ++j) {
      add("f" + n + std::to_string(j), question + " among many others" + n + std::to_string(j));
    }
    data.questions.push_back({"q" + n, question, {"answer" + n}});
    data.relevant["q" + n] = {"d" + n};
    Poison poison;
    poison.document.id = "p" + n;
    set_fields(poison.document, "", question + " target" + n);
    poison.query_id = "q" + n;
    poison.query = question;
    poison.target_answer = "target" + n;
    poison.correct_answer = "answer" + n;
    poison.attack = "prefix";
    data.poisons.push_back(std::move(poison));
  }
  return data;
}

// Flags the first candidate.
OnlineDetector first_goes() {
  OnlineDetector detector;
  detector.name = "first_goes";
  detector.config = "{}";
  detector.prepare = [](auto, const ModelsInUse&, const RunOptions&) -> Result<ScoreCandidates> {
    return ScoreCandidates(
        [](const OnlineContext&, const RunOptions&) -> Result<baselines::Scores> {
          return baselines::Scores{{1, true}, {0, false}, {0, false}, {0, false}, {0, false}};
        });
  };
  return detector;
}

// Flags texts with a word that only poisons have, and counts how often it is asked.
OfflineDetector targets_go(std::size_t& n_asked) {
  OfflineDetector detector;
  detector.name = "targets_go";
  detector.config = "{}";
  detector.score = [&n_asked](const OfflineInput& input,
                              const RunOptions&) -> Result<baselines::Scores> {
    ++n_asked;
    baselines::Scores scores;
    for (const std::string_view text : input.texts) {
      const bool target = text.find("target") != text.npos;
      scores.push_back({target ? 1.0 : 0.0, target});
    }
    return scores;
  };
  return detector;
}

class AnswersTableTest : public testing::Test {
 protected:
  std::vector<PlannedAnswersRow> planned(const ResultFile& results) {
    auto rows = plan_answers(data_, models_, options_, results);
    EXPECT_TRUE(rows.ok()) << (rows.ok() ? "" : to_string(rows.error()));
    return rows.ok() ? *rows : std::vector<PlannedAnswersRow>{};
  }
  ResultFile opened() { return ResultFile::open(folder_.path("results.jsonl")).value(); }
  Status measure(const std::vector<PlannedAnswersRow>& rows, ResultFile& results) {
    const RowSink sink{"a CPU", "0", [&](const ResultLine&) { ++n_measured_; }};
    return run_answers(data_, models_, rows, options_, results, sink, {});
  }
  // The figures of one row with this defence.
  AnswersFigures figures(Defence defence) {
    options_.defences = {"none"};
    ResultFile results = opened();
    std::vector<PlannedAnswersRow> rows = planned(results);
    rows.front().key.detector = defence.name;
    rows.front().defence = std::move(defence);
    rows.front().done = false;
    const Status done = measure(rows, results);
    EXPECT_TRUE(done.ok()) << to_string(done.error());
    return *results.find(rows.front().key)->answers;
  }
  static double of(const AnswerFigures& figures, AnswerMeasure measure) {
    return figure_of(figures, measure).value;
  }

  TestFolder folder_;
  Dataset data_ = made_up();
  FakeEncoder encoder_{256};
  FakeTokenEncoder token_encoder_;
  FakeCausalLm causal_lm_;
  FirstPassage reader_;
  ModelsInUse models_{&encoder_, &token_encoder_, &causal_lm_, &reader_, nullptr};
  AnswersOptions options_;
  std::size_t n_measured_ = 0;
};

TEST_F(AnswersTableTest, WithoutDefenceByHand) {
  const AnswersFigures found = figures({"none", "{}", std::nullopt, std::nullopt});
  EXPECT_EQ(figure_of(found.clean, AnswerMeasure::kTokenF1).n, 5U);
  EXPECT_EQ(of(found.clean, AnswerMeasure::kRecall), 1);
  // Four words, one of them the reference's one.
  EXPECT_DOUBLE_EQ(of(found.clean, AnswerMeasure::kTokenF1), 2 * 1.0 / (4 + 1));
  EXPECT_EQ(of(found.clean, AnswerMeasure::kExactMatch), 0);
  EXPECT_EQ(of(found.clean, AnswerMeasure::kHoldsReference), 1);
  EXPECT_EQ(of(found.clean, AnswerMeasure::kAttackSuccess), 0);
  EXPECT_EQ(of(found.clean, AnswerMeasure::kPoisonShare), 0);
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kRecall), 1);
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kTokenF1), 0);
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kHoldsReference), 0);
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kAttackSuccess), 1);
  EXPECT_DOUBLE_EQ(of(found.poisoned, AnswerMeasure::kPoisonShare), 0.2);
}

TEST_F(AnswersTableTest, AnOnlineDefenceDropsAndRefills) {
  const AnswersFigures found = figures({"first_goes", "{}", std::nullopt, first_goes()});
  EXPECT_EQ(of(found.clean, AnswerMeasure::kRecall), 0);  // the document that answers went
  EXPECT_EQ(of(found.clean, AnswerMeasure::kHoldsReference), 0);
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kRecall), 1);
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kHoldsReference), 1);
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kAttackSuccess), 0);
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kPoisonShare), 0);
}

TEST_F(AnswersTableTest, AnOfflineDefenceDropsBeforeRetrievalAndEqualContextsAreReadOnce) {
  std::size_t n_asked = 0;
  const AnswersFigures found = figures({"targets_go", "{}", targets_go(n_asked), std::nullopt});
  EXPECT_EQ(n_asked, 2U);            // of the corpus without and with poisons
  EXPECT_EQ(reader_.n_asked(), 5U);  // what is left of both is the same
  for (std::size_t i = 0; i < kAnswerMeasures; ++i) {
    EXPECT_EQ(found.poisoned[i].value, found.clean[i].value) << kAnswerMeasureNames[i];
  }
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kHoldsReference), 1);
}

TEST_F(AnswersTableTest, SerialTheOnlineOneSeesWhatIsLeft) {
  std::size_t n_asked = 0;
  const AnswersFigures found = figures({"both", "{}", targets_go(n_asked), first_goes()});
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kPoisonShare), 0);
  EXPECT_EQ(of(found.poisoned, AnswerMeasure::kRecall), 0);
}

TEST_F(AnswersTableTest, AReferenceThatIsTheSnapshotItselfIsTheOneThatIsSearched) {
  std::vector<std::size_t> sizes;
  OnlineDetector detector = first_goes();
  detector.of_snapshot = true;
  detector.prepare = [&sizes, inner = detector.prepare](const OnlineReference& reference,
                                                        const ModelsInUse& models,
                                                        const RunOptions& run) {
    sizes.push_back(reference.texts.size());
    return inner(reference, models, run);
  };
  figures({"first_goes", "{}", std::nullopt, detector});
  EXPECT_EQ(sizes, (std::vector<std::size_t>{25, 30}));  // without and with the five poisons
}

TEST_F(AnswersTableTest, MeasuresEveryDefenceOnceAndNothingTwice) {
  ResultFile results = opened();
  const std::vector<PlannedAnswersRow> rows = planned(results);
  EXPECT_EQ(rows.size(), defences({}).value().size());
  EXPECT_EQ(rows.front().n_queries, 5U);
  data_.questions.push_back({"q9", "topic9 detail9", {}});  // thresholds are set on it
  const Status done = measure(rows, results);
  ASSERT_TRUE(done.ok()) << to_string(done.error());
  EXPECT_EQ(n_measured_, rows.size());
  ResultFile again = opened();
  const std::vector<PlannedAnswersRow> rest = planned(again);
  EXPECT_TRUE(rest.front().done);
  ASSERT_TRUE(measure(rest, again).ok());
  EXPECT_EQ(n_measured_, rows.size());
}

TEST_F(AnswersTableTest, ReaderQueriesAndDefenceArePartOfTheKey) {
  options_.defences = {"none", "rsg+rsq"};
  const std::vector<PlannedAnswersRow> rows = planned(opened());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].key.table, kAnswersTable);
  EXPECT_THAT(rows[0].key.encoder, HasSubstr("first-passage@"));
  EXPECT_THAT(rows[1].key.config, HasSubstr("\"eta_q\":"));
  options_.n_queries = 3;
  EXPECT_NE(planned(opened()).front().key, rows[0].key);
}

TEST_F(AnswersTableTest, RefusesUnknownNamesAndStops) {
  options_.defences = {"magic"};
  EXPECT_FALSE(plan_answers(data_, models_, options_, opened()).ok());
  options_.defences = {"none"};
  ResultFile results = opened();
  RunOptions run;
  run.cancel.request();
  const Status stopped =
      run_answers(data_, models_, planned(results), options_, results, RowSink{}, run);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, Code::kCancelled);
  EXPECT_TRUE(results.rows().empty());
}

}  // namespace
}  // namespace ragsieve::eval
