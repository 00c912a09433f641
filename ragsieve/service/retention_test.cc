#include "ragsieve/service/retention.h"

#include <gmock/gmock.h>

#include <future>
#include <string>
#include <vector>

#include "ragsieve/service/failing_state_testing.h"
#include "ragsieve/service/gate_test_internal.h"

namespace ragsieve {
namespace {

using std::chrono::milliseconds;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::int64_t kDayMs = 86'400'000;

class TextRetention : public GateServiceTest {
 protected:
  bool has_text(const std::string& document) {
    return state_->use([&](Stores& stores) { return stores.documents.find(document); })
        .value()
        ->text.has_value();
  }
};

TEST_F(TextRetention, TextsOfAdmittedDocumentsGoAndThoseThatWaitStay) {
  ASSERT_TRUE(gates_->open("notes", {}).ok());
  const auto plain = desk_->screen(request("a.md", kPlainNote), "p", {}).value();
  const auto poison = desk_->screen(request("b.md", kFlippedNote), "p", {}).value();
  ASSERT_EQ(plain.record.verdict, Verdict::kAdmit);
  ASSERT_NE(poison.record.verdict, Verdict::kAdmit);
  EXPECT_EQ(forget_what_is_old(*state_, clock_, 90).value(), 0);
  clock_.now += 91 * kDayMs;
  EXPECT_EQ(forget_what_is_old(*state_, clock_, 90).value(), 1);
  EXPECT_FALSE(has_text(plain.document));
  EXPECT_TRUE(has_text(poison.document));
}

// The thread waits by the test's steps: what happens in each wait, and the end behind the last.
class RetentionTest : public ServiceTest {
 protected:
  RetentionTest() { state_ = failing_state(gone_); }

  void add_job(const std::string& id, bool ended) {
    const Status added = state_->in_transaction([&](Stores& stores) -> Status {
      const std::int64_t now_us = clock_.now_ms() * 1000;
      RAGSIEVE_CHECK(stores.jobs.enqueue({id, "audit", "kim", "{}", 1}, now_us));
      if (!ended) return ok_status();
      RAGSIEVE_CHECK(stores.jobs.take("run", now_us));
      RAGSIEVE_CHECK(stores.job_items.add(id, "run", {0, "{}"}, now_us));
      RAGSIEVE_CHECK(stores.jobs.finish(id, "run", "{}", now_us));
      return stores.idempotency.add({id, "kim", Digest{}}, id, now_us);
    });
    ASSERT_TRUE(added.ok()) << to_string(added.error());
  }
  std::vector<std::string> jobs() {
    std::vector<std::string> ids;
    const auto all = state_->use([](Stores& stores) { return stores.jobs.list({}, {}); }).value();
    for (const StoredJob& job : all) ids.push_back(job.id);
    return ids;
  }
  bool remembers_request(const std::string& key) {
    return state_
        ->use([&](Stores& stores) { return stores.idempotency.find({key, "kim", Digest{}}); })
        .value()
        .has_value();
  }

  // Runs the thread until every step was waited through and one more wait began.
  void run(std::uint64_t keep_days, const std::vector<std::function<void()>>& steps) {
    std::promise<void> over;
    const auto wait = [&](milliseconds time) {
      waits_.push_back(time);
      if (waits_.size() > steps.size()) {
        if (waits_.size() == steps.size() + 1) over.set_value();
        return false;
      }
      steps[waits_.size() - 1]();
      return true;
    };
    const auto log = [&](LogLevel level, std::string_view line) {
      logged_.push_back((level == LogLevel::kWarning ? "! " : "") + std::string(line));
    };
    Retention retention({*state_, clock_, keep_days, log, wait});
    retention.start();
    over.get_future().wait();
    retention.stop();
  }

  std::atomic<bool> gone_ = false;
  std::vector<milliseconds> waits_;
  std::vector<std::string> logged_;
};

TEST_F(RetentionTest, OnceAnHourOldJobsGoWithWhatBelongsToThem) {
  add_job("old", true);
  add_job("waits", false);
  run(90, {[&] { clock_.now += 90 * kDayMs; },
           [&] {
             EXPECT_THAT(jobs(), ElementsAre("waits", "old"));  // to the very day
             clock_.now += 1;
           }});
  EXPECT_THAT(jobs(), ElementsAre("waits"));
  EXPECT_FALSE(remembers_request("old"));
  EXPECT_TRUE(
      state_->use([](Stores& stores) { return stores.job_items.done("old"); }).value().empty());
  EXPECT_THAT(waits_, Each(milliseconds(Retention::kBetween)));
  EXPECT_THAT(logged_, ElementsAre("1 old jobs were removed"));
}

TEST_F(RetentionTest, ManyJobsGoInPortions) {
  for (int i = 0; i < 45; ++i) add_job("job" + std::to_string(i), true);
  clock_.now += 91 * kDayMs;
  std::vector<std::size_t> left;
  const auto count = [&] { left.push_back(jobs().size()); };
  run(90, {count, count});
  EXPECT_THAT(left, ElementsAre(25, 5));
  EXPECT_THAT(jobs(), testing::IsEmpty());
  EXPECT_THAT(waits_, ElementsAre(Retention::kBetweenPortions, Retention::kBetweenPortions,
                                  milliseconds(Retention::kBetween)));
  EXPECT_THAT(logged_, ElementsAre("45 old jobs were removed"));
}

TEST_F(RetentionTest, HoweverShortTextsAreKeptAJobStaysForADay) {
  add_job("a", true);
  run(0, {[&] {
            EXPECT_THAT(jobs(), ElementsAre("a"));
            clock_.now += kDayMs;
          },
          [&] {
            EXPECT_THAT(jobs(), ElementsAre("a"));
            EXPECT_TRUE(remembers_request("a"));
            clock_.now += 1;
          }});
  EXPECT_THAT(jobs(), testing::IsEmpty());
  EXPECT_FALSE(remembers_request("a"));
}

TEST_F(RetentionTest, AStateThatFailsIsToldOnceAndAskedAgain) {
  add_job("old", true);
  clock_.now += 91 * kDayMs;
  gone_ = true;
  run(90, {[] {}, [] {}, [&] { gone_ = false; }});
  EXPECT_THAT(jobs(), testing::IsEmpty());
  EXPECT_THAT(waits_, ElementsAre(Retention::kAfterFault, Retention::kAfterFault,
                                  Retention::kAfterFault, milliseconds(Retention::kBetween)));
  ASSERT_EQ(logged_.size(), 3U);
  EXPECT_THAT(logged_[0], HasSubstr("! what is old cannot be forgotten and is tried again: "));
  EXPECT_EQ(logged_[1], "1 old jobs were removed");
  EXPECT_EQ(logged_[2], "what is old is forgotten again");
}

TEST_F(RetentionTest, StoppingEndsTheWaitOfAnHour) {
  Retention retention({*state_, clock_, 90, {}, {}});
  retention.start();
  retention.stop();
  retention.stop();
}

}  // namespace
}  // namespace ragsieve
