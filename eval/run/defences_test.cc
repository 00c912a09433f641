#include "eval/run/defences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "ragsieve/json/reader.h"

namespace ragsieve::eval {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> names_of(const std::vector<Defence>& defences) {
  std::vector<std::string> names;
  for (const Defence& defence : defences) names.push_back(defence.name);
  return names;
}

TEST(Defences, AreEveryDetectorThatFlagsAndTheSerialOnes) {
  const std::vector<std::string> names = names_of(defences({}).value());
  EXPECT_EQ(names.front(), "none");
  for (const char* name : {"rsq", "trust_rag", "rsg", "audit_default", "clean_base", "rsg+rsq",
                           "audit_default+filter_default"}) {
    EXPECT_THAT(names, Contains(name));
  }
  EXPECT_THAT(names, Not(Contains("knn_distance")));
  EXPECT_THAT(names, Not(Contains("gmtp_clm")));
}

TEST(Defences, HaveTheOptionsOfTheirDetectors) {
  const std::vector<Defence> all = defences({}).value();
  for (const Defence& defence : all) {
    const auto config = json::Reader().parse(defence.config);
    ASSERT_TRUE(config.ok()) << defence.config;
    EXPECT_EQ(config->find("offline") != nullptr, defence.offline.has_value()) << defence.name;
    EXPECT_EQ(config->find("online") != nullptr, defence.online.has_value()) << defence.name;
  }
}

TEST(Defences, ByName) {
  const auto chosen = defences({"clean_base+trust_rag", "none", "gmtp_clm"});
  ASSERT_TRUE(chosen.ok()) << to_string(chosen.error());
  EXPECT_THAT(names_of(*chosen), ElementsAre("clean_base+trust_rag", "none", "gmtp_clm"));
  EXPECT_EQ(chosen->front().offline->name, "clean_base");
  EXPECT_EQ(chosen->front().online->name, "trust_rag");
}

TEST(Defences, WrongNamesAreRefused) {
  for (const char* name : {"magic", "trust_rag+rsg", "rsg+", "none+rsq", ""}) {
    const auto chosen = defences({name});
    ASSERT_FALSE(chosen.ok()) << name;
    EXPECT_EQ(chosen.error().code, Code::kInvalidArgument);
    EXPECT_THAT(chosen.error().message, HasSubstr("expected one of none, rsq"));
  }
  EXPECT_THAT(defences({"knn_distance"}).error().message, HasSubstr("has no threshold"));
}

TEST(KeptRanks, RefillInTheOrderOfRetrieval) {
  OnlineContext context;
  context.retrieved.documents.resize(9);
  EXPECT_THAT(kept_ranks(context, {}), ElementsAre(0, 1, 2, 3, 4));
  const baselines::Scores scores{{0, false}, {1, true}, {0, false}, {1, true}, {0, false}};
  EXPECT_THAT(kept_ranks(context, scores), ElementsAre(0, 2, 4, 5, 6));
  EXPECT_THAT(kept_ranks(context, baselines::Scores(5, {1, true})), ElementsAre(5, 6, 7, 8));
  EXPECT_THAT(kept_ranks(OnlineContext{}, {}), IsEmpty());
}

TEST(WithoutFlagged, KeepsRowsAndTextsTogether) {
  Dataset dataset;
  DatasetVectors vectors{{3, 2, {1, 1, 2, 2, 3, 3}}, {2, 2, {4, 4, 5, 5}}};
  for (const char* id : {"d0", "d1", "d2"}) {
    dataset.clean.documents.emplace_back();
    dataset.clean.documents.back().id = id;
  }
  dataset.poisons.resize(2);
  const Snapshot snapshot{{1, 0}, 1};
  const baselines::Scores scores{{0, false}, {1, true}, {0, false}, {1, true}, {0, false}};
  const Survivors left = without_flagged(dataset, snapshot, vectors, scores);
  ASSERT_EQ(left.dataset.clean.documents.size(), 2U);
  EXPECT_EQ(left.dataset.clean.documents[1].id, "d2");
  EXPECT_EQ(left.vectors.clean.n_rows, 2U);
  EXPECT_THAT(left.vectors.clean.values, ElementsAre(1, 1, 3, 3));
  EXPECT_EQ(left.vectors.poisons.n_rows, 2U);
  EXPECT_THAT(left.snapshot.poisons, ElementsAre(0));
}

}  // namespace
}  // namespace ragsieve::eval
