#include "server/openapi.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/route_testing.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Schemas schemas() {
  return {{"Problem", json::Object{{"type", "object"}}}, {"Job", json::Object{{"type", "object"}}}};
}

TEST(OpenApi, DescribesEveryRoute) {
  Route read = sample_route("GET", "/v1/jobs/{id}");
  read.answers = {{200, "the job", "Job", ""}};
  read.query = {{"limit", "at most so many", "integer"}};
  Route make = sample_route("POST", "/v1/jobs", Role::kScreen);
  make.content_types = {"application/json", "text/plain"};
  make.request_schema = "Job";
  make.answers = {{202, "it will be done", "Job", ""}};
  Route open = sample_route("GET", "/healthz");
  open.open = true;
  const RouteTable table = RouteTable::of({read, make, open}).value();
  const json::Value document = openapi_document(table, schemas(), "1.2.3").value();
  EXPECT_EQ(*document.find("openapi")->string(), "3.1.0");
  EXPECT_EQ(*document.find("info")->find("version")->string(), "1.2.3");
  const json::Value* job = document.find("paths")->find("/v1/jobs/{id}")->find("get");
  ASSERT_NE(job, nullptr);
  EXPECT_THAT(json::dump(*job->find("parameters")),
              HasSubstr(R"({"name":"id","in":"path","required":true)"));
  EXPECT_THAT(json::dump(*job->find("parameters")), HasSubstr(R"("name":"limit","in":"query")"));
  EXPECT_THAT(json::dump(*job->find("responses")->find("200")),
              HasSubstr(R"("$ref":"#/components/schemas/Job")"));
  EXPECT_THAT(json::dump(*job->find("responses")->find("503")), HasSubstr("Retry-After"));
  const json::Value* made = document.find("paths")->find("/v1/jobs")->find("post");
  EXPECT_THAT(json::dump(*made->find("requestBody")),
              HasSubstr(R"("application/json":{"schema":{"$ref":"#/components/schemas/Job"}})"));
  const json::Value* health = document.find("paths")->find("/healthz")->find("get");
  EXPECT_TRUE(health->find("security")->array()->empty());
  EXPECT_EQ(health->find("x-role"), nullptr);
  EXPECT_EQ(*job->find("x-role")->string(), "read");
  EXPECT_EQ(health->find("responses")->find("401"), nullptr);
}

TEST(OpenApi, AnAnswerMayBeOfSeveralTypes) {
  Route route = sample_route("GET", "/a");
  route.answers = {{200, "a job", "Job", "application/x-job"}, {200, "a job", "Job", ""}};
  const auto document = openapi_document(RouteTable::of({route}).value(), schemas(), "1").value();
  const json::Value* get = document.find("paths")->find("/a")->find("get");
  const json::Value* content = get->find("responses")->find("200")->find("content");
  ASSERT_NE(content, nullptr);
  EXPECT_NE(content->find("application/x-job"), nullptr);
  EXPECT_NE(content->find("application/json"), nullptr);
}

TEST(OpenApi, ListsTheStatusesOfARoute) {
  EXPECT_THAT(statuses_of(sample_route("GET", "/v1/jobs/{id}")),
              ElementsAre(200, 400, 401, 403, 404, 405, 408, 413, 429, 431, 503));
  Route open = sample_route("GET", "/healthz");
  open.open = true;
  EXPECT_THAT(statuses_of(open), ElementsAre(200, 400, 405, 408, 413, 429, 431, 503));
}

TEST(OpenApi, RefusesASchemaThatIsNone) {
  Route route = sample_route("GET", "/a");
  route.answers = {{200, "something", "Jobs", ""}};
  const auto document = openapi_document(RouteTable::of({route}).value(), schemas(), "1");
  ASSERT_FALSE(document.ok());
  EXPECT_THAT(document.error().message, HasSubstr("'Jobs'"));
  EXPECT_THAT(document.error().message, Not(HasSubstr("Problem")));
}

}  // namespace
}  // namespace ragsieve
