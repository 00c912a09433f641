#include "ragsieve/store/jobs_store.h"

#include <gmock/gmock.h>

#include "ragsieve/store/stores_test_internal.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class JobsSuite : public StoresTest {
 protected:
  JobsStore& jobs() { return stores().jobs; }
  void enqueue(const std::string& id) {
    ASSERT_TRUE(jobs().enqueue({id, "audit", "kim", "{\"corpus\":\"c\"}", 3}, 10).ok());
  }
  std::string take(const std::string& run) {
    const auto job = jobs().take(run, 20);
    EXPECT_TRUE(job.ok());
    return job.ok() && *job ? (*job)->id : "";
  }
  StoredJob find(const std::string& id) {
    const auto job = jobs().find(id);
    EXPECT_TRUE(job.ok() && *job);
    return job.ok() && *job ? **job : StoredJob();
  }
};
RAGSIEVE_EVERY_DATABASE(JobsSuite);

TEST_P(JobsSuite, OldestIsTakenFirstAndOnce) {
  enqueue("a");
  enqueue("b");
  const auto job = jobs().take("run1", 20);
  ASSERT_TRUE(job.ok() && *job);
  EXPECT_EQ((*job)->id, "a");
  EXPECT_EQ((*job)->kind, "audit");
  EXPECT_EQ((*job)->who, "kim");
  EXPECT_EQ((*job)->request, "{\"corpus\":\"c\"}");
  EXPECT_EQ((*job)->state, JobState::kRunning);
  EXPECT_EQ((*job)->run, "run1");
  EXPECT_EQ((*job)->items_total, 3);
  EXPECT_EQ((*job)->created_us, 10);
  EXPECT_EQ((*job)->started_us, 20);
  EXPECT_EQ(take("run1"), "b");
  EXPECT_EQ(take("run1"), "");
}

TEST_P(JobsSuite, IdIsTakenOnce) {
  enqueue("a");
  const Status refused = jobs().enqueue({"a", "audit", "", "{}", 0}, 11);
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(is_duplicate(refused.error()));
}

TEST_P(JobsSuite, FinishesOnce) {
  enqueue("a");
  take("run1");
  EXPECT_FALSE(*jobs().progress("a", "run1", 2, 4));
  EXPECT_EQ(find("a").items_done, 2);
  EXPECT_EQ(find("a").items_total, 4);
  ASSERT_TRUE(jobs().finish("a", "run1", "{\"n\":1}", 30).ok());
  EXPECT_EQ(find("a").state, JobState::kDone);
  EXPECT_EQ(find("a").result, "{\"n\":1}");
  EXPECT_EQ(find("a").ended_us, 30);
  const Status again = jobs().finish("a", "run1", "{\"n\":2}", 40);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, Code::kInvalidArgument);
  EXPECT_THAT(again.error().message, HasSubstr("job 'a' is done"));
  EXPECT_FALSE(jobs().fail("a", "run1", make_error(Code::kIo, "x"), 40).ok());
  EXPECT_FALSE(jobs().end_cancelled("a", "run1", 40).ok());
  EXPECT_FALSE(jobs().give_back("a", "run1").ok());
  EXPECT_FALSE(jobs().progress("a", "run1", 1, 1).ok());
  EXPECT_EQ(find("a").result, "{\"n\":1}");
  EXPECT_EQ(find("a").ended_us, 30);
}

TEST_P(JobsSuite, AnotherRunCannotEndIt) {
  enqueue("a");
  const Status queued = jobs().finish("a", "run1", "{}", 30);
  ASSERT_FALSE(queued.ok());
  EXPECT_THAT(queued.error().message, HasSubstr("queued"));
  take("run1");
  const Status other = jobs().finish("a", "run2", "{}", 30);
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("another run"));
  EXPECT_FALSE(jobs().progress("a", "run2", 1, 1).ok());
  const Status absent = jobs().finish("b", "run1", "{}", 30);
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code, Code::kNotFound);
  EXPECT_TRUE(jobs().finish("a", "run1", "{}", 30).ok());
}

TEST_P(JobsSuite, FailureIsKeptWithItsCode) {
  enqueue("a");
  take("run1");
  ASSERT_TRUE(jobs().fail("a", "run1", make_error(Code::kTimedOut, "the model took 9 s"), 30).ok());
  EXPECT_EQ(find("a").state, JobState::kFailed);
  EXPECT_EQ(find("a").error_code, "timed_out");
  EXPECT_EQ(find("a").error_message, "the model took 9 s");
}

