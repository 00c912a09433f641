#include "ragsieve/service/gates.h"

#include <gmock/gmock.h>

#include "ragsieve/service/gate_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

class GatesTest : public GateServiceTest {};

TEST_F(GatesTest, ACorpusIsUsedOnceItWasOpened) {
  const auto early = gates_->of("notes", {});
  ASSERT_FALSE(early.ok());
  EXPECT_EQ(early.error().code, Code::kUnavailable);
  EXPECT_THAT(early.error().message, HasSubstr("registered"));

  const Status opened = gates_->open("notes", {});
  ASSERT_TRUE(opened.ok()) << to_string(opened.error());
  const StoredCorpus stored = corpora_->find("notes").value();
  EXPECT_EQ(stored.state, "ready");
  ASSERT_TRUE(stored.manifest.has_value());
  const auto gate = gates_->of("notes", {});
  ASSERT_TRUE(gate.ok()) << to_string(gate.error());
  EXPECT_EQ((*gate)->digests().corpus, to_hex(*stored.manifest));
  EXPECT_EQ((*gate)->n_documents(), 30U);
  EXPECT_EQ(gates_->of("notes", {}).value(), *gate);  // the same one
}

TEST_F(GatesTest, OtherProbesAreAnotherGate) {
  ASSERT_TRUE(gates_->open("notes", {}).ok());
  const auto before = gates_->of("notes", {}).value();
  probes_->digest.bytes[0] = 1;
  probes_->probes.push_back({"x", "Where does station1 stand?", "", 1, "file"});
  const auto after = gates_->of("notes", {}).value();
  EXPECT_EQ(before->probes().size(), 1U);
  EXPECT_EQ(after->probes().size(), 2U);
}

TEST_F(GatesTest, ACorpusThatCannotBeReadHasFailedAndSaysSo) {
  write("corpora/bad.jsonl", "{\"_id\":\n");
  ASSERT_TRUE(corpora_->put("bad", "bad.jsonl", "ann").ok());
  EXPECT_FALSE(gates_->open("bad", {}).ok());
  EXPECT_EQ(corpora_->find("bad")->state, "failed");
  EXPECT_THAT(gates_->of("bad", {}).error().message, HasSubstr("failed"));
  EXPECT_EQ(gates_->of("nothing", {}).error().code, Code::kNotFound);
}

TEST_F(GatesTest, AStoppedOpeningLeavesTheCorpusRegistered) {
  RunOptions run;
  run.cancel.request();
  EXPECT_EQ(gates_->open("notes", run).error().code, Code::kCancelled);
  EXPECT_EQ(corpora_->find("notes")->state, "registered");
}

TEST_F(GatesTest, TheLongestUnusedGateGoesAndComesBack) {
  for (const char* name : {"a", "b"}) {
    ASSERT_TRUE(corpora_->put(name, "notes.jsonl", "ann").ok());
  }
  for (const char* name : {"notes", "a"}) ASSERT_TRUE(gates_->open(name, {}).ok());
  const auto a = gates_->of("a", {}).value();
  const auto notes = gates_->of("notes", {}).value();
  ASSERT_TRUE(gates_->open("b", {}).ok());  // two are kept: `a` goes
  EXPECT_EQ(gates_->of("notes", {}).value(), notes);
  EXPECT_NE(gates_->of("a", {}).value(), a);
}

}  // namespace
}  // namespace ragsieve
