// For tests of the server: a handler that echoes, and a server of it at a unix socket.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "server/http_server.h"
#include "server/problem.h"

namespace ragsieve {

// Three events, of which the last one ends the stream.
class ThreeEvents : public EventStream {
 public:
  Result<std::vector<ServerEvent>> after(std::uint64_t last_id) override {
    std::vector<ServerEvent> events;
    for (std::uint64_t id = last_id + 1; id <= 3; ++id) {
      events.push_back({id, "progress", "{\"done\":" + std::to_string(id) + "}"});
    }
    return events;
  }
  bool finished() override { return true; }
};

// Echoes; /slow waits until it is let go or cancelled; /secret is refused.
class Echo : public HttpHandler {
 public:
  std::variant<Admission, ServerResponse> admit(const ServerRequest& head) override {
    if (head.path == "/secret") return problem(401, "unauthorized", "no key", head.id);
    const std::string* caller = head.header("x-caller");
    if (head.path == "/slow") ++admitted;
    return Admission{head.path == "/slow" ? Lane::kModel : Lane::kQuick,
                     caller == nullptr ? "anybody" : *caller};
  }
  ServerResponse handle(const ServerRequest& request) override {
    ServerResponse response;
    response.content_type = "text/plain";
    if (request.path == "/events") {
      response.events = std::make_shared<ThreeEvents>();
      response.last_event_id = 1;
      return response;
    }
    if (request.path == "/slow") {
      ++slow;
      while (!let_go && !request.cancel.requested()) std::this_thread::yield();
      cancelled = cancelled || request.cancel.requested();
    }
    response.body = request.method + " " + request.path + " " + std::to_string(request.body.size());
    return response;
  }
  std::atomic<int> admitted = 0;  // to /slow
  std::atomic<int> slow = 0;      // of these, begun
  std::atomic<bool> let_go = false;
  std::atomic<bool> cancelled = false;
};

class HttpServerCase : public testing::Test {
 protected:
  void SetUp() override {
    std::string made = (std::filesystem::temp_directory_path() / "http-XXXXXX").string();
    ASSERT_NE(mkdtemp(made.data()), nullptr);
    folder_ = made;
    options_.listen = {"unix:" + path()};
    options_.header_s = 5;
  }
  void TearDown() override {
    echo_.let_go = true;
    end();
    std::filesystem::remove_all(folder_);
  }

  [[nodiscard]] std::string path() const { return folder_ + "/s"; }
  void begin() {
    auto opened = HttpServer::open(options_, echo_, nullptr);
    ASSERT_TRUE(opened.ok()) << to_string(opened.error());
    server_ = std::move(opened).value();
    thread_ = std::thread([this] { server_->run(); });
  }
  void end() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }
  // What was admitted is in its lane before anything that is sent later is looked at.
  void wait_for_admitted(int n) const {
    while (echo_.admitted < n) std::this_thread::yield();
  }
  void wait_for_slow(int n) const {
    while (echo_.slow < n) std::this_thread::yield();
  }

  std::string folder_;
  HttpServerOptions options_;
  Echo echo_;
  std::unique_ptr<HttpServer> server_;
  std::thread thread_;
};

inline std::string post(const std::string& target, const std::string& body,
                        const std::string& more = "") {
  return "POST " + target + " HTTP/1.1\r\nHost: x\r\n" + more +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}
inline std::string get(const std::string& target, const std::string& more = "") {
  return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n";
}

}  // namespace ragsieve
