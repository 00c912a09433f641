// What the connections of one server share. Only server/http_*.cc include this: it shows Boost.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "server/http_server.h"
#include "server/http_stream.h"

namespace ragsieve {

struct HttpCore {
  HttpCore(HttpServerOptions o, HttpHandler& h, LogSink l)
      : options(std::move(o)),
        handler(h),
        log(std::move(l)),
        drained(io),
        quick(options.quick),
        model(options.model) {}

  [[nodiscard]] std::string next_id() { return run_id + "-" + std::to_string(++requests); }
  [[nodiscard]] WorkQueue& lane(Lane which) { return which == Lane::kModel ? model : quick; }

  const HttpServerOptions options;
  HttpHandler& handler;
  const LogSink log;
  net::io_context io{1};
  net::steady_timer drained;  // after stop(): the time that is left

  // Of the thread of run() alone.
  std::string run_id;
  std::shared_ptr<TlsContext> tls = options.tls;  // of the next connection over TCP
  std::uint64_t requests = 0;
  std::size_t connections = 0;
  std::size_t bodies_bytes = 0;
  std::set<HttpStream*> open;            // closed by stop() when the time is over
  std::set<HttpStream*> idle;            // of these, between two requests: stop() wakes them
  std::set<const CancelToken*> working;  // cancelled by stop() when the time is over
  bool stopping = false;

  WorkQueue quick;  // last: their threads end first
  WorkQueue model;
};

struct HttpPeer {
  std::string name;  // "127.0.0.1:4711", "unix"
  bool is_local = false;
  std::shared_ptr<TlsContext> tls;  // null: it speaks plainly
};

// Serves one connection until it ends.
[[nodiscard]] net::awaitable<void> serve_connection(std::shared_ptr<HttpCore> core,
                                                    HttpSocket socket, HttpPeer peer);

}  // namespace ragsieve
