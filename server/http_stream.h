// The bytes of one connection: plain, or within TLS, the same to whoever reads and writes. Only
// server/ includes this: it shows Boost.
#pragma once

#include <poll.h>

#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast.hpp>
#include <memory>
#include <optional>
#include <utility>

namespace ragsieve {

namespace net = boost::asio;
namespace beast = boost::beast;

using HttpSocket = net::generic::stream_protocol::socket;

struct TlsContext {
  net::ssl::context context{net::ssl::context::tls_server};
};

// One read and one write at a time, as of a Beast stream.
class HttpStream {
 public:
  using Plain = beast::basic_stream<net::generic::stream_protocol>;
  using executor_type = Plain::executor_type;  // NOLINT(readability-identifier-naming): of Asio

  // Without `tls` plain.
  HttpStream(HttpSocket socket, const std::shared_ptr<TlsContext>& tls)
      : plain_(std::move(socket)) {
    if (tls) tls_.emplace(plain_, tls->context);
  }

  executor_type get_executor() noexcept { return plain_.get_executor(); }

  template <typename Buffers, typename Token>
  auto async_read_some(const Buffers& buffers, Token&& token) {
    if (tls_) return tls_->async_read_some(buffers, std::forward<Token>(token));
    return plain_.async_read_some(buffers, std::forward<Token>(token));
  }
  template <typename Buffers, typename Token>
  auto async_write_some(const Buffers& buffers, Token&& token) {
    if (tls_) return tls_->async_write_some(buffers, std::forward<Token>(token));
    return plain_.async_write_some(buffers, std::forward<Token>(token));
  }

  // What lies below TLS.
  [[nodiscard]] Plain& plain() { return plain_; }
  [[nodiscard]] HttpSocket& socket() { return plain_.socket(); }

  // The handshake, where there is one to make.
  net::awaitable<boost::system::error_code> secure() {
    if (!tls_) co_return boost::system::error_code();
    const auto [error] = co_await tls_->async_handshake(net::ssl::stream_base::server, kTuple);
    secured_ = !error;
    co_return error;
  }

  // Tells the peer that nothing more will come, without waiting for the same from it.
  net::awaitable<void> say_end() {
    if (!secured_) co_return;
    SSL_set_shutdown(tls_->native_handle(), SSL_RECEIVED_SHUTDOWN);
    const auto [ignored] = co_await tls_->async_shutdown(kTuple);
    static_cast<void>(ignored);
  }

  // Whether the peer has closed its end, be what it sent before read or not.
  [[nodiscard]] bool peer_is_gone() {
    pollfd state{plain_.socket().native_handle(), POLLRDHUP, 0};
    return ::poll(&state, 1, 0) > 0;
  }

  template <typename Duration>
  void expires_after(Duration duration) {
    plain_.expires_after(duration);
  }
  void expires_never() { plain_.expires_never(); }
  void cancel() { plain_.cancel(); }
  void close() { plain_.close(); }

 private:
  static constexpr auto kTuple = net::as_tuple(net::use_awaitable);

  Plain plain_;
  std::optional<net::ssl::stream<Plain&>> tls_;
  bool secured_ = false;
};

}  // namespace ragsieve
