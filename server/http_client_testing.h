// A blocking client of raw bytes for the tests of the server: what it sends and gets is seen as it
// is.
#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace ragsieve {

class RawClient {
 public:
  explicit RawClient(const std::string& unix_path) : fd_(socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, unix_path.c_str(), unix_path.size() + 1);
    connected_ = connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  }
  // Takes a socket; -1: it is not connected.
  explicit RawClient(int fd) : fd_(fd), connected_(fd >= 0) {}
  virtual ~RawClient() { close(); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  [[nodiscard]] bool connected() const { return connected_; }

  // Whether all was taken.
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = write_bytes(bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
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
  // Says that nothing more comes, and still reads.
  void end_sending() const { ::shutdown(fd_, SHUT_WR); }

 protected:
  [[nodiscard]] int descriptor() const { return fd_; }
  // As send() and recv() of the system.
  [[nodiscard]] virtual ssize_t write_bytes(const char* bytes, std::size_t n) {
    return ::send(fd_, bytes, n, MSG_NOSIGNAL);
  }
  [[nodiscard]] virtual ssize_t read_bytes(char* bytes, std::size_t n) {
    return ::recv(fd_, bytes, n, 0);
  }
  // Whether there is something to read that the socket does not know of.
  [[nodiscard]] virtual bool has_buffered() const { return false; }

 private:
  bool read_some() {
    pollfd ready{fd_, POLLIN, 0};
    char bytes[4096];
    const int polled = has_buffered() ? 1 : poll(&ready, 1, 20'000);
    const ssize_t n = polled > 0 ? read_bytes(bytes, sizeof(bytes)) : polled;
    if (n < 0 && errno == EINTR) return true;  // a timer of who runs the test
    if (n <= 0) return false;
    pending_.append(bytes, static_cast<std::size_t>(n));
    return true;
  }

  int fd_;
  bool connected_ = false;
  std::string pending_;
};

}  // namespace ragsieve
