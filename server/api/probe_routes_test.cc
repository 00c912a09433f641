#include "server/api/probe_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/service/screened_testing.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::AnyOf;
using testing::IsEmpty;
using testing::SizeIs;

class ProbeRoutes : public testing::Test, protected ScreenedState {
 protected:
  ProbeSets sets_{*state_, clock_};
  RouteCaller routes_{probe_routes(sets_)};
};

TEST_F(ProbeRoutes, ASetIsPutListedAndShown) {
  const std::string two = R"({"probes":[{"id":"a","question":"Where is the key?"},
    {"id":"b","question":"where is the key","weight":2,"expected_fact":"beside the door"}]})";
  const json::Value put = routes_.body_of("PUT /v1/probes/notes", two);
  EXPECT_EQ(put.find("version")->number(), 1);
  ASSERT_THAT(*put.find("findings")->array(), SizeIs(1));
  EXPECT_EQ(text_at((*put.find("findings")->array())[0], "other"), "a");
  EXPECT_THAT(*put.find("not_checked")->array(), SizeIs(1));
  const json::Value list = routes_.body_of("GET /v1/probes");
  ASSERT_THAT(items_of(list), SizeIs(1));
  EXPECT_NE(list.find("next"), nullptr);
  EXPECT_EQ(text_at(items_of(list)[0], "digest"), text_at(put, "digest"));
  const json::Value set = routes_.body_of("GET /v1/probes/notes");
  ASSERT_THAT(*set.find("probes")->array(), SizeIs(2));
  EXPECT_EQ(text_at((*set.find("probes")->array())[1], "expected_fact"), "beside the door");
  EXPECT_EQ(routes_.call("GET /v1/probes/none").status, 404);
}

TEST_F(ProbeRoutes, HostileBodiesMakeNoVersion) {
  std::vector<std::string> bodies = hostile_bodies();
  for (const std::string probes :
       {"7", "[]", "[[]]", R"([{"id":"a"}])", R"([{"id":7,"question":"Why?"}])",
        R"([{"id":"a","question":"Why?","weight":-1}])", R"([{"id":"a","question":"\ud800"}])",
        R"([{"id":"a","question":"Why?","x":1}])"}) {
    bodies.push_back(R"({"probes":)" + probes + "}");
  }
  bodies.push_back(R"({"probes":[{"id":"a","question":")" + std::string(5000, 'a') + "\"}]}");
  for (const std::string& body : bodies) {
    EXPECT_THAT(routes_.call("PUT /v1/probes/notes", body).status, AnyOf(413, 422))
        << body.substr(0, 80);
  }
  EXPECT_THAT(sets_.list().value(), IsEmpty());
  const std::string good = R"({"probes":[{"id":"a","question":"Why?"}]})";
  EXPECT_EQ(routes_.call("PUT /v1/probes/" + std::string(201, 'a'), good).status, 400);
}

}  // namespace
}  // namespace ragsieve::api
