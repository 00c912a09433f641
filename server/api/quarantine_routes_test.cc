#include "server/api/quarantine_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/service/screened_testing.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class QuarantineRoutes : public testing::Test, protected ScreenedState {
 protected:
  ReviewDesk desk_{*state_, log_, clock_};
  RouteCaller routes_{quarantine_routes(desk_)};
};

constexpr const char* kReason = R"({"reason":"checked with the safety officer"})";

TEST_F(QuarantineRoutes, ListTellsWhyADocumentWaits) {
  const Digest report = add_screened("held", kQuarantined);
  const json::Value body = routes_.body_of("GET /v1/quarantine");
  ASSERT_THAT(items_of(body), SizeIs(1));
  const json::Value& item = items_of(body)[0];
  EXPECT_EQ(text_at(item, "document"), "held");
  EXPECT_EQ(text_at(item, "source"), "held.md");
  EXPECT_EQ(text_at(item, "verdict"), "QUARANTINE");
  EXPECT_EQ(text_at(item, "report"), report_name(report));
  EXPECT_EQ(text_at(item, "time"), "1970-01-01T00:16:40.000000Z");
  EXPECT_EQ(item.find("p")->number(), 0.005);
  EXPECT_THAT(*item.find("reasons")->array(), SizeIs(2));
  EXPECT_THAT(*item.find("decisive")->array(), SizeIs(1));
  EXPECT_EQ(text_at(*item.find("signals")->find("anomaly"), "status"), "ran");
}

TEST_F(QuarantineRoutes, PagesFollowEachOther) {
  for (const std::string id : {"a", "b", "c"}) add_screened(id, kQuarantined);
  const json::Value first = routes_.body_of("GET /v1/quarantine?limit=2");
  EXPECT_EQ(text_at(items_of(first)[0], "document"), "c");
  const json::Value last =
      routes_.body_of("GET /v1/quarantine?limit=2&before=" + json::dump(*first.find("next")));
  ASSERT_THAT(items_of(last), SizeIs(1));
  EXPECT_EQ(text_at(items_of(last)[0], "document"), "a");
  EXPECT_EQ(last.find("next")->type_name(), "null");
  for (const std::string bad : {"limit=0", "limit=1001", "before=0", "before=-1", "limit=x"}) {
    EXPECT_EQ(routes_.call("GET /v1/quarantine?" + bad).status, 400) << bad;
  }
}

TEST_F(QuarantineRoutes, AReleaseAnswersWithTheDecision) {
  const Digest report = add_screened("held", kQuarantined);
  const json::Value body = routes_.body_of("POST /v1/quarantine/held/release", kReason);
  EXPECT_EQ(text_at(body, "document"), "held");
  EXPECT_EQ(text_at(body, "action"), "release");
  EXPECT_EQ(text_at(body, "who"), "kim");
  EXPECT_EQ(text_at(body, "answers"), report_name(report));
  EXPECT_THAT(text_at(body, "report"), HasSubstr("sha256:"));
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/quarantine")), IsEmpty());
}

TEST_F(QuarantineRoutes, WhatCannotBeDecidedSaysWhy) {
  const Digest old = add_screened("held", kQuarantined);
  add_screened("good", kAdmitted);
  const auto code = [&](const std::string& path, const std::string& body, int status) {
    return text_at(routes_.body_of("POST /v1/quarantine/" + path, body, status), "code");
  };
  EXPECT_EQ(code("none/release", kReason, 404), "not_found");
  EXPECT_EQ(code("good/reject", kReason, 409), "not_waiting");
  screen("held", kRejected);
  const std::string seen = R"({"reason":"as seen","report":")" + report_name(old) + "\"}";
  EXPECT_EQ(code("held/release", seen, 409), "report_changed");
  EXPECT_EQ(code("held/release", R"({"reason":"as seen","report":"held"})", 400),
            "invalid_argument");
  ASSERT_EQ(routes_.call("POST /v1/quarantine/held/reject", kReason).status, 200);
  EXPECT_EQ(code("held/release", kReason, 409), "already_decided");
  EXPECT_EQ(routes_.call("POST /v1/quarantine/held/note", kReason).status, 200);
}

