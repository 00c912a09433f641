#include "server/work_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace ragsieve {
namespace {

using testing::ElementsAre;

// A queue of one thread whose first work waits until it is let go, so that the rest stands still.
class WorkQueueTest : public testing::Test {
 protected:
  void hold(WorkQueue& queue) {
    std::promise<void> started;
    ASSERT_EQ(queue.submit("holder",
                           [&started, go = gate_.get_future().share()] {
                             started.set_value();
                             go.wait();
                           }),
              Refusal::kNone);
    started.get_future().wait();
  }
  void let_go() { gate_.set_value(); }

  std::function<void()> note(const std::string& name) {
    return [this, name] {
      const std::lock_guard lock(mutex_);
      done_.push_back(name);
    };
  }

  std::promise<void> gate_;
  std::mutex mutex_;
  std::vector<std::string> done_;
};

TEST_F(WorkQueueTest, CallersTakeTurns) {
  WorkQueue queue({});
  hold(queue);
  for (const char* name : {"a1", "a2", "a3"}) {
    ASSERT_EQ(queue.submit("a", note(name)), Refusal::kNone);
  }
  ASSERT_EQ(queue.submit("b", note("b1")), Refusal::kNone);
  let_go();
  queue.stop();
  EXPECT_THAT(done_, ElementsAre("a1", "b1", "a2", "a3"));
}

TEST_F(WorkQueueTest, OneCallerCannotFillIt) {
  WorkQueue queue({1, 3, 2});
  hold(queue);
  EXPECT_EQ(queue.submit("a", note("a1")), Refusal::kNone);
  EXPECT_EQ(queue.submit("a", note("a2")), Refusal::kNone);
  EXPECT_EQ(queue.submit("a", note("a3")), Refusal::kCallerFull);
  EXPECT_EQ(queue.submit("b", note("b1")), Refusal::kNone);
  EXPECT_EQ(queue.submit("c", note("c1")), Refusal::kFull);
  EXPECT_EQ(queue.waiting(), 3U);
  let_go();
  queue.stop();
  EXPECT_THAT(done_, ElementsAre("a1", "b1", "a2"));
}

TEST_F(WorkQueueTest, StopDoesWhatWasTakenAndTakesNoMore) {
  WorkQueue queue({});
  hold(queue);
  EXPECT_EQ(queue.submit("a", note("a1")), Refusal::kNone);
  let_go();
  queue.stop();
  EXPECT_THAT(done_, ElementsAre("a1"));
  EXPECT_EQ(queue.submit("a", note("a2")), Refusal::kStopped);
}

TEST_F(WorkQueueTest, EveryWorkRunsOnceOnSeveralThreads) {
  std::atomic<int> sum = 0;
  int taken = 0;
  {
    WorkQueue queue({4, 1000, 1000});
    for (int i = 1; i <= 500; ++i) {
      const std::string caller(1, static_cast<char>('a' + i % 7));
      if (queue.submit(caller, [&sum, i] { sum += i; }) == Refusal::kNone) taken += i;
    }
  }
  EXPECT_EQ(sum, taken);
  EXPECT_EQ(taken, 500 * 501 / 2);
}

}  // namespace
}  // namespace ragsieve
