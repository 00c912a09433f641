#include "eval/dataset/dataset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "eval/dataset/snapshot.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/connect/test_folder.h"

namespace ragsieve::eval {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string poison(const std::string& id, const std::string& target, const std::string& attack) {
  return R"({"_id":")" + id + R"(","text":"text of )" + id + R"(","query_id":")" + target +
         R"(","query":"what?","target_answer":"x","correct_answer":"y","attack":")" + attack +
         "\"}\n";
}

// A folder whose files can be replaced.
class DatasetTest : public testing::Test {
 protected:
  DatasetTest() {
    folder_.write("set/corpus.jsonl",
                  "{\"_id\":\"d1\",\"text\":\"one\"}\n{\"_id\":\"d2\",\"text\":\"two\"}\n");
    folder_.write("set/queries.jsonl",
                  "{\"_id\":\"q1\",\"text\":\"why?\",\"answers\":[\"y\"]}\n"
                  "{\"_id\":\"q2\",\"text\":\"how?\"}\n");
    folder_.write("set/qrels.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\n");
    folder_.write("set/poisons.jsonl", poison("p1", "q1", "black") + poison("p2", "q1", "llm") +
                                           poison("p3", "q1", "black") +
                                           poison("p4", "q2", "black") + poison("p5", "q2", "llm"));
  }

  Result<Dataset> read(const DatasetLimits& limits = {}, const RunOptions& run = {}) {
    return read_dataset(folder_.path("set"), limits, run);
  }
  // With files beside it, by their names in the folder.
  Result<Dataset> read_with(const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(folder_.path(name));
    return read_dataset(folder_.path("set"), {}, {}, paths);
  }
  Error refused(const DatasetLimits& limits = {}, const RunOptions& run = {}) {
    const Result<Dataset> data = read(limits, run);
    EXPECT_FALSE(data.ok());
    return data.ok() ? Error{} : data.error();
  }
  void append(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_.path("set/" + name), std::ios::app) << bytes;
  }

  TestFolder folder_;
};

TEST_F(DatasetTest, IsReadWhole) {
  const Result<Dataset> data = read();
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  EXPECT_EQ(data->name, "set");
  EXPECT_EQ(data->clean.documents.size(), 2U);
  EXPECT_EQ(data->questions.size(), 2U);
  EXPECT_THAT(data->relevant.at("q1"), ElementsAre("d1"));
  EXPECT_EQ(data->poisons.size(), 5U);
  EXPECT_EQ(data->poisons[2].document.line, 3U);
  EXPECT_THAT(data->attacks(), ElementsAre("black", "llm"));
}

TEST_F(DatasetTest, DigestsFollowTheContent) {
  const Result<Dataset> before = read();
  append("poisons.jsonl", poison("p6", "q2", "llm"));
  append("corpus.jsonl", "{\"_id\":\"d3\",\"text\":\"three\"}\n");
  const Result<Dataset> after = read();
  ASSERT_TRUE(before.ok() && after.ok());
  EXPECT_NE(before->poisons_digest, after->poisons_digest);
  EXPECT_NE(before->corpus_digest, after->corpus_digest);
}

TEST_F(DatasetTest, ACorpusAloneIsADataset) {
  for (const char* name : {"queries.jsonl", "qrels.tsv", "poisons.jsonl"}) {
    std::filesystem::remove(folder_.path("set/" + std::string(name)));
  }
  const Result<Dataset> data = read();
  ASSERT_TRUE(data.ok()) << to_string(data.error());
  EXPECT_TRUE(data->attacks().empty());
}

TEST_F(DatasetTest, ABadLineIsAnErrorOfTheWholeWithItsPlace) {
  append("poisons.jsonl", "{\"_id\":\"p6\"}\n");
  const Error error = refused();
  EXPECT_EQ(error.code, Code::kInvalidInput);
  EXPECT_THAT(error.where.path, HasSubstr("poisons.jsonl"));
  EXPECT_EQ(error.where.line, 6U);
  EXPECT_EQ(error.where.field, "text");
}