TEST_F(QuarantineRoutes, HostileBodiesDecideNothing) {
  add_screened("held", kQuarantined);
  std::vector<std::string> bodies = hostile_bodies();
  for (const std::string reason : {R"("")", R"(" ")", "null", "1", "[]", R"("\u0000")",
                                   R"("a\u0000")", R"("\ud800x")", R"("\u200b")"}) {
    bodies.push_back(R"({"reason":)" + reason + "}");
  }
  bodies.push_back(R"({"reason":")" + std::string(4097, 'a') + "\"}");
  bodies.emplace_back(R"({"reason":"fine","report":7})");
  bodies.emplace_back(R"({"reason":"fine","action":"release"})");
  for (const std::string& body : bodies) {
    for (const std::string action : {"release", "reject", "note"}) {
      const ServerResponse answer = routes_.call("POST /v1/quarantine/held/" + action, body);
      EXPECT_THAT(answer.status, AnyOf(422, 413)) << body.substr(0, 80) << answer.body;
    }
    EXPECT_THAT(routes_.call("POST /v1/quarantine/decisions", body).status, AnyOf(422, 413));
  }
  EXPECT_THAT(items_of(routes_.body_of("GET /v1/quarantine")), SizeIs(1));
  EXPECT_THAT(logged(), IsEmpty());
}

TEST_F(QuarantineRoutes, ManyAreAnsweredEachByItself) {
  add_screened("one", kQuarantined);
  const json::Value body = routes_.body_of(
      "POST /v1/quarantine/decisions",
      R"({"action":"reject","reason":"spam","documents":["one","none","one","\u0000"]})");
  const json::Array& items = items_of(body);
  ASSERT_THAT(items, SizeIs(4));
  EXPECT_EQ(text_at(*items[0].find("decision"), "action"), "reject");
  EXPECT_EQ(text_at(*items[1].find("problem"), "code"), "not_found");
  EXPECT_EQ(text_at(*items[2].find("problem"), "code"), "already_decided");
  EXPECT_EQ(text_at(*items[3].find("problem"), "code"), "not_found");
}

TEST_F(QuarantineRoutes, ManyTakesOneTo200DocumentsAndNoNotes) {
  const auto status = [&](const std::string& action, const std::string& documents) {
    const std::string body = R"({"action":")" + action + R"(","reason":"spam","documents":)";
    return routes_.call("POST /v1/quarantine/decisions", body + documents + "}").status;
  };
  EXPECT_EQ(status("note", R"(["a"])"), 422);
  EXPECT_EQ(status("release", "[]"), 422);
  EXPECT_EQ(status("release", R"(["a",7])"), 422);
  std::string many = "[\"a\"";
  for (int i = 1; i < 200; ++i) many += ",\"a\"";
  EXPECT_EQ(status("release", many + "]"), 200);
  EXPECT_EQ(status("release", many + ",\"a\"]"), 422);
}

TEST_F(QuarantineRoutes, ARepeatedRequestIsAnsweredAsAtFirst) {
  add_screened("held", kQuarantined);
  routes_.headers = {{"idempotency-key", "abc"}};
  const std::string first = routes_.call("POST /v1/quarantine/held/release", kReason).body;
  clock_.now += 1000;
  EXPECT_EQ(routes_.call("POST /v1/quarantine/held/release", kReason).body, first);
  EXPECT_EQ(routes_.call("POST /v1/quarantine/held/reject", kReason).status, 422);
  routes_.headers = {{"idempotency-key", "two words"}};
  EXPECT_EQ(routes_.call("POST /v1/quarantine/held/release", kReason).status, 400);
  EXPECT_THAT(logged(), SizeIs(1));
}

TEST_F(QuarantineRoutes, DecidingNeedsAReviewer) {
  for (const Route& route : routes_.table().routes()) {
    EXPECT_EQ(route.role, route.method == "GET" ? Role::kRead : Role::kReview) << route.path;
  }
}

}  // namespace
}  // namespace ragsieve::api
