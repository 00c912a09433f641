#include "ragsieve/service/jobs_desk.h"

#include <gmock/gmock.h>

#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class JobsDeskTest : public ServiceTest {
 protected:
  std::string enqueue() { return runner_.enqueue("note", "kim", "{}", 2).value(); }
  // Takes the oldest job, does both of its items and ends it, as a runner does.
  void finish_one() {
    const Status done = state_->in_transaction([](Stores& stores) -> Status {
      RAGSIEVE_TRY(const auto job, stores.jobs.take("run", 2));
      for (std::int64_t i = 0; i < 2; ++i) {
        RAGSIEVE_CHECK(stores.job_items.add(job->id, "run", {i, "{}"}, 3));
      }
      RAGSIEVE_CHECK(stores.jobs.finish(job->id, "run", "{}", 4));
      RAGSIEVE_CHECK(stores.job_events.append(job->id, {0, "done", "{}", 4}));
      return ok_status();
    });
    ASSERT_TRUE(done.ok()) << to_string(done.error());
  }
  JobRunner runner_{*state_, clock_, {{"note", nullptr}}, nullptr};
  JobsDesk desk_{*state_, runner_};
};

TEST_F(JobsDeskTest, JobsAreListedByState) {
  const std::string first = enqueue();
  const std::string second = enqueue();
  finish_one();
  EXPECT_THAT(desk_.list(std::nullopt, {}).value(), SizeIs(2));
  const auto queued = desk_.list(JobState::kQueued, {}).value();
  ASSERT_THAT(queued, SizeIs(1));
  EXPECT_EQ(queued[0].id, second);
  EXPECT_EQ(desk_.find(first).value()->state, JobState::kDone);
  EXPECT_FALSE(desk_.find(std::string("a\0b", 3)).value());
}

TEST_F(JobsDeskTest, ItemsBeginWhereTheyAreAskedFor) {
  const std::string id = enqueue();
  finish_one();
  EXPECT_THAT(desk_.items(id, 0, 100).value(), SizeIs(2));
  EXPECT_EQ(desk_.items(id, 1, 100).value().front().item, 1);
  EXPECT_EQ(desk_.items("none", 0, 100).error().code, Code::kNotFound);
}

TEST_F(JobsDeskTest, NewsAreOverWithTheLastEventOfAJobThatEnded) {
  const std::string id = enqueue();
  EXPECT_FALSE(desk_.news(id, 0)->over);
  finish_one();
  const JobNews last = desk_.news(id, 0).value();
  ASSERT_THAT(last.events, SizeIs(1));
  EXPECT_TRUE(last.over);
  EXPECT_THAT(desk_.news(id, last.events[0].sequence)->events, IsEmpty());
  EXPECT_TRUE(desk_.news("none", 0)->over);
}

TEST_F(JobsDeskTest, OnlyWhatHasNotEndedIsCancelled) {
  const std::string ended = enqueue();
  finish_one();
  const std::string queued = enqueue();
  EXPECT_EQ(desk_.cancel(ended, "kim").value(), CancelOutcome::kEnded);
  EXPECT_EQ(desk_.cancel(queued, "kim").value(), CancelOutcome::kAsked);
  EXPECT_EQ(desk_.find(queued).value()->state, JobState::kCancelled);
  EXPECT_EQ(desk_.cancel(queued, "kim").value(), CancelOutcome::kEnded);
  EXPECT_EQ(desk_.cancel("none", "kim").value(), CancelOutcome::kUnknown);
}

}  // namespace
}  // namespace ragsieve
