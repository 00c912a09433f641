#include "ragsieve/service/metrics_source.h"

#include <gmock/gmock.h>

#include "ragsieve/service/failing_state_testing.h"
#include "ragsieve/service/screened_testing.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;

class MetricsSourceTest : public testing::Test, protected ScreenedState {
 protected:
  MetricsSourceTest() { state_ = failing_state(gone_, &n_asked_); }
  std::atomic<bool> gone_ = false;
  std::atomic<std::size_t> n_asked_ = 0;
};

TEST_F(MetricsSourceTest, CountsWhatTheStateHas) {
  MetricsSource source(*state_, clock_);
  add_screened("a", kAdmitted);
  add_screened("b", kQuarantined);
  keep([](Stores& stores) -> Status {
    RAGSIEVE_CHECK(stores.jobs.enqueue({"one", "audit", "kim", "{}", 0}, 1));
    RAGSIEVE_CHECK(stores.jobs.enqueue({"two", "audit", "kim", "{}", 0}, 1));
    RAGSIEVE_CHECK(stores.jobs.take("run", 2));
    return ok_status();
  });
  const StateFigures figures = source.read().value();
  EXPECT_EQ(figures.waiting, 1);
  EXPECT_EQ(figures.queued, 1);
  EXPECT_EQ(figures.running, 1);
  EXPECT_THAT(figures.verdicts.n, ElementsAre(1, 1, 0, 0));
}

TEST_F(MetricsSourceTest, TheStateIsAskedAtMostEveryTenSeconds) {
  MetricsSource source(*state_, clock_);
  add_screened("a", kAdmitted);
  ASSERT_TRUE(source.read().ok());
  add_screened("b", kRejected);
  const std::size_t before = n_asked_;
  clock_.now += MetricsSource::kKeptMs - 1;
  EXPECT_THAT(source.read().value().verdicts.n, ElementsAre(1, 0, 0, 0));
  EXPECT_EQ(n_asked_, before);
  clock_.now += 1;
  EXPECT_THAT(source.read().value().verdicts.n, ElementsAre(1, 0, 1, 0));
  EXPECT_GT(n_asked_, before);
  add_screened("c", kRejected);
  clock_.now -= 3'600'000;  // the clock was set back
  EXPECT_THAT(source.read().value().verdicts.n, ElementsAre(1, 0, 2, 0));
}

TEST_F(MetricsSourceTest, AStateThatIsGoneIsAnErrorAndTriedAgain) {
  MetricsSource source(*state_, clock_);
  add_screened("a", kAdmitted);
  gone_ = true;
  EXPECT_EQ(source.read().error().code, Code::kUnavailable);
  gone_ = false;
  EXPECT_THAT(source.read().value().verdicts.n, ElementsAre(1, 0, 0, 0));
}

}  // namespace
}  // namespace ragsieve
