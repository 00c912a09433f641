#include "server/route_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/route_testing.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

RouteTable table() {
  return RouteTable::of({sample_route("GET", "/"), sample_route("GET", "/v1/probes/{name}"),
                         sample_route("PUT", "/v1/probes/{name}"),
                         sample_route("GET", "/v1/probes/coverage"),
                         sample_route("GET", "/v1/jobs/{id}/events")})
      .value();
}

TEST(RouteTable, MatchesSegmentBySegment) {
  const RouteTable routes = table();
  const RouteTable::Match match = routes.match("GET", "/v1/jobs/a b/events");
  ASSERT_NE(match.route, nullptr);
  EXPECT_EQ(match.route->path, "/v1/jobs/{id}/events");
  EXPECT_THAT(match.parameters, ElementsAre(Pair("id", "a b")));
  EXPECT_NE(routes.match("GET", "/").route, nullptr);
  for (const char* path : {"/v1", "/v1/jobs/7", "/v1/jobs//events", "/v1/jobs/7/events/",
                           "/v1/jobs/7/event", "/v1/probes/"}) {
    EXPECT_THAT(routes.match("GET", path).allowed, IsEmpty()) << path;
  }
}

TEST(RouteTable, ANamedSegmentGoesBeforeAParameter) {
  const RouteTable routes = table();
  EXPECT_EQ(routes.match("GET", "/v1/probes/coverage").route->path, "/v1/probes/coverage");
  EXPECT_EQ(routes.match("GET", "/v1/probes/mine").route->path, "/v1/probes/{name}");
  EXPECT_EQ(routes.match("PUT", "/v1/probes/coverage").route->path, "/v1/probes/{name}");
}

TEST(RouteTable, KnowsTheMethodsOfAPath) {
  const RouteTable routes = table();
  const RouteTable::Match match = routes.match("DELETE", "/v1/probes/mine");
  EXPECT_EQ(match.route, nullptr);
  EXPECT_THAT(match.allowed, testing::UnorderedElementsAre("GET", "PUT"));
  EXPECT_EQ(routes.match("HEAD", "/v1/probes/mine").route->method, "GET");
}

TEST(RouteTable, RefusesWhatCannotBeServed) {
  const auto message = [](std::vector<Route> routes) {
    const auto made = RouteTable::of(std::move(routes));
    return made.ok() ? std::string("fine") : made.error().message;
  };
  EXPECT_THAT(message({sample_route("GET", "/a/{x}"), sample_route("GET", "/a/{y}")}),
              HasSubstr("GET /a/{y} is that of /a/{x}"));
  EXPECT_THAT(message({sample_route("GET", "a")}), HasSubstr("has no path"));
  Route route = sample_route("GET", "/a");
  route.content_types = {"application/json"};
  EXPECT_THAT(message({route}), HasSubstr("cannot take a body"));
  route = sample_route("GET", "/a");
  route.answers.clear();
  EXPECT_THAT(message({route}), HasSubstr("has no answer"));
  route = sample_route("GET", "/a");
  route.function = nullptr;
  EXPECT_THAT(message({route}), HasSubstr("has no function"));
  EXPECT_EQ(message({sample_route("GET", "/b"), sample_route("GET", "/a/{p}"),
                     sample_route("GET", "/c/d")}),
            "fine");
}

}  // namespace
}  // namespace ragsieve
