// For tests: a server on 127.0.0.1 with a thread of its own that sends scripted bytes, whole,
// broken off or never. One connection at a time; what was asked is kept.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace ragsieve {

struct Reply {
  std::string bytes;
  bool hang = false;  // keeps the connection open after the bytes, until the test ends
};

inline std::string http_reply(std::string_view status, std::string_view type, std::string_view body,
                              std::string_view more_headers = "") {
  return "HTTP/1.1 " + std::string(status) + "\r\nContent-Type: " + std::string(type) +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + std::string(more_headers) +
         "Connection: close\r\n\r\n" + std::string(body);
}

class LoopbackServer {
 public:
  // The nth connection gets the nth reply, all after the last the last.
  explicit LoopbackServer(std::vector<Reply> replies) : replies_(std::move(replies)) {
    ::setenv("no_proxy", "127.0.0.1", 1);
    socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    const bool listens = ::bind(socket_, any, size) == 0 && ::listen(socket_, 8) == 0 &&
                         ::getsockname(socket_, any, &size) == 0;
    if (!listens) std::abort();
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;
  ~LoopbackServer() {
    closing_.store(true);
    thread_.join();
    ::close(socket_);
  }

  [[nodiscard]] std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  [[nodiscard]] std::vector<std::string> requests() {
    const std::lock_guard lock(mutex_);
    return requests_;
  }

 private:
  // False when the test ends first.
  bool readable(int descriptor) const {
    while (!closing_.load()) {
      pollfd waiting{descriptor, POLLIN, 0};
      if (::poll(&waiting, 1, 5) > 0) return true;
    }
    return false;
  }

  static bool is_whole(const std::string& request) {
    constexpr std::string_view kLength = "Content-Length: ";
    const std::size_t head = request.find("\r\n\r\n");
    const std::size_t length = request.find(kLength);
    if (head == std::string::npos) return false;
    if (length > head) return true;
    return request.size() >= head + 4 + std::stoul(request.substr(length + kLength.size()));
  }

  std::string read_request(int connection) const {
    std::string request;
    std::array<char, 4096> buffer{};
    while (!is_whole(request) && readable(connection)) {
      const ssize_t n = ::recv(connection, buffer.data(), buffer.size(), 0);
      if (n <= 0) break;
      request.append(buffer.data(), static_cast<std::size_t>(n));
    }
    return request;
  }

  void serve() {
    for (std::size_t n = 0; readable(socket_); ++n) {
      const int connection = ::accept(socket_, nullptr, nullptr);
      if (connection < 0) continue;
      const std::string request = read_request(connection);
      {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
      }
      const Reply& reply = replies_[std::min(n, replies_.size() - 1)];
      (void)::send(connection, reply.bytes.data(), reply.bytes.size(), MSG_NOSIGNAL);
      while (reply.hang && !closing_.load()) (void)::poll(nullptr, 0, 5);
      ::close(connection);
    }
  }

  const std::vector<Reply> replies_;
  int socket_ = -1;
  int port_ = 0;
  std::atomic<bool> closing_{false};
  std::mutex mutex_;
  std::vector<std::string> requests_;
  std::thread thread_;
};

}  // namespace ragsieve
