#include "server/api/monitor_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/service/screened_testing.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr char kPut[] =
    R"({"corpus":"handbook","schedule":"24h","webhook":"https://example.org/s3cret"})";

class MonitorRoutes : public testing::Test, protected ScreenedState {
 protected:
  void SetUp() override {
    keep([](Stores& stores) {
      return stores.corpora.add({"handbook", "h.jsonl", {}, "ready", 1, 1});
    });
  }
  static Result<std::string> nothing(const StoredJob&, JobContext&) { return std::string("{}"); }

  JobRunner jobs_{*state_, clock_, {{kMonitorJob, nothing}}, nullptr};
  Monitors monitors_{*state_, jobs_, clock_, true};
  RouteCaller routes_{monitor_routes(monitors_)};
};

TEST_F(MonitorRoutes, IsPutListedLookedAtAndRemoved) {
  const ServerResponse put = routes_.call("PUT /v1/monitors/nightly", kPut);
  EXPECT_EQ(put.status, 200);
  EXPECT_THAT(put.body, HasSubstr("\"webhook\":true"));
  EXPECT_THAT(put.body, Not(HasSubstr("s3cret")));
  const json::Value list = routes_.body_of("GET /v1/monitors");
  ASSERT_THAT(items_of(list), SizeIs(1));
  EXPECT_EQ(text_at(items_of(list)[0], "corpus"), "handbook");
  const json::Value accepted = routes_.body_of("POST /v1/monitors/nightly/looks", "", 202);
  EXPECT_FALSE(text_at(accepted, "job").empty());
  EXPECT_EQ(routes_.call("DELETE /v1/monitors/nightly").status, 204);
  EXPECT_EQ(routes_.call("DELETE /v1/monitors/nightly").status, 404);
  EXPECT_EQ(routes_.call("POST /v1/monitors/nightly/looks").status, 404);
}

TEST_F(MonitorRoutes, LooksAreShownWithWhatTheyFound) {
  routes_.call("PUT /v1/monitors/nightly", kPut);
  keep([](Stores& stores) {
    return stores.looks.add({0, "nightly", "j", 1000, 1, 2, 3, 10, 1, 4, 1, 0,
                             R"({"newly_flagged":[{"id":"a","rank":1,"score":0.99}],)"
                             R"("reopened":[],"left_alone":[],"more":false})",
                             1'000'000});
  });
  const json::Value looks = routes_.body_of("GET /v1/monitors/nightly/looks?limit=1");
  ASSERT_THAT(items_of(looks), SizeIs(1));
  const json::Value& look = items_of(looks)[0];
  EXPECT_EQ(look.find("changed")->number(), 2);
  EXPECT_THAT(*look.find("found")->find("newly_flagged")->array(), SizeIs(1));
  EXPECT_NE(looks.find("next")->number(), 0);
  EXPECT_EQ(routes_.call("GET /v1/monitors/none/looks").status, 404);
}

TEST_F(MonitorRoutes, HostileBodiesWatchNothing) {
  std::vector<std::string> bodies = hostile_bodies();
  for (const char* body :
       {R"({"corpus":"handbook"})", R"({"corpus":"handbook","schedule":1})",
        R"({"corpus":"handbook","schedule":"1s"})", R"({"corpus":"../x","schedule":"1h"})",
        R"({"corpus":"none","schedule":"1h"})", R"({"corpus":"handbook","schedule":"1h","x":1})",
        R"({"corpus":"handbook","schedule":"1h","webhook":"file:///etc/passwd"})",
        R"({"corpus":"handbook","schedule":"1h","webhook":7})"}) {
    bodies.emplace_back(body);
  }
  for (const std::string& body : bodies) {
    EXPECT_THAT(routes_.call("PUT /v1/monitors/m", body).status, AnyOf(413, 422)) << body;
  }
  EXPECT_EQ(routes_.call("PUT /v1/monitors/" + std::string(65, 'a'), kPut).status, 400);
  EXPECT_THAT(monitors_.list().value(), IsEmpty());
}

}  // namespace
}  // namespace ragsieve::api
