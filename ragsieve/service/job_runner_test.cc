#include "ragsieve/service/job_runner.h"

#include <gmock/gmock.h>

#include <future>

#include "ragsieve/service/failing_state_testing.h"
#include "ragsieve/service/idempotent.h"
#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class JobRunnerTest : public ServiceTest {
 protected:
  JobRunner runner(std::map<std::string, JobWork> kinds) {
    return {*state_, clock_, std::move(kinds), nullptr};
  }
  StoredJob job(const std::string& id) {
    return *state_->use([&](Stores& stores) { return stores.jobs.find(id); }).value();
  }
  // The job once it has ended.
  StoredJob ended(const std::string& id) {
    for (;;) {
      const StoredJob now = job(id);
      if (now.ended_us) return now;
      std::this_thread::yield();
    }
  }
  std::vector<std::string> events(const std::string& id) {
    std::vector<std::string> types;
    const auto found =
        state_->use([&](Stores& stores) { return stores.job_events.since(id, 0, 1000); });
    for (const JobEvent& event : found.value()) types.push_back(event.type + event.data);
    return types;
  }
};

JobContext::MakeItem item(const std::string& result) {
  return [result](Stores&) -> Result<std::string> { return result; };
}

// A job whose work ends while the state cannot be written.
class UnwritableEnd : public JobRunnerTest {
 protected:
  UnwritableEnd() { state_ = failing_state(gone_); }
  std::unique_ptr<JobRunner> failing_runner() {
    std::map<std::string, JobWork> kinds{
        {"work", [this](const StoredJob&, JobContext&) -> Result<std::string> {
           gone_ = true;
           return std::string("{}");
         }}};
    LogSink log = [this](LogLevel, std::string_view line) {
      if (told_ || line.find("is tried again") == line.npos) return;
      told_ = true;
      tried_.set_value();
    };
    return std::make_unique<JobRunner>(*state_, clock_, std::move(kinds), std::move(log));
  }
  std::atomic<bool> gone_ = false;
  std::promise<void> tried_;
  bool told_ = false;  // of the runner's thread
};

Result<std::string> three_items(JobContext& context) {
  RAGSIEVE_TRY(const std::set<std::int64_t> done, context.done());
  for (std::int64_t i = 0; i < 3; ++i) {
    if (done.contains(i)) continue;
    RAGSIEVE_CHECK(context.item_done(i, 3, item("{\"n\":" + std::to_string(i) + "}")));
  }
  return std::string("{\"ok\":true}");
}

TEST_F(JobRunnerTest, DoesQueuedJobsInTheirOrder) {
  std::vector<std::string> seen;
  JobRunner jobs = runner({{"note", [&](const StoredJob& job, JobContext&) -> Result<std::string> {
                              seen.push_back(job.request);
                              return std::string("{}");
                            }}});
  const std::string one = jobs.enqueue("note", "me", "1", 0).value();
  const std::string two = jobs.enqueue("note", "me", "2", 0).value();
  EXPECT_EQ(job(one).state, JobState::kQueued);
  ASSERT_TRUE(jobs.start().ok());
  EXPECT_EQ(ended(two).state, JobState::kDone);
  const std::string three = jobs.enqueue("note", "me", "3", 0).value();
  EXPECT_EQ(ended(three).state, JobState::kDone);
  EXPECT_THAT(seen, ElementsAre("1", "2", "3"));
}

TEST_F(JobRunnerTest, ACallerMayQueueSoManyJobsAndNoMore) {
  JobRunner jobs = runner({{"note", [](const StoredJob&, JobContext&) -> Result<std::string> {
                              return std::string("{}");
                            }}});
  const auto once = idempotent_request("k", "me", {"a"}).value();
  const std::string first = jobs.enqueue_for_caller("note", "me", "{}", 0, once).value();
  for (std::int64_t i = 1; i < JobRunner::kMostQueued; ++i) {
    ASSERT_TRUE(jobs.enqueue_for_caller("note", "me", "{}", 0).ok());
  }
  const auto refused = jobs.enqueue_for_caller("note", "me", "{}", 0);
  ASSERT_FALSE(refused.ok());
  EXPECT_TRUE(is_queue_full(refused.error()));
  EXPECT_THAT(refused.error().message, HasSubstr("64 of your jobs are queued"));
  EXPECT_EQ(jobs.enqueue_for_caller("note", "me", "{}", 0, once).value(), first);
  EXPECT_TRUE(jobs.enqueue_for_caller("note", "you", "{}", 0).ok());
  EXPECT_TRUE(jobs.enqueue("note", "me", "{}", 0).ok());  // what the service itself begins
  for (int i = 0; i < 2; ++i) {
    const auto oldest = state_->use([](Stores& stores) { return stores.jobs.take("run", 1); });
    ASSERT_TRUE(oldest.ok());
  }
  EXPECT_TRUE(jobs.enqueue_for_caller("note", "me", "{}", 0).ok());
  EXPECT_FALSE(is_queue_full(make_error(Code::kUnavailable, "the state is gone")));
}