TEST_P(JobsSuite, QueuedJobIsCancelledAtOnceAndARunningOneIsAsked) {
  enqueue("a");
  enqueue("b");
  take("run1");
  EXPECT_EQ(*jobs().request_cancel("b", 25), JobState::kCancelled);
  EXPECT_EQ(find("b").ended_us, 25);
  EXPECT_EQ(*jobs().request_cancel("a", 25), JobState::kRunning);
  EXPECT_FALSE(find("a").ended_us.has_value());
  EXPECT_TRUE(*jobs().progress("a", "run1", 1, 3));
  ASSERT_TRUE(jobs().end_cancelled("a", "run1", 30).ok());
  EXPECT_EQ(find("a").state, JobState::kCancelled);
  for (const char* id : {"a", "b", "absent"}) {
    const auto refused = jobs().request_cancel(id, 40);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code,
              id == std::string("absent") ? Code::kNotFound : Code::kInvalidArgument);
  }
}

TEST_P(JobsSuite, RecoversWhatAnotherRunLeft) {
  for (const char* id : {"a", "b", "c", "d"}) enqueue(id);
  EXPECT_EQ(take("run1"), "a");
  EXPECT_EQ(take("run1"), "b");
  EXPECT_EQ(take("run2"), "c");
  ASSERT_TRUE(jobs().request_cancel("b", 25).ok());
  const auto recovery = jobs().recover("run2", 50);
  ASSERT_TRUE(recovery.ok()) << to_string(recovery.error());
  EXPECT_THAT(recovery->queued, ElementsAre("a"));
  EXPECT_THAT(recovery->cancelled, ElementsAre("b"));
  EXPECT_THAT(recovery->failed, ElementsAre());
  EXPECT_EQ(find("a").state, JobState::kQueued);
  EXPECT_EQ(find("a").attempts, 1);
  EXPECT_FALSE(find("a").run.has_value());
  EXPECT_EQ(find("b").state, JobState::kCancelled);
  EXPECT_EQ(find("c").state, JobState::kRunning);  // of this run
  EXPECT_FALSE(jobs().finish("a", "run1", "{}", 60).ok());
  EXPECT_EQ(take("run2"), "a");
}

TEST_P(JobsSuite, FailsAfterThreeRunsThatBrokeOff) {
  enqueue("a");
  for (const char* run : {"run1", "run2"}) {
    EXPECT_EQ(take(run), "a");
    EXPECT_THAT(jobs().recover(std::string(run) + "+", 50)->queued, ElementsAre("a"));
  }
  EXPECT_EQ(take("run3"), "a");
  EXPECT_THAT(jobs().recover("run4", 60)->failed, ElementsAre("a"));
  EXPECT_EQ(find("a").state, JobState::kFailed);
  EXPECT_EQ(find("a").attempts, 3);
  EXPECT_EQ(find("a").error_code, "interrupted");
  EXPECT_EQ(find("a").ended_us, 60);
}

TEST_P(JobsSuite, OrderlyStopGivesAJobBack) {
  enqueue("a");
  take("run1");
  ASSERT_TRUE(jobs().give_back("a", "run1").ok());
  EXPECT_EQ(find("a").attempts, 0);
  EXPECT_EQ(take("run2"), "a");
}

TEST_P(JobsSuite, ListsAndCounts) {
  for (const char* id : {"a", "b", "c"}) enqueue(id);
  ASSERT_TRUE(jobs().enqueue({"d", "screens", "lee", "{}", 1}, 10).ok());
  take("run1");
  EXPECT_EQ(*jobs().count(JobState::kQueued), 3);
  EXPECT_EQ(*jobs().count(JobState::kDone), 0);
  EXPECT_EQ(*jobs().count(JobState::kQueued, "lee"), 1);
  EXPECT_EQ(*jobs().count(JobState::kQueued, "nobody"), 0);
  JobFilter filter;
  EXPECT_EQ(jobs().list(filter, {})->size(), 4U);
  filter.state = JobState::kQueued;
  filter.who = "kim";
  Page page;
  page.limit = 1;
  const auto first = jobs().list(filter, page);
  ASSERT_TRUE(first.ok() && first->size() == 1);
  EXPECT_EQ(first->front().id, "c");
  page.before = first->front().sequence;
  EXPECT_EQ(jobs().list(filter, page)->front().id, "b");
}

