#include "eval/attacks/generate.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "eval/attacks/poison_file.h"
#include "eval/attacks/testing.h"
#include "ragsieve/connect/test_folder.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

class MakeAttacks : public testing::Test {
 protected:
  Result<MadeAttacks> make(int threads = 1) {
    FakeEncoder encoder;
    RunOptions run;
    run.threads = threads;
    run.progress = [&](const ProgressEvent& event) { stages_.insert(std::string(event.stage)); };
    return make_attacks(data_, {&encoder, &encoder}, options_, run);
  }
  std::vector<std::string> lines(int threads = 1) {
    const Result<MadeAttacks> made = make(threads);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : to_string(made.error()));
    std::vector<std::string> lines;
    if (!made.ok()) return lines;
    for (const MadePoison& poison : made->poisons) {
      lines.push_back(poison_line(poison, options_.seed));
    }
    return lines;
  }
  Error refused() {
    const Result<MadeAttacks> made = make();
    EXPECT_FALSE(made.ok());
    return made.ok() ? Error{} : made.error();
  }

  Dataset data_ = towns();
  AttackOptions options_;
  std::set<std::string> stages_;
};

TEST_F(MakeAttacks, EveryKindGivesPoisonsOfItsOwn) {
  options_.n_targets = 2;
  add_rare_words(data_);
  const Result<MadeAttacks> made = make();
  ASSERT_TRUE(made.ok()) << to_string(made.error());
  std::map<std::string, std::size_t> counts;
  std::set<std::string> ids;
  for (const MadePoison& poison : made->poisons) {
    ++counts[poison.attack];
    EXPECT_TRUE(ids.insert(poison.id).second);
    EXPECT_THAT(poison.id, HasSubstr(poison.attack));
  }
  ASSERT_EQ(made->reports.size(), attack_kinds().size());
  for (std::size_t i = 0; i < made->reports.size(); ++i) {
    const KindReport& report = made->reports[i];
    const AttackKind kind = attack_kinds()[i];
    EXPECT_EQ(report.kind, kind.name);
    EXPECT_EQ(report.n_targets, 2U) << kind.name;
    EXPECT_EQ(report.n_poisons, counts[kind.name]);
    EXPECT_EQ(report.n_poisons, 2 * kind.per_target) << kind.name;
    EXPECT_EQ(report.n_encodings > 0, kind.name == "joint" || kind.name == "greedy_prefix");
    EXPECT_TRUE(stages_.contains(kind.name));
  }
}

TEST_F(MakeAttacks, SameSeedSameBytesOnAnyNumberOfThreads) {
  options_.n_targets = 2;
  const std::vector<std::string> one = lines(1);
  EXPECT_EQ(one, lines(4));
  options_.seed = 1;
  EXPECT_NE(one, lines(1));
}

TEST_F(MakeAttacks, FewerTargetsOrKindsAreAPartOfMore) {
  options_.kinds = {"paraphrase_set", "homoglyph"};
  const std::vector<std::string> all = lines();
  options_.kinds = {"homoglyph"};
  options_.n_targets = 2;
  const std::vector<std::string> some = lines();
  ASSERT_EQ(some.size(), 10U);
  EXPECT_EQ(all[6 * kTexts], some[0]);
  EXPECT_EQ(all[6 * kTexts + 9], some[9]);
}

TEST_F(MakeAttacks, TargetsThatCannotBeAttackedAreSkippedAndCounted) {
  options_.kinds = {"fact_flip"};
  data_.relevant.erase("q0");
  const Result<MadeAttacks> made = make();
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->reports[0].n_skipped, 2U);  // and the one that is answered by no
  EXPECT_EQ(made->reports[0].n_targets, 4U);
  options_.n_targets = 1;
  const Result<MadeAttacks> first = make();
  ASSERT_TRUE(first.ok());
  EXPECT_EQ(first->reports[0].n_skipped, 1U);  // the next target takes its place
  EXPECT_EQ(first->poisons.at(0).target.query_id, "q1");
}

TEST_F(MakeAttacks, AFileOfPoisonsIsReadAsFamiliesBesideTheDataset) {
  TestFolder folder;
  std::string corpus;
  for (const Document& document : data_.clean.documents) {
    corpus += R"({"_id":")" + document.id + R"(","text":"x )" + document.id + "\"}\n";
  }
  folder.write("towns/corpus.jsonl", corpus);
  std::string questions;
  for (const Question& question : data_.questions) {
    questions += R"({"_id":")" + question.id + R"(","text":"x"})" + "\n";
  }
  folder.write("towns/queries.jsonl", questions);
  options_.n_targets = 2;
  const Result<MadeAttacks> made = make();
  ASSERT_TRUE(made.ok());
  const std::string path = folder.path("made.jsonl");
  ASSERT_TRUE(write_poisons(path, made->poisons, 0).ok());
  const Result<Dataset> data = read_dataset(folder.path("towns"), {}, {}, {path});
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  ASSERT_EQ(data->poisons.size(), made->poisons.size());
  for (std::size_t i = 0; i < data->poisons.size(); ++i) {
    EXPECT_EQ(data->poisons[i].document.id, made->poisons[i].id);
    EXPECT_EQ(text_of(data->poisons[i].document), made->poisons[i].draft.text);
    EXPECT_EQ(data->poisons[i].query, made->poisons[i].draft.query);
    EXPECT_EQ(data->poisons[i].target_answer, made->poisons[i].target.target_answer);
  }
  EXPECT_EQ(data->attacks().size(), attack_kinds().size());
  EXPECT_EQ(write_poisons(folder.path("none/made.jsonl"), made->poisons, 0).error().code,
            Code::kNotFound);
}

TEST_F(MakeAttacks, ALineHoldsNoteAndSeed) {
  options_.kinds = {"fact_flip"};
  options_.seed = 7;
  EXPECT_THAT(lines().front(), testing::AllOf(HasSubstr(R"("_id":"made-fact_flip-7-00000")"),
                                              HasSubstr(R"("seed":7,"note":"of d0-0")")));
}

TEST_F(MakeAttacks, WrongUseIsTold) {
  options_.kinds = {"magic"};
  EXPECT_THAT(refused().message, HasSubstr("'magic' is unknown, expected one of question_prefix"));
  options_.kinds = {"joint", "joint"};
  EXPECT_THAT(refused().message, HasSubstr("joint is named twice"));
  options_.kinds = {"joint"};
  options_.n_targets = 0;
  EXPECT_EQ(refused().where.field, "targets");
  options_.n_targets = 1;
  data_.poisons.clear();
  EXPECT_THAT(refused().message, HasSubstr("towns has no poison with a target answer"));
  data_ = towns();
  data_.clean.documents.clear();
  EXPECT_THAT(refused().message, HasSubstr("towns has no document"));
}

TEST_F(MakeAttacks, BothEncodersAreOneModel) {
  FakeEncoder encoder(32);
  FakeEncoder other(16);
  const auto made = make_attacks(data_, {&encoder, &other}, options_, {});
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.error().message, HasSubstr("is not the retriever's"));
}

TEST_F(MakeAttacks, CanBeStopped) {
  FakeEncoder encoder;
  RunOptions run;
  run.progress = [&](const ProgressEvent& event) {
    if (event.stage == "paraphrase_set") run.cancel.request();
  };
  const auto made = make_attacks(data_, {&encoder, &encoder}, options_, run);
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve::eval
