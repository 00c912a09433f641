// The HTTP/1.1 floor of the service: sockets, limits, time, back-pressure. It knows nothing of
// routes: a handler says of each request which lane it waits in and who asks, and answers it on a
// worker thread. All input and output is done by the one thread in run(); nothing on it blocks.
// Whoever exceeds a limit gets a problem+json before the connection is closed; one connection too
// many is closed at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "ragsieve/base/log.h"
#include "ragsieve/base/result.h"
#include "server/http_message.h"
#include "server/tls.h"
#include "server/work_queue.h"

namespace ragsieve {

struct HttpServerOptions {
  std::vector<std::string> listen;  // "127.0.0.1:8080", "[::1]:0", "unix:/run/ragsieve.sock"
  std::shared_ptr<TlsContext> tls;  // of the TCP addresses; null: they speak plainly
  std::size_t header_bytes = std::size_t{16} << 10;
  std::size_t body_bytes = std::size_t{24} << 20;     // of one request
  std::size_t bodies_bytes = std::size_t{256} << 20;  // of all requests that are read or worked on
  std::size_t connections = 12'000;                   // and never more than the files allowed
  std::uint64_t header_s = 10;                        // for a handshake; until a header is whole
  std::uint64_t body_s = 60;                          // until a body is whole
  std::uint64_t idle_s = 60;                          // between two requests
  std::uint64_t work_s = 300;           // until a request is cancelled that waits or is worked on
  std::uint64_t write_s = 60;           // for an answer
  std::uint64_t drain_s = 30;           // after stop(): for what is being worked on
  std::uint64_t heartbeat_ms = 15'000;  // of event streams
  WorkQueueOptions quick{2, 512, 128};  // answers from the state
  WorkQueueOptions model{1, 32, 16};    // answers that need a model
};

enum class Lane { kQuick, kModel };

struct Admission {
  Lane lane = Lane::kQuick;
  std::string caller;  // whose turn it is; never a secret
};

class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  // On the thread of run(), before the body is read: must not block. Where the answer is a
  // response the body is not read.
  [[nodiscard]] virtual std::variant<Admission, ServerResponse> admit(
      const ServerRequest& head) = 0;
  // On a worker thread; several at once. Cancelled work may answer anything.
  [[nodiscard]] virtual ServerResponse handle(const ServerRequest& request) = 0;
};

class HttpServer {
 public:
  // Binds and listens; an old unix socket that nobody listens on is replaced. kInvalidArgument for
  // an address that is none, kIo naming it where it cannot be had. `handler` outlives the server.
  [[nodiscard]] static Result<std::unique_ptr<HttpServer>> open(const HttpServerOptions& options,
                                                                HttpHandler& handler, LogSink log);
  virtual ~HttpServer() = default;

  // As they were bound: the port that was chosen for 0.
  [[nodiscard]] virtual std::vector<std::string> addresses() const = 0;

  // Serves until stop(): then nothing new is accepted, what is being worked on is answered within
  // drain_s, and the rest is cancelled. Once.
  virtual void run() = 0;

  // From any thread; not from a signal handler.
  virtual void stop() = 0;

  // The certificate of connections that come from now on. From any thread.
  virtual void renew_tls(std::shared_ptr<TlsContext> tls) = 0;
};

}  // namespace ragsieve