TEST_F(JobRunnerTest, ItemsAndTheirEventsAreKept) {
  JobRunner jobs = runner(
      {{"items", [](const StoredJob&, JobContext& context) { return three_items(context); }}});
  ASSERT_TRUE(jobs.start().ok());
  const std::string id = jobs.enqueue("items", "me", "{}", 3).value();
  const StoredJob done = ended(id);
  EXPECT_EQ(done.items_done, 3);
  EXPECT_EQ(done.result, "{\"ok\":true}");
  EXPECT_THAT(events(id), ElementsAre("item{\"item\":0,\"done\":1,\"total\":3}",
                                      "item{\"item\":1,\"done\":2,\"total\":3}",
                                      "item{\"item\":2,\"done\":3,\"total\":3}", "done{}"));
}

// The first runner stops in the middle, as a service does that is shut down; the second one finds
// what was done.
TEST_F(JobRunnerTest, AJobThatWasStoppedGoesOnWhereItWas) {
  std::string id;
  {
    std::promise<void> begun;
    JobRunner jobs =
        runner({{"items", [&](const StoredJob&, JobContext& context) -> Result<std::string> {
                   RAGSIEVE_CHECK(context.item_done(1, 3, item("{}")));
                   begun.set_value();
                   while (!context.cancel().requested()) std::this_thread::yield();
                   return make_error(Code::kCancelled, "stopped as asked");
                 }}});
    ASSERT_TRUE(jobs.start().ok());
    id = jobs.enqueue("items", "me", "{}", 3).value();
    begun.get_future().wait();
    jobs.stop();
  }
  EXPECT_EQ(job(id).state, JobState::kQueued);
  std::set<std::int64_t> found;
  JobRunner jobs =
      runner({{"items", [&](const StoredJob&, JobContext& context) -> Result<std::string> {
                 RAGSIEVE_TRY(found, context.done());
                 return three_items(context);
               }}});
  ASSERT_TRUE(jobs.start().ok());
  const StoredJob done = ended(id);
  EXPECT_EQ(done.state, JobState::kDone);
  EXPECT_EQ(done.items_done, 3);
  EXPECT_THAT(found, ElementsAre(1));
}

// As after a kill: the job is running in a run that is no more.
TEST_F(JobRunnerTest, AJobOfARunThatIsGoneBeginsAgain) {
  const auto took = state_->use([&](Stores& stores) -> Result<std::optional<StoredJob>> {
    RAGSIEVE_CHECK(stores.jobs.enqueue({"left", "items", "me", "{}", 3}, 1));
    return stores.jobs.take("an earlier run", 2);
  });
  ASSERT_TRUE(took.ok());
  JobRunner jobs = runner(
      {{"items", [](const StoredJob&, JobContext& context) { return three_items(context); }}});
  ASSERT_TRUE(jobs.start().ok());
  const StoredJob done = ended("left");
  EXPECT_EQ(done.state, JobState::kDone);
  EXPECT_EQ(done.attempts, 1);
}

TEST_F(JobRunnerTest, WorkMayForgetTheItemsOfAnEarlierRun) {
  const Status left = state_->in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_CHECK(stores.jobs.enqueue({"left", "items", "me", "{}", 3}, 1));
    RAGSIEVE_CHECK(stores.jobs.take("an earlier run", 2));
    return stores.job_items.add("left", "an earlier run", {1, "{\"old\":1}"}, 3);
  });
  ASSERT_TRUE(left.ok());
  JobRunner jobs =
      runner({{"items", [](const StoredJob&, JobContext& context) -> Result<std::string> {
                 RAGSIEVE_CHECK(context.begin_again());
                 return three_items(context);
               }}});
  ASSERT_TRUE(jobs.start().ok());
  EXPECT_EQ(ended("left").items_done, 3);
  const auto items =
      state_->use([](Stores& stores) { return stores.job_items.list("left", 1, 1); });
  EXPECT_EQ(items.value().at(0).result, "{\"n\":1}");
}

