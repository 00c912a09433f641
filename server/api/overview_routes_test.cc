#include "server/api/overview_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/service/screened_testing.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::SizeIs;

class OverviewRoutes : public testing::Test, protected ScreenedState {
 protected:
  Overview overview_{*state_, clock_};
  RouteCaller routes_{overview_routes(overview_)};
};

TEST_F(OverviewRoutes, ShowsTheLastDays) {
  clock_.now = 1'764'500'000'000;
  add_screened("a", kAdmitted);
  add_screened("b", kQuarantined);
  const json::Value body = routes_.body_of("GET /v1/overview?days=2");
  EXPECT_EQ(body.find("waiting")->number(), 1);
  EXPECT_EQ(body.find("alarm_rate")->number(), 0.5);
  ASSERT_THAT(*body.find("days")->array(), SizeIs(2));
  const json::Value& today = body.find("days")->array()->back();
  EXPECT_EQ(text_at(today, "day"), "2025-11-30");
  EXPECT_EQ(today.find("quarantine")->number(), 1);
}

TEST_F(OverviewRoutes, OfNothingTheRateIsNull) {
  clock_.now = 1'764'500'000'000;
  const json::Value body = routes_.body_of("GET /v1/overview");
  EXPECT_EQ(body.find("alarm_rate")->type_name(), "null");
  EXPECT_THAT(*body.find("days")->array(), SizeIs(30));
  for (const std::string bad : {"days=0", "days=367", "days=all"}) {
    EXPECT_EQ(routes_.call("GET /v1/overview?" + bad).status, 400) << bad;
  }
}

}  // namespace
}  // namespace ragsieve::api
