#include "ragsieve/service/screen_jobs.h"

#include <gmock/gmock.h>

#include <thread>

#include "ragsieve/service/gate_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class ScreenJobsTest : public GateServiceTest {
 protected:
  std::map<std::string, JobWork> kinds() {
    return {{kScreensJob, screens_work(*desk_, {})}, {kCorpusJob, corpus_work(*gates_, {})}};
  }
  StoredJob ended(const std::string& id) {
    for (;;) {
      const StoredJob now =
          *state_->use([&](Stores& stores) { return stores.jobs.find(id); }).value();
      if (now.ended_us) return now;
      std::this_thread::yield();
    }
  }
  std::vector<JobItem> items(const std::string& id) {
    return state_->use([&](Stores& stores) { return stores.job_items.list(id, 0, 100); }).value();
  }
};

TEST_F(ScreenJobsTest, ABatchOfDocumentsIsScreenedAndKept) {
  JobRunner jobs(*state_, clock_, kinds(), nullptr);
  ASSERT_TRUE(jobs.start().ok());
  const std::string opened = jobs.enqueue(kCorpusJob, "ann", corpus_request("notes"), 0).value();
  const std::string batch =
      jobs.enqueue(kScreensJob, "ann",
                   screens_request({request("a.md", kPlainNote), request("empty.md", ""),
                                    request("b.md", kFlippedNote)}),
                   3)
          .value();
  EXPECT_EQ(ended(opened).state, JobState::kDone);
  const StoredJob done = ended(batch);
  ASSERT_EQ(done.state, JobState::kDone) << done.error_message.value_or("");
  EXPECT_THAT(*done.result, HasSubstr("\"errors\":1"));
  EXPECT_EQ(done.items_done, 3);
  const std::vector<JobItem> found = items(batch);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_THAT(found[0].result, HasSubstr("\"id\":\"a.md\""));
  EXPECT_THAT(found[1].result, HasSubstr("{\"error\":"));
  EXPECT_THAT(found[2].result, HasSubstr("\"report\":\"sha256:"));
  EXPECT_EQ(state_->use([](Stores& stores) { return stores.documents.list({}); })->size(), 2U);
  EXPECT_THAT(state_->problems().value(), IsEmpty());
}

TEST_F(ScreenJobsTest, WhatAnEarlierRunHasKeptIsNotKeptTwice) {
  ASSERT_TRUE(gates_->open("notes", {}).ok());
  const std::string request_text =
      screens_request({request("a.md", kPlainNote), request("b.md", kFlippedNote)});
  JobRunner jobs(*state_, clock_, kinds(), nullptr);
  const std::string id = jobs.enqueue(kScreensJob, "ann", request_text, 2).value();
  // A run that was killed behind the first document.
  ASSERT_TRUE(state_->use([&](Stores& stores) { return stores.jobs.take("dead", 1); }).ok());
  ASSERT_TRUE(state_
                  ->use([&](Stores& stores) {
                    return stores.job_items.add(id, "dead", {0, "{\"document\":\"before\"}"}, 1);
                  })
                  .ok());
  ASSERT_TRUE(jobs.start().ok());
  EXPECT_EQ(ended(id).state, JobState::kDone);
  const std::vector<JobItem> found = items(id);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].result, "{\"document\":\"before\"}");
  EXPECT_EQ(state_->use([](Stores& stores) { return stores.documents.list({}); })->size(), 1U);
}

TEST_F(ScreenJobsTest, ABatchOpensACorpusThatIsNotReadyYet) {
  JobRunner jobs(*state_, clock_, kinds(), nullptr);
  ASSERT_TRUE(jobs.start().ok());
  const std::string id =
      jobs.enqueue(kScreensJob, "ann", screens_request({request("a.md", kPlainNote)}), 1).value();
  EXPECT_EQ(ended(id).state, JobState::kDone);
  EXPECT_EQ(corpora_->find("notes")->state, "ready");
}

TEST_F(ScreenJobsTest, ABatchAgainstACorpusThatHasFailedFailsAndSaysSo) {
  ASSERT_TRUE(corpora_->note("notes", "failed", std::nullopt).ok());
  JobRunner jobs(*state_, clock_, kinds(), nullptr);
  ASSERT_TRUE(jobs.start().ok());
  const std::string id =
      jobs.enqueue(kScreensJob, "ann", screens_request({request("a.md", kPlainNote)}), 1).value();
  const StoredJob failed = ended(id);
  EXPECT_EQ(failed.state, JobState::kFailed);
  EXPECT_EQ(failed.error_code, "unavailable");
  EXPECT_THAT(*failed.error_message, HasSubstr("not ready"));
}

}  // namespace
}  // namespace ragsieve