TEST_F(DatasetTest, ABadDocumentIsAnErrorOfTheWhole) {
  append("corpus.jsonl", "{\"_id\":\"d1\",\"text\":\"again\"}\n");
  const Error error = refused();
  EXPECT_THAT(error.where.path, HasSubstr("corpus.jsonl"));
  EXPECT_EQ(error.where.line, 3U);
}

TEST_F(DatasetTest, IdsAreUniqueAndKnown) {
  append("queries.jsonl", "{\"_id\":\"q1\",\"text\":\"again?\"}\n");
  EXPECT_THAT(refused().message, HasSubstr("'q1', which stood in an earlier line"));
  folder_.write("set/queries.jsonl", "{\"_id\":\"q1\",\"text\":\"why?\"}\n");
  const Error unknown = refused();
  EXPECT_THAT(unknown.message, HasSubstr("'q2', which queries.jsonl does not hold"));
  EXPECT_EQ(unknown.where.field, "query_id");
  EXPECT_EQ(unknown.where.line, 4U);
  folder_.write("set/poisons.jsonl", poison("d1", "q1", "black"));
  EXPECT_THAT(refused().message, HasSubstr("the id of a document"));
  folder_.write("set/poisons.jsonl", poison("p1", "q1", "black") + poison("p1", "q1", "black"));
  EXPECT_THAT(refused().message, HasSubstr("'p1', which stood in an earlier line"));
}

TEST_F(DatasetTest, JudgementsNameWhatIsThere) {
  append("qrels.tsv", "q9\td1\t1\n");
  EXPECT_EQ(refused().where.field, "query-id");
  folder_.write("set/qrels.tsv", "q1\td9\t1\n");
  const Error error = refused();
  EXPECT_EQ(error.where.field, "corpus-id");
  EXPECT_EQ(error.where.line, 1U);
}

TEST_F(DatasetTest, LimitsAreKept) {
  EXPECT_EQ(refused({.documents = 1}).code, Code::kTooLarge);
  EXPECT_THAT(refused({.questions = 1}).where.path, HasSubstr("queries.jsonl"));
  EXPECT_THAT(refused({.judgements = 2}).where.path, HasSubstr("qrels.tsv"));
  const Error poisons = refused({.poisons = 4});
  EXPECT_EQ(poisons.code, Code::kTooLarge);
  EXPECT_EQ(poisons.where.line, 5U);
  EXPECT_THAT(poisons.message, HasSubstr("more than 4 records"));
  append("poisons.jsonl", "{\"_id\":\"" + std::string(limits::kLineBytes, 'x') + "\"}\n");
  EXPECT_EQ(refused().code, Code::kTooLarge);
}

TEST_F(DatasetTest, MissingOrCancelledIsSaid) {
  EXPECT_EQ(read_dataset(folder_.path("nowhere"), {}, {}).error().code, Code::kNotFound);
  RunOptions run;
  run.cancel.request();
  EXPECT_EQ(refused({}, run).code, Code::kCancelled);
}

TEST_F(DatasetTest, PoisonsBesideItAreFurtherFamilies) {
  folder_.write("a.jsonl", poison("a1", "q1", "flip") + poison("a2", "q2", "made"));
  folder_.write("b.jsonl", poison("b1", "q2", "blend"));
  const Result<Dataset> alone = read();
  const Result<Dataset> data = read_with({"a.jsonl", "b.jsonl"});
  ASSERT_TRUE(alone.ok() && data.ok());
  EXPECT_THAT(data->attacks(), ElementsAre("black", "blend", "flip", "llm", "made"));
  EXPECT_THAT(make_snapshot(*data, {"made", 0})->poisons, ElementsAre(6));
  EXPECT_TRUE(data->is_own(data->poisons[0]));
  EXPECT_FALSE(data->is_own(data->poisons[5]));
}

