#include "ragsieve/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace ragsieve {
namespace {

TEST(ParallelFor, EveryItemRunsOnce) {
  for (const int threads : {1, 2, 5}) {
    RunOptions run;
    run.threads = threads;
    std::vector<std::atomic<int>> seen(101);
    ASSERT_TRUE(parallel_for(seen.size(), "test", run, [&](std::size_t item, int worker) {
                  EXPECT_LT(worker, threads);
                  ++seen[item];
                  return ok_status();
                }).ok());
    for (const auto& count : seen) EXPECT_EQ(count.load(), 1);
  }
}

TEST(ParallelFor, LowestErrorOfThoseThatRan) {
  RunOptions run;
  const Status status = parallel_for(10, "test", run, [](std::size_t item, int) -> Status {
    if (item >= 3) return make_error(Code::kInvalidInput, "item " + std::to_string(item));
    return ok_status();
  });
  EXPECT_EQ(status.error().message, "item 3");
}

TEST(ParallelFor, CancelStopsNewItems) {
  RunOptions run;
  std::atomic<int> ran{0};
  const Status status = parallel_for(1000000, "test", run, [&](std::size_t, int) {
    if (++ran == 10) run.cancel.request();
    return ok_status();
  });
  EXPECT_EQ(status.error().code, Code::kCancelled);
  EXPECT_EQ(ran.load(), 10);
}

TEST(ParallelFor, ProgressComesFromTheCaller) {
  RunOptions run;
  std::uint64_t last = 0;
  run.progress = [&](const ProgressEvent& event) { last = event.done; };
  ASSERT_TRUE(parallel_for(7, "test", run, [](std::size_t, int) { return ok_status(); }).ok());
  EXPECT_EQ(last, 7U);
}

TEST(ParallelFor, WrongThreadCountIsRefused) {
  RunOptions run;
  run.threads = 0;
  const Status status = parallel_for(1, "test", run, [](std::size_t, int) { return ok_status(); });
  EXPECT_EQ(status.error().code, Code::kInvalidArgument);
}

}  // namespace
}  // namespace ragsieve
