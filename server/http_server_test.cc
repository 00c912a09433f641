#include "server/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <future>
#include <thread>

#include "server/http_client_testing.h"
#include "server/http_server_testing.h"

namespace ragsieve {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using HttpServerTest = HttpServerCase;

TEST_F(HttpServerTest, AnswersOneRequestAfterTheOtherOnOneConnection) {
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send(post("/a%20b?c=d", "12345")));
  EXPECT_THAT(client.answer(), AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), HasSubstr("X-Request-Id: "),
                                     HasSubstr("nosniff"), HasSubstr("\r\n\r\nPOST /a b 5")));
  ASSERT_TRUE(client.send(get("/1") + get("/2")));  // in one piece
  EXPECT_THAT(client.answer(), HasSubstr("GET /1 0"));
  EXPECT_THAT(client.answer(), HasSubstr("GET /2 0"));
  ASSERT_TRUE(client.send("HEAD /1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
  EXPECT_THAT(client.rest(), AllOf(HasSubstr("Content-Length: 9\r\n"), Not(HasSubstr("HEAD /1"))));
}

TEST_F(HttpServerTest, ABodyInChunksIsOne) {
  begin();
  RawClient client(path());
  ASSERT_TRUE(
      client.send("POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                  "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"));
  EXPECT_THAT(client.answer(), HasSubstr("POST /c 5"));
}

TEST_F(HttpServerTest, WhoAsksWhetherToSendIsToldSo) {
  begin();
  RawClient client(path());
  ASSERT_TRUE(
      client.send("POST /c HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
                  "Content-Length: 2\r\n\r\n"));
  EXPECT_THAT(client.answer(), StartsWith("HTTP/1.1 100 Continue"));
  ASSERT_TRUE(client.send("ab"));
  EXPECT_THAT(client.answer(), HasSubstr("POST /c 2"));
}

// The peer goes on sending what nobody reads, and gets its answer all the same.
TEST_F(HttpServerTest, TooLargeABodyIsAnsweredNotCutOff) {
  options_.body_bytes = 1000;
  begin();
  for (const bool chunked : {false, true}) {
    RawClient client(path());
    const std::string body(2'000'000, 'x');
    ASSERT_TRUE(client.send(
        chunked ? "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1e8480\r\n" +
                      body + "\r\n0\r\n\r\n"
                : post("/c", body)));
    EXPECT_THAT(client.answer(),
                AllOf(StartsWith("HTTP/1.1 413 Content Too Large\r\n"),
                      HasSubstr("application/problem+json"), HasSubstr("longer than 1000 bytes")));
  }
}

TEST_F(HttpServerTest, TooLongAHeaderIsAnswered) {
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send(get("/a", "X: " + std::string(20'000, 'x') + "\r\n")));
  EXPECT_THAT(client.answer(), StartsWith("HTTP/1.1 431 "));
}

TEST_F(HttpServerTest, WhatIsNoRequestIsABadOne) {
  begin();
  for (const std::string& bytes :
       {std::string("hello\r\n\r\n"), std::string("GET / HTTP/9\r\n\r\n"), get("/a/../b"),
        get("/%00"), std::string("GET /a HTTP/1.1\r\nHost x\r\n\r\n"),
        std::string("POST /c HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        std::string("POST /c HTTP/1.1\r\nContent-Length: x\r\n\r\n"),
        std::string("POST /c HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
                    "1\r\na\r\n0\r\n\r\n")}) {
    RawClient client(path());
    ASSERT_TRUE(client.send(bytes));
    EXPECT_THAT(client.answer(), AllOf(StartsWith("HTTP/1.1 400 Bad Request\r\n"),
                                       HasSubstr("\"code\":\"bad_request\"")))
        << bytes;
  }
}

TEST_F(HttpServerTest, WhoIsNotAdmittedIsAnsweredBeforeTheBody) {
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send("POST /secret HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"));
  EXPECT_THAT(client.answer(), StartsWith("HTTP/1.1 401 Unauthorized\r\n"));
  RawClient other(path());
  ASSERT_TRUE(other.send(get("/secret") + get("/1")));  // nothing to skip: the connection goes on
  EXPECT_THAT(other.answer(), StartsWith("HTTP/1.1 401 "));
  EXPECT_THAT(other.answer(), HasSubstr("GET /1 0"));
}

TEST_F(HttpServerTest, AFullLaneSendsAwayAndTheOtherLaneGoesOn) {
  options_.model = {1, 2, 1};
  begin();
  RawClient running(path()), waiting(path()), own(path()), second(path()), third(path()),
      full(path());
  ASSERT_TRUE(running.send(get("/slow", "X-Caller: a\r\n")));
  wait_for_slow(1);
  ASSERT_TRUE(waiting.send(get("/slow", "X-Caller: a\r\n")));
  wait_for_admitted(2);
  ASSERT_TRUE(own.send(get("/slow", "X-Caller: a\r\n")));
  EXPECT_THAT(own.answer(), AllOf(StartsWith("HTTP/1.1 429 "), HasSubstr("Retry-After: 1\r\n")));
  ASSERT_TRUE(second.send(get("/slow", "X-Caller: b\r\n")));
  wait_for_admitted(4);
  ASSERT_TRUE(second.send(get("/1")));  // behind the first: not looked at yet
  ASSERT_TRUE(third.send(get("/slow", "X-Caller: c\r\n")));
  EXPECT_THAT(third.answer(), AllOf(StartsWith("HTTP/1.1 503 "), HasSubstr("Retry-After: 1\r\n"),
                                    HasSubstr("too many requests")));
  ASSERT_TRUE(full.send(get("/1")));
  EXPECT_THAT(full.answer(), HasSubstr("GET /1 0"));
  echo_.let_go = true;
  EXPECT_THAT(running.answer(), HasSubstr("GET /slow 0"));
  EXPECT_THAT(waiting.answer(), HasSubstr("GET /slow 0"));
  EXPECT_THAT(second.answer(), HasSubstr("GET /slow 0"));
  EXPECT_THAT(second.answer(), HasSubstr("GET /1 0"));
}

TEST_F(HttpServerTest, WorkOfAPeerThatIsGoneIsCancelled) {
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send(get("/slow")));
  wait_for_slow(1);
  client.close();
  while (!echo_.cancelled) std::this_thread::yield();
}

TEST_F(HttpServerTest, WorkThatTakesTooLongIsCancelledAndSaidSo) {
  options_.work_s = 1;
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send(get("/slow")));
  EXPECT_THAT(client.answer(), AllOf(StartsWith("HTTP/1.1 503 "), HasSubstr("took too long")));
  EXPECT_TRUE(echo_.cancelled);
}

TEST_F(HttpServerTest, AHeaderThatDoesNotEndIsTimedOut) {
  options_.header_s = 1;
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send("GET /a HTTP/1.1\r\nHost: x\r\n"));
  EXPECT_THAT(client.answer(), StartsWith("HTTP/1.1 408 Request Timeout\r\n"));
}

TEST_F(HttpServerTest, ABodyThatDoesNotEndIsTimedOut) {
  options_.body_s = 1;
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send("POST /c HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc"));
  EXPECT_THAT(client.answer(), StartsWith("HTTP/1.1 408 Request Timeout\r\n"));
}

TEST_F(HttpServerTest, AllBodiesTogetherHaveALimit) {
  options_.bodies_bytes = 100;
  begin();
  RawClient running(path()), other(path());
  ASSERT_TRUE(running.send(post("/slow", std::string(60, 'x'))));
  wait_for_slow(1);
  ASSERT_TRUE(other.send(post("/c", std::string(60, 'x'))));
  EXPECT_THAT(other.answer(), AllOf(StartsWith("HTTP/1.1 503 "), HasSubstr("Retry-After: 1\r\n"),
                                    HasSubstr("too many bodies")));
  echo_.let_go = true;
  EXPECT_THAT(running.answer(), HasSubstr("POST /slow 60"));
  RawClient after(path());
  ASSERT_TRUE(after.send(post("/c", std::string(60, 'x'))));
  EXPECT_THAT(after.answer(), HasSubstr("POST /c 60"));
}

TEST_F(HttpServerTest, AConnectionTooManyIsClosed) {
  options_.connections = 1;
  begin();
  RawClient first(path());
  ASSERT_TRUE(first.send(get("/1")));
  EXPECT_THAT(first.answer(), HasSubstr("GET /1 0"));
  EXPECT_EQ(RawClient(path()).rest(), "");
  ASSERT_TRUE(first.send(get("/2")));
  EXPECT_THAT(first.answer(), HasSubstr("GET /2 0"));
}

TEST_F(HttpServerTest, EventsAreWrittenBehindTheLastOneSeen) {
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send(get("/events")));
  const std::string answer = client.rest();
  EXPECT_THAT(answer, HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_THAT(answer, HasSubstr("id: 2\nevent: progress\ndata: {\"done\":2}\n\n"
                                "id: 3\nevent: progress\ndata: {\"done\":3}\n\n"));
  EXPECT_THAT(answer, Not(HasSubstr("id: 1\n")));
  EXPECT_THAT(answer, testing::EndsWith("\r\n0\r\n\r\n"));
}

TEST_F(HttpServerTest, WhoAsksForTheHeadOfAStreamGetsNoEvents) {
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send("HEAD /events HTTP/1.1\r\nHost: x\r\n\r\n"));
  EXPECT_THAT(client.rest(), AllOf(HasSubstr("text/event-stream"), testing::EndsWith("\r\n\r\n"),
                                   Not(HasSubstr("id: "))));
}

// What was not done is not answered as if it had been.
TEST_F(HttpServerTest, WhoClosesItsEndWhileItWaitsGetsNoSuccess) {
  begin();
  RawClient first(path()), second(path());
  ASSERT_TRUE(first.send(get("/slow")));
  wait_for_slow(1);
  ASSERT_TRUE(second.send(get("/slow")));
  wait_for_admitted(2);
  second.end_sending();
  RawClient third(path());  // looked at after the end of the second was seen
  ASSERT_TRUE(third.send(get("/1")));
  EXPECT_THAT(third.answer(), HasSubstr("GET /1 0"));
  echo_.let_go = true;
  EXPECT_THAT(second.rest(),
              AllOf(testing::StartsWith("HTTP/1.1 503 "), HasSubstr("Retry-After: ")));
  EXPECT_EQ(echo_.slow, 1);
}

TEST_F(HttpServerTest, StopAnswersWhatIsBeingWorkedOn) {
  begin();
  RawClient idle(path()), running(path());
  ASSERT_TRUE(idle.send(get("/1")));
  EXPECT_THAT(idle.answer(), HasSubstr("GET /1 0"));
  ASSERT_TRUE(running.send(get("/slow")));
  wait_for_slow(1);
  server_->stop();
  EXPECT_EQ(idle.rest(), "");  // closed
  echo_.let_go = true;
  EXPECT_THAT(running.rest(), AllOf(HasSubstr("GET /slow 0"), HasSubstr("Connection: close")));
  thread_.join();
  EXPECT_FALSE(RawClient(path()).connected());
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(HttpServerTest, StopCancelsWhatDoesNotEnd) {
  options_.drain_s = 0;
  begin();
  RawClient client(path());
  ASSERT_TRUE(client.send(get("/slow")));
  wait_for_slow(1);
  end();
  EXPECT_TRUE(echo_.cancelled);
}

TEST_F(HttpServerTest, ADeadSocketIsReplacedALivingOneIsNot) {
  begin();
  const auto second = HttpServer::open(options_, echo_, nullptr);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, Code::kIo);
  EXPECT_THAT(second.error().message, HasSubstr("cannot listen on unix:"));
  RawClient client(path());
  ASSERT_TRUE(client.send(get("/1")));
  EXPECT_THAT(client.answer(), HasSubstr("GET /1 0"));
  end();
  const int left = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path().c_str(), path().size() + 1);
  ASSERT_EQ(bind(left, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  close(left);
  begin();
  RawClient again(path());
  ASSERT_TRUE(again.send(get("/1")));
  EXPECT_THAT(again.answer(), HasSubstr("GET /1 0"));
}

TEST_F(HttpServerTest, AddressesAreReadAsTheyAreWritten) {
  options_.listen = {"127.0.0.1:0", "unix:" + path()};
  begin();
  EXPECT_THAT(server_->addresses()[0], testing::MatchesRegex("127\\.0\\.0\\.1:[1-9][0-9]+"));
  EXPECT_EQ(server_->addresses()[1], "unix:" + path());
  for (const char* address : {"localhost:1", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:70000",
                              "127.0.0.1:1 ", "unix:", ":1", "[::1]"}) {
    HttpServerOptions options;
    options.listen = {address};
    const auto refused = HttpServer::open(options, echo_, nullptr);
    ASSERT_FALSE(refused.ok()) << address;
    EXPECT_EQ(refused.error().code, Code::kInvalidArgument) << address;
  }
}

TEST_F(HttpServerTest, ManyConnectionsAreServed) {
  options_.quick = {2, 1000, 1000};
  begin();
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 500; ++i) clients.push_back(std::make_unique<RawClient>(path()));
  for (const auto& client : clients) ASSERT_TRUE(client->send(get("/1")));
  for (const auto& client : clients) EXPECT_THAT(client->answer(), HasSubstr("200 OK"));
}

}  // namespace
}  // namespace ragsieve