TEST_F(JobRunnerTest, AnErrorIsTheJobsAndTheNextOneGoesOn) {
  JobRunner jobs = runner(
      {{"bad",
        [](const StoredJob&, JobContext&) -> Result<std::string> {
          return make_error(Code::kNotFound, "no such corpus");
        }},
       {"items", [](const StoredJob&, JobContext& context) { return three_items(context); }}});
  ASSERT_TRUE(jobs.start().ok());
  const std::string bad = jobs.enqueue("bad", "me", "{}", 0).value();
  const std::string good = jobs.enqueue("items", "me", "{}", 3).value();
  EXPECT_EQ(ended(good).state, JobState::kDone);
  EXPECT_EQ(job(bad).state, JobState::kFailed);
  EXPECT_EQ(job(bad).error_code, "not_found");
  EXPECT_EQ(job(bad).error_message, "no such corpus");
  EXPECT_THAT(events(bad), ElementsAre("failed{\"code\":\"not_found\"}"));
}

TEST_F(JobRunnerTest, CancelReachesTheJobAtHand) {
  std::promise<void> begun;
  JobRunner jobs =
      runner({{"long", [&](const StoredJob&, JobContext& context) -> Result<std::string> {
                 begun.set_value();
                 while (!context.cancel().requested()) std::this_thread::yield();
                 return make_error(Code::kCancelled, "stopped as asked");
               }}});
  ASSERT_TRUE(jobs.start().ok());
  const std::string id = jobs.enqueue("long", "me", "{}", 0).value();
  const std::string waiting = jobs.enqueue("long", "me", "{}", 0).value();
  begun.get_future().wait();
  EXPECT_EQ(jobs.cancel(waiting, "me").value(), JobState::kCancelled);
  EXPECT_EQ(jobs.cancel(id, "me").value(), JobState::kRunning);
  EXPECT_EQ(ended(id).state, JobState::kCancelled);
  EXPECT_THAT(events(id), ElementsAre("cancelled{}"));
  EXPECT_EQ(jobs.cancel(id, "me").error().code, Code::kInvalidArgument);
  EXPECT_EQ(jobs.cancel("none", "me").error().code, Code::kNotFound);
}

TEST_F(JobRunnerTest, ProgressIsWrittenNowAndThenAndAtTheEnd) {
  JobRunner jobs =
      runner({{"steps", [&](const StoredJob&, JobContext& context) -> Result<std::string> {
                 for (std::int64_t i = 1; i <= 100; ++i) {
                   clock_.now += 30;
                   RAGSIEVE_CHECK(context.progress("encode", i, 100));
                 }
                 return std::string("{}");
               }}});
  ASSERT_TRUE(jobs.start().ok());
  const std::string id = jobs.enqueue("steps", "me", "{}", 100).value();
  EXPECT_EQ(ended(id).items_done, 100);
  const std::vector<std::string> all = events(id);
  EXPECT_GT(all.size(), 20U);
  EXPECT_LT(all.size(), 40U);
  EXPECT_THAT(all[all.size() - 2], HasSubstr("{\"stage\":\"encode\",\"done\":100,\"total\":100}"));
}

TEST_F(UnwritableEnd, IsWrittenOnceTheStateIsBack) {
  const auto jobs = failing_runner();
  const std::string id = jobs->enqueue("work", "me", "{}", 0).value();
  ASSERT_TRUE(jobs->start().ok());
  tried_.get_future().wait();
  gone_ = false;
  EXPECT_EQ(ended(id).state, JobState::kDone);
  EXPECT_THAT(events(id), ElementsAre("done{}"));
}

TEST_F(UnwritableEnd, IsGivenUpWithTheServiceAndTheJobBeginsAgain) {
  std::string id;
  {
    const auto jobs = failing_runner();
    id = jobs->enqueue("work", "me", "{}", 0).value();
    ASSERT_TRUE(jobs->start().ok());
    tried_.get_future().wait();
    jobs->stop();
  }
  gone_ = false;
  EXPECT_EQ(job(id).state, JobState::kRunning);
  JobRunner next = runner({{"work", [](const StoredJob&, JobContext&) -> Result<std::string> {
                              return std::string("{}");
                            }}});
  ASSERT_TRUE(next.start().ok());
  const StoredJob done = ended(id);
  EXPECT_EQ(done.state, JobState::kDone);
  EXPECT_EQ(done.attempts, 1);
}

