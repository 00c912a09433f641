// A process that is killed at any moment has lost nothing that it acknowledged, and what it leaves
// behind is whole.
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/store/database_test_internal.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {
namespace {

// Of a size that makes SQLite checkpoint every dozen documents.
constexpr std::size_t kTextBytes = 300'000;

std::string name_of(int number) { return "document " + std::to_string(number); }

// One job from its acceptance to its sealed verdict.
Status work(StateStore& state, int number) {
  const std::string job = std::to_string(number);
  RAGSIEVE_CHECK(state.use([&](Stores& stores) -> Status {
    RAGSIEVE_CHECK(stores.jobs.enqueue({job, "screen", "kim", "{}", 1}, 1));
    RAGSIEVE_CHECK(stores.jobs.take("killed run", 2));
    return ok_status();
  }));
  return state.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(const ReportHead head, stores.reports.head());
    const Digest digest = sha256(job);
    RAGSIEVE_CHECK(stores.reports.append({0, digest, head.digest, "{}", 3}));
    StoredDocument document;
    document.id = name_of(number);
    document.text = std::string(kTextBytes, static_cast<char>('a' + number % 26));
    RAGSIEVE_CHECK(stores.documents.add(document));
    StoredVerdict verdict;
    verdict.document = document.id;
    verdict.report = digest;
    RAGSIEVE_CHECK(stores.verdicts.add(verdict, {{"injection", SignalStatus::kRan, "", 1, {}}}));
    return stores.jobs.finish(job, "killed run", "{}", 4);
  });
}

// In a process of its own: works, and writes a byte for each piece that is done.
[[noreturn]] void work_until_killed(const StateOptions& options, int acknowledged) {
  auto state = StateStore::open(options);
  for (int number = 0; state.ok() && work(**state, number).ok(); ++number) {
    if (::write(acknowledged, "y", 1) != 1) break;
  }
  ::_exit(1);
}

// How many pieces the process acknowledged: it is killed `delay_us` after the n-th.
int run_and_kill(const StateOptions& options, int n, int delay_us) {
  int ends[2];
  if (::pipe(ends) != 0) return -1;
  const pid_t child = ::fork();
  if (child == 0) work_until_killed(options, ends[1]);
  ::close(ends[1]);
  int done = 0;
  char byte = 0;
  while (done < n && ::read(ends[0], &byte, 1) == 1) ++done;
  std::this_thread::sleep_for(std::chrono::microseconds(delay_us));
  ::kill(child, SIGKILL);
  while (::read(ends[0], &byte, 1) == 1) ++done;
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the process ended by itself";
  return done;
}

class CrashSuite : public testing::TestWithParam<std::string> {
 protected:
  // `n` pieces were acknowledged: they are there, at most one more, and nothing is half there.
  static void check(StateStore& state, int n) {
    const auto problems = state.problems();
    ASSERT_TRUE(problems.ok()) << to_string(problems.error());
    EXPECT_THAT(*problems, testing::IsEmpty());
    const auto head = state.use([](Stores& stores) { return stores.reports.head(); });
    ASSERT_TRUE(head.ok());
    EXPECT_GE(head->sequence, n);
    EXPECT_LE(head->sequence, n + 1);
    for (int number = 0; number < head->sequence; ++number) {
      const Status whole = state.use([&](Stores& stores) -> Status {
        RAGSIEVE_TRY(const auto document, stores.documents.find(name_of(number)));
        EXPECT_TRUE(document && document->text && document->text->size() == kTextBytes);
        RAGSIEVE_TRY(const auto verdict, stores.verdicts.latest(name_of(number)));
        EXPECT_TRUE(verdict && verdict->report == sha256(std::to_string(number)));
        RAGSIEVE_TRY(const auto job, stores.jobs.find(std::to_string(number)));
        EXPECT_TRUE(job && job->state == JobState::kDone);
        return ok_status();
      });
      EXPECT_TRUE(whole.ok());
    }
  }
};
RAGSIEVE_LASTING_DATABASES(CrashSuite);

TEST_P(CrashSuite, KilledProcessLosesNothingThatItAcknowledged) {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto place = new_place(GetParam());
    const int n = run_and_kill(place->options(), static_cast<int>(random() % 20),
                               static_cast<int>(random() % 20'000));
    ASSERT_GE(n, 0);
    auto state = StateStore::open(place->options());
    ASSERT_TRUE(state.ok()) << to_string(state.error());
    check(**state, n);
    const auto recovery =
        (*state)->use([](Stores& stores) { return stores.jobs.recover("next run", 5); });
    ASSERT_TRUE(recovery.ok());
    EXPECT_LE(recovery->queued.size(), 1U);
    const auto n_running =
        (*state)->use([](Stores& stores) { return stores.jobs.count(JobState::kRunning); });
    EXPECT_EQ(*n_running, 0);
  }
}

}  // namespace
}  // namespace ragsieve
