#include "server/api/verify_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/service/screened_testing.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::AnyOf;
using testing::SizeIs;

class VerifyRoutes : public testing::Test, protected ScreenedState {
 protected:
  std::string body(const std::string& report, const std::string& document) {
    return R"({"report":)" + report + R"(,"document":")" + document + "\"}";
  }
  Verification verification_{*state_, log_, {}, clock_};
  RouteCaller routes_{verify_routes(verification_)};
};

TEST_F(VerifyRoutes, EveryCheckIsTold) {
  const Digest digest = add_screened("held", kQuarantined);
  const json::Value good =
      routes_.body_of("POST /v1/verify", body(report(digest).envelope, "text of held"));
  EXPECT_EQ(text_at(good, "outcome"), "verifies");
  EXPECT_EQ(text_at(good, "report"), report_name(digest));
  EXPECT_EQ(text_at(good, "owner"), "Safety desk");
  EXPECT_THAT(*good.find("checks")->array(), SizeIs(8));
  EXPECT_NE(good.find("statement")->find("predicate"), nullptr);
  const json::Value bad =
      routes_.body_of("POST /v1/verify", body(report(digest).envelope, "text of helt"));
  EXPECT_EQ(text_at(bad, "outcome"), "does_not_verify");
  const json::Value open =
      routes_.body_of("POST /v1/verify", R"({"report":)" + report(digest).envelope + "}");
  EXPECT_EQ(text_at(open, "outcome"), "could_not_check");
}

TEST_F(VerifyRoutes, WhatIsNoReportDoesNotVerify) {
  for (const std::string report : {"{}", R"({"payload":1})", R"({"sealed":false,"statement":{}})",
                                   R"({"sealed":1.5})", R"({"a":1,"a":2})"}) {
    const json::Value answer = routes_.body_of("POST /v1/verify", body(report, ""));
    EXPECT_EQ(text_at(answer, "outcome"), "does_not_verify") << report;
    EXPECT_EQ(answer.find("statement"), nullptr);
  }
}

TEST_F(VerifyRoutes, HostileBodiesAreRefused) {
  std::vector<std::string> bodies = hostile_bodies();
  bodies.emplace_back(R"({"report":"text"})");
  bodies.emplace_back(R"({"report":{},"document":7})");
  bodies.emplace_back(R"({"report":{},"chain":"/etc"})");
  for (const std::string& body : bodies) {
    EXPECT_THAT(routes_.call("POST /v1/verify", body).status, AnyOf(422, 413))
        << body.substr(0, 80);
  }
}

}  // namespace
}  // namespace ragsieve::api