TEST_F(DatasetTest, AFamilysDigestIsThatOfItsFiles) {
  folder_.write("a.jsonl", poison("a1", "q1", "flip") + poison("a2", "q2", "made"));
  folder_.write("b.jsonl", poison("b1", "q2", "blend"));
  const std::string own = to_hex(read()->poisons_digest);
  const Result<Dataset> data = read_with({"a.jsonl", "b.jsonl"});
  ASSERT_TRUE(data.ok());
  for (const char* family : {"", "black", "llm+black"}) {
    EXPECT_EQ(family_digest(*data, family), own) << family;
  }
  EXPECT_NE(family_digest(*data, "flip"), own);
  EXPECT_EQ(family_digest(*data, "flip"), family_digest(*data, "made+flip"));
  EXPECT_NE(family_digest(*data, "flip"), family_digest(*data, "blend"));
  EXPECT_NE(family_digest(*data, "flip+black"), family_digest(*data, "flip+blend"));
  EXPECT_EQ(family_digest(*data, "flip+black"), family_digest(*data, "black+flip"));
}

TEST_F(DatasetTest, AFileBesideItIsReadByTheSameRules) {
  folder_.write("a.jsonl", poison("a1", "q1", "black"));
  const Error mixed = read_with({"a.jsonl"}).error();
  EXPECT_EQ(mixed.where.field, "attack");
  EXPECT_THAT(mixed.message, HasSubstr("'black', which an earlier file holds"));
  folder_.write("a.jsonl", poison("p1", "q1", "made"));
  EXPECT_THAT(read_with({"a.jsonl"}).error().message, HasSubstr("stood in an earlier line"));
  folder_.write("a.jsonl", poison("a1", "q9", "made"));
  EXPECT_EQ(read_with({"a.jsonl"}).error().where.field, "query_id");
  EXPECT_EQ(read_with({"none.jsonl"}).error().code, Code::kNotFound);
}

TEST_F(DatasetTest, SnapshotTakesAFamilyByTarget) {
  const Result<Dataset> data = read();
  ASSERT_TRUE(data.ok());
  const auto rows = [&](const SnapshotOptions& options) {
    const Result<Snapshot> snapshot = make_snapshot(*data, options);
    EXPECT_TRUE(snapshot.ok());
    return snapshot.ok() ? snapshot->poisons : std::vector<std::size_t>{};
  };
  EXPECT_THAT(rows({"black", 0}), ElementsAre(0, 2, 3));
  EXPECT_THAT(rows({"black", 1}), ElementsAre(0, 3));
  EXPECT_THAT(rows({"llm+black", 2}), ElementsAre(1, 4, 0, 3));
  EXPECT_TRUE(rows({"", 0}).empty());
  EXPECT_EQ(make_snapshot(*data, {"black", 0})->n_targets, 2U);
}

TEST_F(DatasetTest, SnapshotTextsAreTheCorpusThenThePoisons) {
  const Result<Dataset> data = read();
  ASSERT_TRUE(data.ok());
  EXPECT_THAT(snapshot_texts(*data, *make_snapshot(*data, {"llm", 0})),
              ElementsAre("one", "two", "text of p2", "text of p5"));
}

TEST_F(DatasetTest, SnapshotRefusesAnUnknownOrRepeatedAttack) {
  const Result<Dataset> data = read();
  ASSERT_TRUE(data.ok());
  const Error unknown = make_snapshot(*data, {"white", 0}).error();
  EXPECT_EQ(unknown.code, Code::kInvalidArgument);
  EXPECT_THAT(unknown.message, HasSubstr("'white' is not in set, which holds black, llm"));
  EXPECT_THAT(make_snapshot(*data, {"llm+llm", 0}).error().message, HasSubstr("names llm twice"));
  EXPECT_FALSE(make_snapshot(*data, {"llm+", 0}).ok());
}

}  // namespace
}  // namespace ragsieve::eval
