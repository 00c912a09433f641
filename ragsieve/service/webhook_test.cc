#include "ragsieve/service/webhook.h"

#include <gmock/gmock.h>

#include <chrono>

#include "ragsieve/crypto/hmac_sha256.h"
#include "ragsieve/models/openai/loopback_server.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr char kKey[] = "a key of the two of us";

Delivery delivery_to(const std::string& url) { return {7, "nightly", url, R"({"a":1})", 0, 1}; }

TEST(WebhookTest, PostsTheBodyWithItsSignature) {
  LoopbackServer server({{http_reply("204 No Content", "text/plain", "")}});
  Webhook webhook(make_curl_client(), kKey);
  ASSERT_TRUE(webhook.send(delivery_to(server.url() + "/hook?token=s3cret"), {}).ok());
  const std::string request = server.requests().at(0);
  EXPECT_THAT(request, HasSubstr("POST /hook?token=s3cret HTTP/1.1\r\n"));
  EXPECT_THAT(request, HasSubstr("X-Ragsieve-Signature: sha256=" +
                                 to_hex(hmac_sha256(kKey, R"({"a":1})")) + "\r\n"));
  EXPECT_THAT(request, HasSubstr("X-Ragsieve-Delivery: nightly-7\r\n"));
  EXPECT_THAT(request, Not(HasSubstr("Authorization")));
  EXPECT_TRUE(request.ends_with(R"({"a":1})"));
}

TEST(WebhookTest, AnythingButSuccessIsToldWithoutTheAddress) {
  LoopbackServer server({{http_reply("302 Found", "text/html", "", "Location: /x\r\n")},
                         {http_reply("500 Broken", "text/plain", "")}});
  Webhook webhook(make_curl_client(), kKey);
  for (const char* status : {"302", "500"}) {
    const Status sent = webhook.send(delivery_to(server.url() + "/s3cret"), {});
    ASSERT_FALSE(sent.ok());
    EXPECT_EQ(sent.error().code, Code::kUnavailable);
    EXPECT_THAT(to_string(sent.error()), HasSubstr(status));
    EXPECT_THAT(to_string(sent.error()), Not(HasSubstr("s3cret")));
  }
  const Status refused = webhook.send(delivery_to("http://127.0.0.1:1/s3cret"), {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
  EXPECT_THAT(to_string(refused.error()), Not(HasSubstr("s3cret")));
}

TEST(WebhookTest, OnlyAddressesOfTheWebAreTaken) {
  for (const char* url : {"https://example.org/hook", "http://127.0.0.1:8080", "https://[::1]/x"}) {
    EXPECT_TRUE(check_webhook(url).ok()) << url;
  }
  for (const char* url : {"", "example.org", "file:///etc/passwd", "gopher://a/", "https://",
                          "https:///x", "http://a b/", "http://me:pw@host/", "http://a/\r\nX: 1"}) {
    const Status checked = check_webhook(url);
    ASSERT_FALSE(checked.ok()) << url;
    EXPECT_EQ(checked.error().where.field, "webhook");
  }
  EXPECT_FALSE(check_webhook("https://a/" + std::string(2048, 'a')).ok());
}

}  // namespace
}  // namespace ragsieve
