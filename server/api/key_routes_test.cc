#include "server/api/key_routes.h"

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

class KeyRoutes : public testing::Test, protected ScreenedState {
 protected:
  ApiKeys keys_{*state_, clock_};
  ActionLog actions_{*state_};
  RouteCaller routes_{key_routes(keys_, actions_)};
};

constexpr const char* kPipeline = R"({"name":"pipeline","role":"screen"})";

TEST_F(KeyRoutes, ASecretIsShownOnceAndItsKeyUntilItIsRevoked) {
  const json::Value made = routes_.body_of("POST /v1/keys", kPipeline, 201);
  const std::string secret = text_at(made, "secret");
  ASSERT_TRUE(keys_.find(secret));
  EXPECT_EQ(keys_.find(secret)->role, Role::kScreen);
  const ServerResponse list = routes_.call("GET /v1/keys");
  EXPECT_THAT(list.body, HasSubstr(text_at(made, "id")));
  EXPECT_THAT(list.body, Not(HasSubstr(secret)));
  const ServerResponse revoked = routes_.call("DELETE /v1/keys/" + text_at(made, "id"));
  EXPECT_EQ(revoked.status, 204);
  EXPECT_THAT(revoked.body, IsEmpty());
  EXPECT_FALSE(keys_.find(secret));
  EXPECT_EQ(routes_.call("DELETE /v1/keys/" + text_at(made, "id")).status, 404);
  EXPECT_THAT(*routes_.body_of("GET /v1/keys").find("items")->array(), SizeIs(1));
}

TEST_F(KeyRoutes, ARepeatedRequestMakesNoSecondKey) {
  routes_.headers = {{"idempotency-key", "k1"}};
  const json::Value first = routes_.body_of("POST /v1/keys", kPipeline, 201);
  const json::Value again = routes_.body_of("POST /v1/keys", kPipeline, 201);
  EXPECT_EQ(text_at(again, "id"), text_at(first, "id"));
  EXPECT_EQ(again.find("secret"), nullptr);
  EXPECT_EQ(routes_.call("POST /v1/keys", R"({"name":"other","role":"read"})").status, 422);
}

// Two people whose keys have one name do not get each other's answers.
TEST_F(KeyRoutes, KeysOfOneNameDoNotShareTheirIdempotencyKeys) {
  routes_.headers = {{"idempotency-key", "k1"}};
  routes_.who = {"desk", Role::kAdmin, "1111111111111111"};
  const json::Value first = routes_.body_of("POST /v1/keys", kPipeline, 201);
  routes_.who.key_id = "2222222222222222";
  const json::Value other = routes_.body_of("POST /v1/keys", kPipeline, 201);
  EXPECT_NE(text_at(other, "id"), text_at(first, "id"));
  EXPECT_NE(other.find("secret"), nullptr);
  routes_.who = {"renamed", Role::kAdmin, "1111111111111111"};
  EXPECT_EQ(text_at(routes_.body_of("POST /v1/keys", kPipeline, 201), "id"), text_at(first, "id"));
}

TEST_F(KeyRoutes, HostileBodiesMakeNoKey) {
  std::vector<std::string> bodies = hostile_bodies();
  for (const std::string name : {R"("")", "7", R"("a\u0000b")", R"("a\nb")", R"("\udc00")"}) {
    bodies.push_back(R"({"role":"read","name":)" + name + "}");
  }
  bodies.push_back(R"({"role":"read","name":")" + std::string(101, 'a') + "\"}");
  bodies.emplace_back(R"({"role":"root","name":"a"})");
  bodies.emplace_back(R"({"role":["admin"],"name":"a"})");
  bodies.emplace_back(R"({"role":"read","name":"a","secret":"rs_mine"})");
  for (const std::string& body : bodies) {
    EXPECT_THAT(routes_.call("POST /v1/keys", body).status, AnyOf(400, 413, 422))
        << body.substr(0, 80);
  }
  EXPECT_THAT(keys_.list().value(), IsEmpty());
  EXPECT_THAT(logged(), IsEmpty());
}

TEST_F(KeyRoutes, TheLogSaysWhoDidWhat) {
  routes_.who = {"root", Role::kAdmin};
  ASSERT_EQ(routes_.call("POST /v1/keys", kPipeline).status, 201);
  const json::Value log = routes_.body_of("GET /v1/log?limit=1");
  ASSERT_THAT(items_of(log), SizeIs(1));
  EXPECT_EQ(text_at(items_of(log)[0], "who"), "root");
  EXPECT_EQ(text_at(items_of(log)[0], "action"), "create key");
  EXPECT_EQ(routes_.call("GET /v1/log?before=0").status, 400);
}

TEST_F(KeyRoutes, AnyKeyMayAskWhoseItIsAndNothingElse) {
  routes_.who = {"pipeline", Role::kScreen};
  EXPECT_EQ(routes_.call("GET /v1/me").body, R"({"name":"pipeline","role":"screen"})");
  for (const Route& route : routes_.table().routes()) {
    EXPECT_EQ(route.any_role, route.path == "/v1/me") << route.path;
    EXPECT_EQ(route.role, Role::kAdmin) << route.path;
    EXPECT_FALSE(route.open) << route.path;
  }
}

}  // namespace
}  // namespace ragsieve::api