// What was accepted is not given up because the database was stopped for a while.
TEST_F(UnwritableEnd, WorkThatTheStateInterruptedGoesOnLater) {
  int n_runs = 0;
  const auto work = [&](const StoredJob&, JobContext& context) -> Result<std::string> {
    RAGSIEVE_TRY(const std::set<std::int64_t> done, context.done());
    if (++n_runs == 1) {
      RAGSIEVE_CHECK(context.item_done(0, 2, item("{}")));
      gone_ = true;
    }
    RAGSIEVE_CHECK(context.item_done(1, 2, item("{}")));
    return std::to_string(done.size());
  };
  const auto nothing = [](const StoredJob&, JobContext&) -> Result<std::string> {
    return std::string("{}");
  };
  JobRunner jobs(*state_, clock_, {{"work", work}, {"nothing", nothing}},
                 [this](LogLevel, std::string_view line) {
                   if (told_ || line.find("is tried again") == line.npos) return;
                   told_ = true;
                   tried_.set_value();
                 });
  const std::string id = jobs.enqueue("work", "me", "{}", 2).value();
  ASSERT_TRUE(jobs.start().ok());
  tried_.get_future().wait();
  gone_ = false;
  ASSERT_TRUE(jobs.enqueue("nothing", "me", "{}", 0).ok());  // else it would look again later
  const StoredJob done = ended(id);
  EXPECT_EQ(done.state, JobState::kDone);
  EXPECT_EQ(done.result, "1");  // the item of the first run stays
  EXPECT_THAT(events(id), ElementsAre(HasSubstr("item"), HasSubstr("item"), HasSubstr("done")));
}

// A model that is gone is the job's own trouble, as long as the state is there.
TEST_F(JobRunnerTest, WorkThatItsModelInterruptedHasFailed) {
  const auto work = [](const StoredJob&, JobContext& context) -> Result<std::string> {
    RAGSIEVE_CHECK(context.progress("encode", 1, 1));
    return make_error(Code::kUnavailable, "the endpoint is gone");
  };
  JobRunner jobs = runner({{"work", work}});
  ASSERT_TRUE(jobs.start().ok());
  EXPECT_EQ(ended(jobs.enqueue("work", "me", "{}", 0).value()).state, JobState::kFailed);
}

TEST_F(JobRunnerTest, AResultThatCannotBeKeptFailsItsJob) {
  JobRunner jobs = runner({{"odd", [](const StoredJob&, JobContext&) -> Result<std::string> {
                              return std::string("{\0}", 3);
                            }}});
  ASSERT_TRUE(jobs.start().ok());
  const StoredJob failed = ended(jobs.enqueue("odd", "me", "{}", 0).value());
  EXPECT_EQ(failed.state, JobState::kFailed);
  EXPECT_EQ(failed.error_code, "internal");
  EXPECT_THAT(*failed.error_message, HasSubstr("cannot be kept"));
}

TEST_F(JobRunnerTest, WhatEndsWithoutARunHasItsEventToo) {
  const Status left = state_->in_transaction([](Stores& stores) -> Status {
    RAGSIEVE_CHECK(stores.jobs.enqueue({"left", "items", "me", "{}", 3}, 1));
    RAGSIEVE_CHECK(stores.jobs.take("an earlier run", 2));
    RAGSIEVE_CHECK(stores.jobs.request_cancel("left", 3));
    return ok_status();
  });
  ASSERT_TRUE(left.ok()) << to_string(left.error());
  JobRunner jobs = runner(
      {{"items", [](const StoredJob&, JobContext& context) { return three_items(context); }}});
  const std::string waiting = jobs.enqueue("items", "me", "{}", 3).value();
  EXPECT_EQ(jobs.cancel(waiting, "me").value(), JobState::kCancelled);
  ASSERT_TRUE(jobs.start().ok());
  EXPECT_THAT(events(waiting), ElementsAre("cancelled{}"));
  EXPECT_THAT(events("left"), ElementsAre("cancelled{}"));
}

TEST_F(JobRunnerTest, RefusesAKindThatIsNone) {
  JobRunner jobs = runner({});
  const auto id = jobs.enqueue("dance", "me", "{}", 0);
  ASSERT_FALSE(id.ok());
  EXPECT_THAT(id.error().message, HasSubstr("no kind of job 'dance'"));
}

}  // namespace
}  // namespace ragsieve
