#include "server/router.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/route_testing.h"

namespace ragsieve {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Pair;

class RouterTest : public testing::Test {
 protected:
  RouterTest() {
    Route open = sample_route("GET", "/healthz");
    open.open = true;
    Route screen = sample_route("POST", "/v1/screen", Role::kScreen);
    screen.lane = Lane::kModel;
    screen.content_types = {"application/json", "text/plain"};
    Route self = sample_route("GET", "/v1/me", Role::kAdmin);
    self.any_role = true;
    table_ = RouteTable::of({open, screen, self, sample_route("GET", "/v1/jobs/{id}"),
                             sample_route("DELETE", "/v1/jobs/{id}", Role::kAdmin)})
                 .value();
    options_.find_key = [](std::string_view key) -> std::optional<Principal> {
      for (const Role role : kAllRoles) {
        if (key == "key-" + std::string(role_name(role))) {
          return Principal{std::string(role_name(role)) + "er", role};
        }
      }
      return std::nullopt;
    };
  }

  static ServerRequest request(const std::string& method, const std::string& path,
                               const std::string& authorization = "") {
    ServerRequest request;
    request.method = method;
    request.path = path;
    request.peer = "10.0.0.1:1";
    request.id = "r1";
    if (!authorization.empty()) request.headers.emplace_back("authorization", authorization);
    return request;
  }
  // The status of the refusal, 0 for who is admitted.
  int refused(const ServerRequest& request) {
    Router router(table_, options_);
    auto decision = router.admit(request);
    last_ = std::holds_alternative<ServerResponse>(decision) ? std::get<ServerResponse>(decision)
                                                             : ServerResponse{0, "", "", {}, {}, 0};
    return last_.status;
  }

  RouteTable table_ = RouteTable::of({}).value();
  RouterOptions options_;
  ServerResponse last_;
};

TEST_F(RouterTest, AdmitsByRole) {
  EXPECT_EQ(refused(request("GET", "/v1/jobs/7", "Bearer key-read")), 0);
  EXPECT_EQ(refused(request("GET", "/v1/jobs/7", "bearer key-review")), 0);
  EXPECT_EQ(refused(request("GET", "/v1/jobs/7", "Bearer key-screen")), 403);
  EXPECT_THAT(last_.body, HasSubstr("needs the role read, the key has screen"));
  EXPECT_EQ(refused(request("DELETE", "/v1/jobs/7", "Bearer key-review")), 403);
  EXPECT_EQ(refused(request("DELETE", "/v1/jobs/7", "Bearer key-admin")), 0);
}

TEST_F(RouterTest, SomeRoutesTakeAnyKeyButNotNone) {
  for (const Role role : kAllRoles) {
    const auto self = request("GET", "/v1/me", "Bearer key-" + std::string(role_name(role)));
    EXPECT_EQ(refused(self), 0) << role_name(role);
    EXPECT_EQ(Router(table_, options_).handle(self).status, 200);
  }
  EXPECT_EQ(refused(request("GET", "/v1/me")), 401);
  EXPECT_EQ(Router(table_, options_).handle(request("GET", "/v1/me")).status, 401);
}

TEST_F(RouterTest, WithoutAKeyThereIsNothingButWhatIsOpen) {
  EXPECT_EQ(refused(request("GET", "/healthz")), 0);
  for (const char* path : {"/v1/jobs/7", "/v1/none", "/"}) {
    EXPECT_EQ(refused(request("GET", path)), 401) << path;
    EXPECT_THAT(last_.headers, Contains(Pair("WWW-Authenticate", "Bearer")));
  }
  for (const char* header : {"Bearer wrong", "Bearer", "Bearer ", "Basic key-admin", "key-admin"}) {
    EXPECT_EQ(refused(request("GET", "/v1/jobs/7", header)), 401) << header;
    EXPECT_THAT(last_.body, testing::Not(HasSubstr("key-admin")));
  }
}

TEST_F(RouterTest, OpenLocallyIsForThisMachineAlone) {
  options_.open_locally = true;
  ServerRequest local = request("DELETE", "/v1/jobs/7");
  EXPECT_EQ(refused(local), 401);
  local.is_local = true;
  EXPECT_EQ(refused(local), 401);  // for which host?
  for (const char* host : {"localhost", "localhost:8080", "127.0.0.1:8080", "[::1]", "[::1]:1"}) {
    local.headers = {{"host", host}};
    EXPECT_EQ(refused(local), 0) << host;
  }
  for (const char* host : {"evil.example", "evil.example:8080", "localhost.evil.example", ""}) {
    local.headers = {{"host", host}};
    EXPECT_EQ(refused(local), 401) << host;
  }
  for (const char* name : {"origin", "sec-fetch-site", "forwarded", "x-forwarded-for", "via"}) {
    local.headers = {{"host", "localhost"}, {name, "x"}};
    EXPECT_EQ(refused(local), 401) << name;
  }
  local.headers.clear();
  local.peer = "unix";
  EXPECT_EQ(refused(local), 0);
  local.headers.emplace_back("authorization", "Bearer wrong");  // who shows a key is held to it
  EXPECT_EQ(refused(local), 401);
}

TEST_F(RouterTest, SaysWhatThereIsNot) {
  EXPECT_EQ(refused(request("GET", "/v1/none", "Bearer key-read")), 404);
  EXPECT_EQ(refused(request("PUT", "/v1/jobs/7", "Bearer key-read")), 405);
  EXPECT_THAT(last_.headers, Contains(Pair("Allow", "DELETE, GET")));
}

TEST_F(RouterTest, ABodyMustBeOfAKindThatIsTaken) {
  ServerRequest body = request("POST", "/v1/screen", "Bearer key-screen");
  EXPECT_EQ(refused(body), 415);
  EXPECT_THAT(last_.body, HasSubstr("is absent, expected application/json, text/plain"));
  body.headers.emplace_back("content-type", "Application/JSON ; charset=utf-8");
  EXPECT_EQ(refused(body), 0);
  body.headers.back().second = "application/xml";
  EXPECT_EQ(refused(body), 415);
}

TEST_F(RouterTest, CallsTheRouteInItsLane) {
  Router router(table_, options_);
  ServerRequest screen = request("POST", "/v1/screen", "Bearer key-screen");
  screen.headers.emplace_back("content-type", "text/plain");
  const auto admitted = std::get<Admission>(router.admit(screen));
  EXPECT_EQ(admitted.lane, Lane::kModel);
  EXPECT_EQ(admitted.caller, "screener");
  ServerRequest job = request("GET", "/v1/jobs/7", "Bearer key-read");
  EXPECT_EQ(router.handle(job).body, "GET /v1/jobs/{id} id=7 reader");
  job.body = "x";
  EXPECT_EQ(router.handle(job).status, 400);
  EXPECT_EQ(std::get<Admission>(router.admit(request("GET", "/healthz"))).caller, "10.0.0.1:1");
}

TEST_F(RouterTest, AKeyRevokedMeanwhileIsRefused) {
  bool revoked = false;
  const auto find = options_.find_key;
  options_.find_key = [&revoked, find](std::string_view key) {
    return revoked ? std::nullopt : find(key);
  };
  Router router(table_, options_);
  const ServerRequest job = request("GET", "/v1/jobs/7", "Bearer key-read");
  EXPECT_TRUE(std::holds_alternative<Admission>(router.admit(job)));
  revoked = true;
  EXPECT_EQ(router.handle(job).status, 401);
}

}  // namespace
}  // namespace ragsieve
