#include "ragsieve/service/monitor_clock.h"

#include <gmock/gmock.h>

#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t kHourMs = 3'600'000;

// A receiver that answers as it is told, and remembers what it was told.
class FakeReceiver final : public HttpClient {
 public:
  struct State {
    long status = 200;
    std::vector<std::string> bodies;
  };
  explicit FakeReceiver(State& state) : state_(state) {}
  Result<HttpResponse> send(const HttpRequest& request, const RunOptions&) override {
    state_.bodies.push_back(request.body);
    HttpResponse response;
    response.status = state_.status;
    return response;
  }

 private:
  State& state_;
};

class MonitorClockTest : public ServiceTest {
 protected:
  void SetUp() override {
    ServiceTest::SetUp();
    clock_.now = 100 * kHourMs;
    const Status added = state_->use([](Stores& stores) {
      return stores.corpora.add({"handbook", "h.jsonl", {}, "ready", 1, 1});
    });
    ASSERT_TRUE(added.ok());
    ASSERT_TRUE(monitors_.put("m", {"handbook", "2h", "https://example.org"}, "ann").ok());
  }

  std::vector<StoredJob> queued() {
    return state_->use([](Stores& stores) { return stores.jobs.list({}, {}); }).value();
  }
  void end_jobs() {
    const Status ended = state_->use([](Stores& stores) -> Status {
      for (;;) {
        RAGSIEVE_TRY(const auto job, stores.jobs.take("run", 1));
        if (!job) return ok_status();
        RAGSIEVE_CHECK(stores.jobs.fail(job->id, "run", make_error(Code::kIo, "broken"), 2));
      }
    });
    ASSERT_TRUE(ended.ok());
  }
  void note_look(std::int64_t now_ms) {
    const Status ran = state_->use([&](Stores& stores) {
      const auto monitor = stores.monitors.find("m");
      return stores.monitors.ran(**monitor, Digest{}, "seen", now_ms * 1000);
    });
    ASSERT_TRUE(ran.ok());
  }
  void add_delivery(const std::string& body) {
    const Status added = state_->use(
        [&](Stores& stores) { return stores.deliveries.add("m", body, clock_.now_ms() * 1000); });
    ASSERT_TRUE(added.ok());
  }
  void pass(std::int64_t ms) {
    clock_.now += ms;
    ASSERT_TRUE(ticks_.tick().ok());
  }

  static Result<std::string> nothing(const StoredJob&, JobContext&) { return std::string("{}"); }

  FakeReceiver::State receiver_;
  std::vector<std::string> log_;
  JobRunner jobs_{*state_, clock_, {{kMonitorJob, nothing}}, nullptr};
  Monitors monitors_{*state_, jobs_, clock_, true};
  Webhook webhook_{std::make_unique<FakeReceiver>(receiver_), "a key of the two of us"};
  MonitorClock ticks_{{*state_, clock_, monitors_, webhook_,
                       [this](LogLevel, std::string_view line) { log_.emplace_back(line); }}};
};

TEST_F(MonitorClockTest, ANewMonitorLooksAtOnceAndThenEachInterval) {
  pass(0);
  EXPECT_THAT(queued(), SizeIs(1));
  pass(kHourMs);
  EXPECT_THAT(queued(), SizeIs(1));  // one at a time
  end_jobs();
  note_look(clock_.now_ms());
  pass(kHourMs + kHourMs / 2);
  EXPECT_THAT(queued(), SizeIs(1));
  pass(kHourMs / 2);
  EXPECT_THAT(queued(), SizeIs(2));
}

TEST_F(MonitorClockTest, ALookThatFailedIsMadeAgainWhenTheNextOneIsDue) {
  pass(0);
  end_jobs();
  pass(kHourMs);
  EXPECT_THAT(queued(), SizeIs(1));
  pass(kHourMs);
  EXPECT_THAT(queued(), SizeIs(2));
}

TEST_F(MonitorClockTest, AMissedLookIsMadeOnce) {
  note_look(clock_.now_ms());
  pass(50 * kHourMs);
  pass(1000);
  EXPECT_THAT(queued(), SizeIs(1));
}

TEST_F(MonitorClockTest, AMonitorOfAnotherCorpusLooksAtOnce) {
  pass(0);
  end_jobs();
  const Status added = state_->use(
      [](Stores& stores) { return stores.corpora.add({"other", "o.jsonl", {}, "ready", 1, 1}); });
  ASSERT_TRUE(added.ok());
  ASSERT_TRUE(monitors_.put("m", {"other", "2h", ""}, "ann").ok());
  pass(1'000);
  EXPECT_THAT(queued(), SizeIs(2));
}

TEST_F(MonitorClockTest, WhatIsTakenIsToldOnce) {
  add_delivery("one");
  pass(0);
  pass(kHourMs);
  EXPECT_THAT(receiver_.bodies, ElementsAre("one"));
  EXPECT_EQ(monitors_.find("m").value().deliveries.waiting, 0);
}

TEST_F(MonitorClockTest, WhatIsNotTakenIsTriedAgainMoreAndMoreSeldomForADay) {
  receiver_.status = 503;
  add_delivery("one");
  pass(0);
  pass(9'000);
  EXPECT_THAT(receiver_.bodies, SizeIs(1));
  pass(1'000);
  EXPECT_THAT(receiver_.bodies, SizeIs(2));
  pass(19'000);
  EXPECT_THAT(receiver_.bodies, SizeIs(2));
  pass(1'000);
  EXPECT_THAT(receiver_.bodies, SizeIs(3));
  ASSERT_THAT(log_, SizeIs(1));  // once, not at each attempt
  EXPECT_THAT(log_[0], HasSubstr("503"));
  for (int hour = 0; hour < 25; ++hour) pass(kHourMs);
  EXPECT_EQ(monitors_.find("m").value().deliveries.given_up, 1);
  EXPECT_THAT(log_.back(), HasSubstr("given up"));
  const std::size_t told = receiver_.bodies.size();
  pass(10 * kHourMs);
  EXPECT_EQ(receiver_.bodies.size(), told);
}

TEST_F(MonitorClockTest, AReceiverThatIsBackIsToldWhatWaited) {
  receiver_.status = 500;
  add_delivery("one");
  add_delivery("two");
  pass(0);
  receiver_.status = 200;
  receiver_.bodies.clear();
  pass(60'000);
  pass(1'000);
  EXPECT_THAT(receiver_.bodies, ElementsAre("one", "two"));
}

TEST_F(MonitorClockTest, ThreadStopsWhileAMonitorWaits) {
  ticks_.start();
  ticks_.stop();
  EXPECT_THAT(log_, IsEmpty());
}

}  // namespace
}  // namespace ragsieve
