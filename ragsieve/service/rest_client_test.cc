#include "ragsieve/service/rest_client.h"

#include <gmock/gmock.h>

#include "ragsieve/models/openai/loopback_server.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

RestClient client_of(const std::string& url) {
  return RestClient::open({url + "/", "s3cret", ""}, make_curl_client()).value();
}

TEST(RestClientTest, AsksWithItsKey) {
  LoopbackServer server({{http_reply("200 OK", "application/json", R"({"a":1})")}});
  RestClient client = client_of(server.url());
  EXPECT_EQ(client.get("/v1/quarantine?limit=1", {})->find("a")->number(), 1);
  EXPECT_TRUE(client.post("/v1/x", json::Object{{"b", 2}}, {}).ok());
  EXPECT_THAT(server.requests().at(0), HasSubstr("GET /v1/quarantine?limit=1 HTTP/1.1\r\n"));
  EXPECT_THAT(server.requests().at(0), HasSubstr("Authorization: Bearer s3cret\r\n"));
  EXPECT_TRUE(server.requests().at(1).ends_with(R"({"b":2})"));
}

TEST(RestClientTest, AProblemIsAnErrorWithItsDetail) {
  LoopbackServer server(
      {{http_reply("404 Not Found", "application/problem+json", R"({"detail":"no such one"})")},
       {http_reply("401 Unauthorized", "application/problem+json", "{}")},
       {http_reply("503 Busy", "text/plain", "later")},
       {http_reply("200 OK", "text/html", "<html>")}});
  RestClient client = client_of(server.url());
  const Error unknown = client.get("/v1/x", {}).error();
  EXPECT_EQ(unknown.code, Code::kNotFound);
  EXPECT_THAT(unknown.message, HasSubstr("404: no such one"));
  EXPECT_EQ(client.get("/v1/x", {}).error().code, Code::kInvalidArgument);
  EXPECT_EQ(client.get("/v1/x", {}).error().code, Code::kUnavailable);
  EXPECT_THAT(client.get("/v1/x", {}).error().message, HasSubstr("no JSON"));
  EXPECT_FALSE(RestClient::open({"ftp://a", "", ""}, make_curl_client()).ok());
}

}  // namespace
}  // namespace ragsieve