TEST_P(JobsSuite, RemovesOldEndedJobsWithWhatBelongsToThem) {
  for (const char* id : {"old", "young", "running"}) enqueue(id);
  for (int i = 0; i < 3; ++i) (void)take("run1");
  for (const char* id : {"old", "young", "running"}) {
    ASSERT_TRUE(stores().job_items.add(id, "run1", {0, "{}"}, 20).ok());
    ASSERT_TRUE(stores().job_events.append(id, {0, "item", "{}", 20}).ok());
  }
  ASSERT_TRUE(jobs().finish("old", "run1", "{}", 30).ok());
  ASSERT_TRUE(jobs().finish("young", "run1", "{}", 90).ok());
  EXPECT_EQ(*jobs().remove_ended_before(90, 0), 0);
  EXPECT_EQ(*jobs().remove_ended_before(90, 9), 1);
  EXPECT_FALSE(jobs().find("old")->has_value());
  EXPECT_TRUE(stores().job_items.done("old")->empty());
  EXPECT_TRUE(stores().job_events.since("old", 0, 9)->empty());
  EXPECT_EQ(stores().job_items.done("young")->size(), 1U);
  EXPECT_EQ(find("running").state, JobState::kRunning);
}

TEST_P(JobsSuite, RemovesNoMoreThanItIsTold) {
  for (const char* id : {"a", "b", "c"}) {
    enqueue(id);
    (void)take("run1");
    ASSERT_TRUE(jobs().finish(id, "run1", "{}", 30).ok());
  }
  EXPECT_EQ(*jobs().remove_ended_before(90, 2), 2);
  EXPECT_TRUE(jobs().find("c")->has_value());
  EXPECT_EQ(*jobs().remove_ended_before(90, 2), 1);
}

TEST_P(JobsSuite, ItemsAreDoneOnceAndByTheRunThatHasTheJob) {
  enqueue("a");
  take("run1");
  JobItemsStore& items = stores().job_items;
  for (const int item : {5, 0, 3}) {
    ASSERT_TRUE(items.add("a", "run1", {item, "{}"}, 30).ok());
  }
  const Status again = items.add("a", "run1", {3, "{\"other\":1}"}, 30);
  ASSERT_FALSE(again.ok());
  EXPECT_TRUE(is_duplicate(again.error()));
  const Status other = items.add("a", "run2", {4, "{}"}, 30);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, Code::kInvalidArgument);
  EXPECT_THAT(*items.done("a"), ElementsAre(0, 3, 5));
  EXPECT_THAT(*items.list("a", 1, 1), ElementsAre(JobItem{3, "{}"}));
  ASSERT_TRUE(jobs().recover("run2", 40).ok());  // done items stay done
  EXPECT_THAT(*items.done("a"), ElementsAre(0, 3, 5));
}

TEST_P(JobsSuite, ItemsAreRemovedByTheRunThatHasTheJob) {
  enqueue("a");
  enqueue("b");
  take("run1");
  take("run1");
  JobItemsStore& items = stores().job_items;
  for (const int item : {0, 1}) {
    ASSERT_TRUE(items.add("a", "run1", {item, "{}"}, 30).ok());
    ASSERT_TRUE(items.add("b", "run1", {item, "{}"}, 30).ok());
  }
  EXPECT_EQ(*items.remove_all("a", "run2"), 0);
  EXPECT_EQ(*items.remove_all("a", "run1"), 2);
  EXPECT_TRUE(items.done("a")->empty());
  EXPECT_EQ(items.done("b")->size(), 2U);
}

TEST_P(JobsSuite, EventsGoOnBehindTheLastOneSeen) {
  enqueue("a");
  enqueue("b");
  JobEventsStore& events = stores().job_events;
  std::vector<std::int64_t> numbers;
  for (int i = 0; i < 4; ++i) {
    numbers.push_back(*events.append("a", {0, "progress", std::to_string(i), i}));
    ASSERT_TRUE(events.append("b", {0, "progress", "{}", i}).ok());
  }
  const auto since = events.since("a", numbers[1], 9);
  ASSERT_TRUE(since.ok() && since->size() == 2);
  EXPECT_EQ(since->front().sequence, numbers[2]);
  EXPECT_EQ(since->front().type, "progress");
  EXPECT_EQ(since->front().data, "2");
  EXPECT_EQ(since->back().time_us, 3);
  EXPECT_EQ(events.since("a", 0, 1)->size(), 1U);
  EXPECT_EQ(*events.trim("a", 1), 3);
  EXPECT_EQ(events.since("a", 0, 9)->front().sequence, numbers[3]);
  EXPECT_EQ(events.since("b", 0, 9)->size(), 4U);
  EXPECT_EQ(*events.trim("a", 0), 1);
  EXPECT_GT(*events.append("a", {0, "done", "{}", 9}), numbers[3]);  // a number never comes back
  EXPECT_FALSE(events.append("absent", {0, "done", "{}", 9}).ok());
}

}  // namespace
}  // namespace ragsieve
