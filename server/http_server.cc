#include "server/http_server.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <random>
#include <utility>

#include "server/http_core.h"

namespace ragsieve {
namespace {

using Tcp = net::ip::tcp;
using Unix = net::local::stream_protocol;
using ErrorCode = boost::system::error_code;

constexpr auto kTuple = net::as_tuple(net::use_awaitable);
constexpr std::string_view kUnixPrefix = "unix:";
constexpr std::size_t kOwnFiles = 128;  // beside connections: state, models, caches

Error bad_address(const std::string& address) {
  return make_error(
      Code::kInvalidArgument,
      "the address '" + address + "' is none: expected HOST:PORT with an IP address, or unix:PATH",
      Where{"", 0, "listen"});
}

Error cannot_listen(const std::string& address, const ErrorCode& error) {
  return make_error(Code::kIo, "cannot listen on " + address + ": " + error.message(),
                    Where{"", 0, "listen"});
}

Result<Tcp::endpoint> tcp_endpoint(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  if (colon == address.npos) return bad_address(address);
  std::string host = address.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  std::uint16_t port = 0;
  const char* last = address.data() + address.size();
  const auto [end, failed] = std::from_chars(address.data() + colon + 1, last, port);
  if (failed != std::errc{} || end != last) return bad_address(address);
  ErrorCode error;
  const net::ip::address ip = net::ip::make_address(host, error);
  if (error) return bad_address(address);
  return Tcp::endpoint(ip, port);
}

std::string text_of(const Tcp::endpoint& endpoint) {
  const std::string host = endpoint.address().to_string();
  const std::string port = ":" + std::to_string(endpoint.port());
  return (endpoint.address().is_v6() ? "[" + host + "]" : host) + port;
}

// A socket file that nobody listens on any more is left from a killed server.
void remove_dead_socket(const std::string& path, net::io_context& io) {
  struct stat found{};
  if (lstat(path.c_str(), &found) != 0 || !S_ISSOCK(found.st_mode)) return;
  Unix::socket probe(io);
  ErrorCode error;
  probe.connect(Unix::endpoint(path), error);
  if (error == net::error::connection_refused) unlink(path.c_str());
}

template <typename Acceptor, typename Endpoint>
ErrorCode listen(Acceptor& acceptor, const Endpoint& endpoint) {
  ErrorCode error;
  if (acceptor.open(endpoint.protocol(), error)) return error;
  if (acceptor.set_option(net::socket_base::reuse_address(true), error)) return error;
  if (acceptor.bind(endpoint, error)) return error;
  acceptor.listen(net::socket_base::max_listen_connections, error);
  return error;
}

// As many files as this process may have open; the soft limit is raised to the hard one.
std::size_t allowed_files() {
  struct rlimit files{};
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) return 1024;
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  getrlimit(RLIMIT_NOFILE, &files);
  return static_cast<std::size_t>(files.rlim_cur);
}

std::string random_id() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device source;
  std::string id;
  for (int i = 0; i < 8; ++i) id += kDigits[source() % kDigits.size()];
  return id;
}

class BeastServer final : public HttpServer {
 public:
  BeastServer(HttpServerOptions options, HttpHandler& handler, LogSink log)
      : core_(std::make_shared<HttpCore>(std::move(options), handler, std::move(log))) {
    core_->run_id = random_id();
  }

  Status bind() {
    for (const std::string& address : core_->options.listen) {
      RAGSIEVE_CHECK(address.starts_with(kUnixPrefix) ? bind_unix(address) : bind_tcp(address));
    }
    return ok_status();
  }

  [[nodiscard]] std::vector<std::string> addresses() const override { return addresses_; }

  void run() override {
    core_->io.run();
    core_->quick.stop();
    core_->model.stop();
    for (const std::string& path : sockets_) unlink(path.c_str());
  }

  void stop() override {
    net::post(core_->io, [this] { drain(); });
  }

  void renew_tls(std::shared_ptr<TlsContext> tls) override {
    net::post(core_->io, [core = core_, tls = std::move(tls)] { core->tls = tls; });
  }

