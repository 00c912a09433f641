// A blocking client of raw bytes for the tests of the server: what it sends and gets is seen as it
// is.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <string>
#include <string_view>

namespace ragsieve {

class RawClient {
 public:
  explicit RawClient(const std::string& unix_path) : fd_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, unix_path.c_str(), unix_path.size() + 1);
    connected_ = connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  }
  ~RawClient() { close(); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }

  // Whether all was taken.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t n = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }

  // The next answer: header and as many bytes as its Content-Length says (none for HEAD).
  std::string answer(bool has_body = true) {
    std::size_t end = std::string::npos;
    while ((end = pending_.find("\r\n\r\n")) == std::string::npos) {
      if (!read_some()) return std::exchange(pending_, "");
    }
    constexpr std::string_view kName = "Content-Length: ";
    const std::size_t at = pending_.find(kName);
    std::size_t length = end + 4;
    if (has_body && at < end) length += std::stoul(pending_.substr(at + kName.size()));
    while (pending_.size() < length && read_some()) {
    }
    std::string found = pending_.substr(0, length);
    pending_.erase(0, length);
    return found;
  }

  // All that comes until the server closes.
  std::string rest() {
    while (read_some()) {
    }
    return std::exchange(pending_, "");
  }

  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  bool read_some() {
    pollfd ready{fd_, POLLIN, 0};
    if (poll(&ready, 1, 20'000) <= 0) return false;
    char bytes[4096];
    const ssize_t n = recv(fd_, bytes, sizeof(bytes), 0);
    if (n <= 0) return false;
    pending_.append(bytes, static_cast<std::size_t>(n));
    return true;
  }

  int fd_;
  bool connected_ = false;
  std::string pending_;
};

}  // namespace ragsieve
