#include "server/api/job_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/service/screened_testing.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class JobRoutes : public testing::Test, protected ScreenedState {
 protected:
  std::string enqueue(const std::string& kind) {
    return runner_.enqueue(kind, "kim", "{}", 3).value();
  }
  // Takes the oldest job and does one of its items.
  void begin_one() {
    keep([](Stores& stores) -> Status {
      RAGSIEVE_TRY(const auto job, stores.jobs.take("run", 2));
      RAGSIEVE_CHECK(stores.job_items.add(job->id, "run", {0, R"({"verdict":"ADMIT"})"}, 3));
      RAGSIEVE_CHECK(stores.job_events.append(job->id, {0, "item", R"({"item":0})", 3}));
      return ok_status();
    });
  }
  void fail(const std::string& id) {
    keep([&](Stores& stores) -> Status {
      RAGSIEVE_CHECK(stores.jobs.fail(id, "run", make_error(Code::kIo, "no"), 5'000'000));
      RAGSIEVE_CHECK(stores.job_events.append(id, {0, "failed", R"({"code":"io"})", 5}));
      return ok_status();
    });
  }
  JobRunner runner_{*state_, clock_, {{"audit", nullptr}, {"screens", nullptr}}, nullptr};
  JobsDesk desk_{*state_, runner_};
  RouteCaller routes_{job_routes(desk_)};
};

TEST_F(JobRoutes, AJobIsShownAsFarAsItIs) {
  const std::string id = enqueue("audit");
  const json::Value queued = routes_.body_of("GET /v1/jobs/" + id);
  EXPECT_EQ(text_at(queued, "state"), "queued");
  EXPECT_EQ(queued.find("progress")->find("total")->number(), 3);
  EXPECT_EQ(queued.find("started"), nullptr);
  begin_one();
  fail(id);
  const json::Value failed = routes_.body_of("GET /v1/jobs/" + id);
  EXPECT_EQ(text_at(*failed.find("error"), "code"), "io");
  EXPECT_EQ(text_at(failed, "ended"), "1970-01-01T00:00:05.000000Z");
  EXPECT_EQ(routes_.call("GET /v1/jobs/none").status, 404);
}

TEST_F(JobRoutes, APipelineSeesItsOwnJobsAlone) {
  const std::string path = "GET /v1/jobs/" + enqueue("screens");
  routes_.who = {"kim", Role::kScreen};
  EXPECT_EQ(routes_.call(path).status, 200);
  routes_.who = {"lee", Role::kScreen};
  for (const char* part : {"", "/items", "/events"}) {
    EXPECT_EQ(routes_.call(path + part).status, 404);
  }
  routes_.who = {"lee", Role::kRead};
  EXPECT_EQ(routes_.call(path).status, 200);
}

TEST_F(JobRoutes, JobsAreListedByState) {
  enqueue("audit");
  enqueue("screens");
  begin_one();
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/jobs")), SizeIs(2));
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/jobs?state=running")), SizeIs(1));
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/jobs?state=done")), IsEmpty());
  for (const std::string bad : {"state=", "state=Running", "limit=0"}) {
    EXPECT_EQ(routes_.call("GET /v1/jobs?" + bad).status, 400) << bad;
  }
}

TEST_F(JobRoutes, ItemsHaveTheirResults) {
  const std::string id = enqueue("screens");
  begin_one();
  const json::Value page = routes_.body_of("GET /v1/jobs/" + id + "/items?limit=1");
  ASSERT_THAT(items_of(page), SizeIs(1));
  EXPECT_EQ(text_at(*items_of(page)[0].find("result"), "verdict"), "ADMIT");
  EXPECT_EQ(page.find("next")->number(), 1);
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/jobs/" + id + "/items?first=1")), IsEmpty());
  EXPECT_EQ(routes_.call("GET /v1/jobs/none/items").status, 404);
  EXPECT_EQ(routes_.call("GET /v1/jobs/" + id + "/items?first=-1").status, 400);
}

TEST_F(JobRoutes, OnlyWhatHasNotEndedIsCancelled) {
  const std::string id = enqueue("audit");
  EXPECT_EQ(text_at(routes_.body_of("DELETE /v1/jobs/" + id), "state"), "cancelled");
  const json::Value again = routes_.body_of("DELETE /v1/jobs/" + id, "", 409);
  EXPECT_EQ(text_at(again, "code"), "already_ended");
  EXPECT_EQ(routes_.call("DELETE /v1/jobs/none").status, 404);
  EXPECT_THAT(logged(), SizeIs(1));
}

TEST_F(JobRoutes, EventsGoOnBehindTheLastOneThatWasSeen) {
  const std::string id = enqueue("audit");
  begin_one();
  const ServerResponse stream = routes_.call("GET /v1/jobs/" + id + "/events");
  ASSERT_NE(stream.events, nullptr);
  EXPECT_EQ(stream.content_type, "text/event-stream");
  const auto first = stream.events->after(0).value();
  ASSERT_THAT(first, SizeIs(1));
  EXPECT_EQ(first[0].type, "item");
  EXPECT_THAT(stream.events->after(first[0].id).value(), IsEmpty());
  EXPECT_FALSE(stream.events->finished());
  fail(id);
  routes_.headers = {{"last-event-id", std::to_string(first[0].id)}};
  const ServerResponse rest = routes_.call("GET /v1/audits/" + id + "/events");
  const auto last = rest.events->after(rest.last_event_id).value();
  ASSERT_THAT(last, SizeIs(1));
  EXPECT_EQ(last[0].type, "failed");
  EXPECT_THAT(rest.events->after(last[0].id).value(), IsEmpty());
  EXPECT_TRUE(rest.events->finished());
  EXPECT_THAT(rest.events->after(~std::uint64_t{0}).value(), IsEmpty());
}

TEST_F(JobRoutes, WhatHasNoEventsIs404AndABadIdIs400) {
  const std::string screens = enqueue("screens");
  EXPECT_EQ(routes_.call("GET /v1/audits/" + screens + "/events").status, 404);
  EXPECT_EQ(routes_.call("GET /v1/jobs/none/events").status, 404);
  for (const std::string bad : {"", "x", "-1", "1 ", "99999999999999999999"}) {
    routes_.headers = {{"last-event-id", bad}};
    EXPECT_EQ(routes_.call("GET /v1/jobs/" + screens + "/events").status, 400) << bad;
  }
}

}  // namespace
}  // namespace ragsieve::api
