#include "server/tls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "server/http_server_testing.h"
#include "server/tls_testing.h"

namespace ragsieve {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing_tls::make_certificate;
using testing_tls::TlsClient;
using testing_tls::TlsClientOptions;

class TlsTest : public HttpServerCase {
 protected:
  void SetUp() override {
    HttpServerCase::SetUp();
    files_ = make_certificate(folder_, "gate");
    options_.listen = {"127.0.0.1:0", "unix:" + path()};
  }

  [[nodiscard]] Error refused(const TlsFiles& files) const {
    const auto loaded = load_tls(files);
    EXPECT_FALSE(loaded.ok());
    return loaded.ok() ? Error{} : loaded.error();
  }
  void begin_over_tls() {
    options_.tls = load_tls(files_).value();
    begin();
    address_ = server_->addresses()[0];
  }

  TlsFiles files_;
  std::string address_;
};

TEST_F(TlsTest, RequestsAreAnsweredOneAfterTheOther) {
  begin_over_tls();
  TlsClient client(address_);
  ASSERT_TRUE(client.secured());
  EXPECT_EQ(client.version(), TLS1_3_VERSION);
  const std::string large(1'000'000, 'x');
  ASSERT_TRUE(client.send(post("/c", large)));
  EXPECT_THAT(client.answer(),
              AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), HasSubstr("POST /c 1000000")));
  ASSERT_TRUE(client.send(get("/1") + get("/2")));
  EXPECT_THAT(client.answer(), HasSubstr("GET /1 0"));
  EXPECT_THAT(client.answer(), HasSubstr("GET /2 0"));
  ASSERT_TRUE(client.send(get("/3", "Connection: close\r\n")));
  EXPECT_THAT(client.rest(), HasSubstr("GET /3 0"));
  EXPECT_TRUE(client.ended_orderly());
}

TEST_F(TlsTest, UnixSocketsSpeakPlainly) {
  begin_over_tls();
  RawClient client(path());
  ASSERT_TRUE(client.send(get("/1")));
  EXPECT_THAT(client.answer(), HasSubstr("GET /1 0"));
}

TEST_F(TlsTest, WhatIsOlderThanTls12IsRefused) {
  begin_over_tls();
  EXPECT_FALSE(TlsClient(address_, {TLS1_1_VERSION, "", true}).secured());
  TlsClient client(address_, {TLS1_2_VERSION, "", true});
  ASSERT_TRUE(client.secured());
  ASSERT_TRUE(client.send(get("/1")));
  EXPECT_THAT(client.answer(), HasSubstr("GET /1 0"));
}

TEST_F(TlsTest, OfTheProtocolsOfferedHttp11IsChosen) {
  begin_over_tls();
  const std::string http11("\x08http/1.1", 9);
  const std::string http2("\x02h2", 3);
  EXPECT_EQ(TlsClient(address_, {0, http2 + http11, true}).protocol(), "http/1.1");
  EXPECT_EQ(TlsClient(address_).protocol(), "");
  EXPECT_FALSE(TlsClient(address_, {0, http2, true}).secured());
}

TEST_F(TlsTest, TooLargeABodyIsAnsweredNotCutOff) {
  options_.body_bytes = 1000;
  begin_over_tls();
  TlsClient client(address_);
  ASSERT_TRUE(client.send(post("/c", std::string(2'000'000, 'x'))));
  EXPECT_THAT(client.rest(), StartsWith("HTTP/1.1 413 Content Too Large\r\n"));
  EXPECT_TRUE(client.ended_orderly());
}

TEST_F(TlsTest, EventsAreWritten) {
  begin_over_tls();
  TlsClient client(address_);
  ASSERT_TRUE(client.send(get("/events")));
  EXPECT_THAT(client.rest(),
              AllOf(HasSubstr("id: 2\nevent: progress\n"), testing::EndsWith("\r\n0\r\n\r\n")));
  EXPECT_TRUE(client.ended_orderly());
}