 private:
  Status bind_tcp(const std::string& address) {
    RAGSIEVE_TRY(const Tcp::endpoint endpoint, tcp_endpoint(address));
    auto acceptor = std::make_shared<Tcp::acceptor>(core_->io);
    if (const ErrorCode error = listen(*acceptor, endpoint)) return cannot_listen(address, error);
    addresses_.push_back(text_of(acceptor->local_endpoint()));
    closers_.emplace_back([acceptor] { acceptor->close(); });
    start(accept_loop(acceptor));
    return ok_status();
  }

  Status bind_unix(const std::string& address) {
    const std::string path = address.substr(kUnixPrefix.size());
    if (path.empty() || path.size() > 100) return bad_address(address);
    remove_dead_socket(path, core_->io);
    auto acceptor = std::make_shared<Unix::acceptor>(core_->io);
    const mode_t before = umask(0077);  // for its user alone
    const ErrorCode error = listen(*acceptor, Unix::endpoint(path));
    umask(before);
    if (error) return cannot_listen(address, error);
    sockets_.push_back(path);
    addresses_.push_back(address);
    closers_.emplace_back([acceptor] { acceptor->close(); });
    start(accept_loop(acceptor));
    return ok_status();
  }

  void start(net::awaitable<void> task) {
    const LogSink& log = core_->log;
    net::co_spawn(core_->io, std::move(task), [log](const std::exception_ptr& fault) {
      if (fault && log) log(LogLevel::kWarning, "a connection ended by a fault of the server");
    });
  }

  [[nodiscard]] HttpPeer peer_of(Tcp::socket& socket) const {
    ErrorCode error;
    socket.set_option(Tcp::no_delay(true), error);
    const Tcp::endpoint endpoint = socket.remote_endpoint(error);
    return {error ? "unknown" : text_of(endpoint), !error && endpoint.address().is_loopback(),
            core_->tls};
  }
  [[nodiscard]] static HttpPeer peer_of(const Unix::socket&) { return {"unix", true, nullptr}; }

  template <typename Acceptor>
  net::awaitable<void> accept_loop(std::shared_ptr<Acceptor> acceptor) {
    net::steady_timer pause(core_->io);
    while (!core_->stopping) {
      auto [error, socket] = co_await acceptor->async_accept(kTuple);
      if (core_->stopping) break;
      if (error) {  // no file left, or the peer was gone before it came
        pause.expires_after(std::chrono::milliseconds(50));
        const auto [ignored] = co_await pause.async_wait(kTuple);
        static_cast<void>(ignored);
        continue;
      }
      if (core_->connections >= most_) continue;  // closed: there is no room to say why
      HttpPeer peer = peer_of(socket);
      start(counted(core_, HttpSocket(std::move(socket)), std::move(peer)));
    }
  }

  static net::awaitable<void> counted(std::shared_ptr<HttpCore> core, HttpSocket socket,
                                      HttpPeer peer) {
    struct Count {
      explicit Count(HttpCore& c) : core(c) { ++core.connections; }
      ~Count() {
        if (--core.connections == 0 && core.stopping) core.drained.cancel();
      }
      HttpCore& core;
    } count(*core);
    net::awaitable<void> served = serve_connection(core, std::move(socket), std::move(peer));
    co_await std::move(served);
  }

  void drain() {
    if (core_->stopping) return;
    core_->stopping = true;
    for (const auto& close : closers_) close();
    for (HttpStream* stream : core_->idle) stream->cancel();
    if (core_->connections == 0) return;
    core_->drained.expires_after(
        std::chrono::seconds(static_cast<std::int64_t>(core_->options.drain_s)));
    core_->drained.async_wait([core = core_](const ErrorCode& error) {
      if (error) return;  // all are done
      for (const CancelToken* token : core->working) token->request();
      for (HttpStream* stream : core->open) stream->close();
    });
  }

  std::shared_ptr<HttpCore> core_;
  const std::size_t most_ =
      std::min(core_->options.connections, std::max(allowed_files(), 2 * kOwnFiles) - kOwnFiles);
  std::vector<std::string> addresses_;
  std::vector<std::string> sockets_;
  std::vector<std::function<void()>> closers_;
};

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::open(const HttpServerOptions& options,
                                                     HttpHandler& handler, LogSink log) {
  auto server = std::make_unique<BeastServer>(options, handler, std::move(log));
  RAGSIEVE_CHECK(server->bind());
  return std::unique_ptr<HttpServer>(std::move(server));
}

}  // namespace ragsieve
