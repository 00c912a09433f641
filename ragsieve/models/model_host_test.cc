#include "ragsieve/models/model_host.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace ragsieve {
namespace {

HostWork work(std::size_t n_items, Priority priority,
              std::function<Status(std::size_t, std::size_t)> item) {
  return HostWork{"test", n_items, priority, std::move(item)};
}

TEST(ModelHost, RunsItemsInOrderOnItsThread) {
  ModelHost host(1);
  std::vector<std::size_t> seen;
  std::thread::id id;
  ASSERT_TRUE(host.run(work(5, Priority::kJob,
                            [&](std::size_t item, std::size_t) {
                              seen.push_back(item);
                              id = std::this_thread::get_id();
                              return ok_status();
                            }),
                       RunOptions{})
                  .ok());
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  EXPECT_NE(id, std::this_thread::get_id());
}

TEST(ModelHost, WorkersShareTheItems) {
  ModelHost host(3);
  std::vector<std::atomic<int>> seen(200);
  ASSERT_TRUE(host.run(work(seen.size(), Priority::kJob,
                            [&](std::size_t item, std::size_t worker) {
                              EXPECT_LT(worker, 3U);
                              ++seen[item];
                              return ok_status();
                            }),
                       RunOptions{})
                  .ok());
  for (const auto& count : seen) EXPECT_EQ(count.load(), 1);
}

TEST(ModelHost, LowestErrorOfThoseThatRan) {
  ModelHost host(2);
  std::atomic<int> started{0};
  const Status status = host.run(work(2, Priority::kJob,
                                      [&](std::size_t item, std::size_t) -> Status {
                                        ++started;
                                        while (started < 2) std::this_thread::yield();
                                        return make_error(Code::kInternal, std::to_string(item));
                                      }),
                                 RunOptions{});
  EXPECT_EQ(status.error().message, "0");
}

TEST(ModelHost, FirstErrorEndsTheWork) {
  ModelHost host(1);
  int ran = 0;
  const Status status = host.run(work(5, Priority::kJob,
                                      [&](std::size_t item, std::size_t) -> Status {
                                        ++ran;
                                        if (item == 2) return make_error(Code::kInternal, "two");
                                        return ok_status();
                                      }),
                                 RunOptions{});
  EXPECT_EQ(status.error().message, "two");
  EXPECT_EQ(ran, 3);
}

TEST(ModelHost, CancelReachesTheRunningItem) {
  ModelHost host(1);
  RunOptions options;
  const Status status = host.run(work(2, Priority::kJob,
                                      [&](std::size_t, std::size_t) -> Status {
                                        options.cancel.request();
                                        while (!host.abort_flag(0)) std::this_thread::yield();
                                        return make_error(Code::kCancelled, "aborted");
                                      }),
                                 options);
  EXPECT_EQ(status.error().code, Code::kCancelled);
}

TEST(ModelHost, JobsGetOneItemInEight) {
  ModelHost host(1);
  std::string order;
  std::atomic<bool> queued{false};
  std::thread interactive([&] {
    // Holds the host until both kinds wait, then records who comes when.
    const Status status = host.run(work(17, Priority::kInteractive,
                                        [&](std::size_t item, std::size_t) {
                                          while (item == 0 && !queued) std::this_thread::yield();
                                          order += 'i';
                                          return ok_status();
                                        }),
                                   RunOptions{});
    EXPECT_TRUE(status.ok());
  });
  std::thread job([&] {
    RunOptions options;
    options.progress = [&](const ProgressEvent&) { queued = true; };
    const Status status = host.run(work(2, Priority::kJob,
                                        [&](std::size_t, std::size_t) {
                                          order += 'j';
                                          return ok_status();
                                        }),
                                   options);
    EXPECT_TRUE(status.ok());
  });
  interactive.join();
  job.join();
  // The job may have come first; otherwise one of its items runs among every eight.
  EXPECT_EQ(order.size(), 19U);
  if (order[0] == 'i') {
    EXPECT_EQ(order, "iiiiiiijiiiiiiijiii");
  }
}

TEST(ModelHost, RefusesWorkAfterFork) {
  ModelHost host(1);
  const pid_t child = fork();
  if (child == 0) {
    const Status status =
        host.run(work(1, Priority::kJob, [](std::size_t, std::size_t) { return ok_status(); }),
                 RunOptions{});
    _exit(!status.ok() && status.error().code == Code::kUnavailable ? 0 : 1);
  }
  int state = 0;
  waitpid(child, &state, 0);
  EXPECT_TRUE(WIFEXITED(state) && WEXITSTATUS(state) == 0);
}

}  // namespace
}  // namespace ragsieve