TEST_F(TlsTest, WhoSpeaksPlainlyIsSentAwayInOrder) {
  begin_over_tls();
  RawClient client(testing_tls::connect_tcp(address_));
  ASSERT_TRUE(client.send(post("/c", std::string(200'000, 'x'))));  // all is taken: no reset
  client.end_sending();
  EXPECT_THAT(client.rest(), testing::Not(HasSubstr("HTTP")));
  TlsClient other(address_);
  ASSERT_TRUE(other.send(get("/1")));
  EXPECT_THAT(other.answer(), HasSubstr("GET /1 0"));
}

TEST_F(TlsTest, AHandshakeThatDoesNotComeIsGivenUp) {
  options_.header_s = 1;
  begin_over_tls();
  TlsClient silent(address_, {0, "", false});
  EXPECT_EQ(silent.RawClient::rest(), "");
  TlsClient slow(address_);  // secured, then half a header
  ASSERT_TRUE(slow.send("GET / HT"));
  EXPECT_THAT(slow.rest(), StartsWith("HTTP/1.1 408 "));
}

TEST_F(TlsTest, WhoLeavesHasItsWorkCancelled) {
  begin_over_tls();
  TlsClient client(address_);
  ASSERT_TRUE(client.send(get("/slow")));
  wait_for_slow(1);
  client.leave();
  while (!echo_.cancelled) std::this_thread::yield();
}

TEST_F(TlsTest, StopAnswersWhatIsBeingWorkedOn) {
  begin_over_tls();
  TlsClient idle(address_), running(address_), silent(address_, {0, "", false});
  ASSERT_TRUE(idle.send(get("/1")));
  EXPECT_THAT(idle.answer(), HasSubstr("GET /1 0"));
  ASSERT_TRUE(running.send(get("/slow")));
  wait_for_slow(1);
  server_->stop();
  EXPECT_EQ(idle.rest(), "");
  EXPECT_TRUE(idle.ended_orderly());
  echo_.let_go = true;
  EXPECT_THAT(running.rest(), AllOf(HasSubstr("GET /slow 0"), HasSubstr("Connection: close")));
  thread_.join();
}

TEST_F(TlsTest, ANewCertificateIsShownToWhoComesLater) {
  begin_over_tls();
  TlsClient before(address_);
  EXPECT_EQ(before.name(), "gate");
  server_->renew_tls(load_tls(make_certificate(folder_, "renewed")).value());
  ASSERT_TRUE(before.send(get("/1")));  // answered after it
  EXPECT_THAT(before.answer(), HasSubstr("GET /1 0"));
  EXPECT_EQ(TlsClient(address_).name(), "renewed");
}

TEST_F(TlsTest, FilesThatCannotBeUsedAreNamed) {
  const TlsFiles other = make_certificate(folder_, "other");
  const Error mismatch = refused({files_.certificate, other.key});
  EXPECT_EQ(mismatch.code, Code::kInvalidConfig);
  EXPECT_EQ(mismatch.where.path, other.key);
  EXPECT_THAT(mismatch.message,
              HasSubstr("is not the key of the certificate " + files_.certificate));

  EXPECT_EQ(refused({folder_ + "/none", files_.key}).code, Code::kNotFound);
  EXPECT_EQ(refused({files_.certificate, folder_ + "/none"}).code, Code::kNotFound);
  const Error swapped = refused({files_.key, files_.certificate});
  EXPECT_EQ(swapped.code, Code::kInvalidConfig);
  EXPECT_EQ(swapped.where.path, files_.key);

  std::filesystem::permissions(files_.key, std::filesystem::perms::group_read,
                               std::filesystem::perm_options::add);
  const Error open = refused(files_);
  EXPECT_EQ(open.code, Code::kInvalidConfig);
  EXPECT_EQ(open.where.path, files_.key);
  EXPECT_THAT(open.message, HasSubstr("has mode 0640, expected 0600"));
}

TEST_F(TlsTest, ALockedKeyIsRefusedWithoutAsking) {
  testing_tls::lock_key(files_.key, "secret");
  const Error locked = refused(files_);
  EXPECT_EQ(locked.code, Code::kInvalidConfig);
  EXPECT_EQ(locked.where.path, files_.key);
  EXPECT_THAT(locked.message, HasSubstr("without a passphrase"));
}

}  // namespace
}  // namespace ragsieve
