// A request and its answer as values: what the handlers see of HTTP. Header names are in lower
// case, path and query are decoded and valid UTF-8 (server/url.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/base/cancel.h"
#include "ragsieve/base/result.h"

namespace ragsieve {

using NamedText = std::pair<std::string, std::string>;

struct ServerRequest {
  std::string method;              // "GET"
  std::string path;                // "/v1/screen"
  std::vector<NamedText> query;    // in their order
  std::vector<NamedText> headers;  // in their order
  std::string body;
  std::string peer;       // "127.0.0.1:4711", "[::1]:4711", "unix"
  bool is_local = false;  // the peer is this machine
  std::string id;         // of the request, for logs and problems
  CancelToken cancel;     // requested when the peer is gone or its time is over

  // The first of that name, null where there is none.
  [[nodiscard]] const std::string* header(std::string_view name) const;
  [[nodiscard]] const std::string* parameter(std::string_view name) const;
};

// One event of a stream (text/event-stream).
struct ServerEvent {
  std::uint64_t id = 0;  // rising; what a client sends back as Last-Event-ID
  std::string type;
  std::string data;  // one line
};

// Where the events of an answer come from.
class EventStream {
 public:
  virtual ~EventStream() = default;
  // Those behind `last_id`, oldest first; called on a worker thread, again and again.
  [[nodiscard]] virtual Result<std::vector<ServerEvent>> after(std::uint64_t last_id) = 0;
  // Whether nothing more will come: asked after an empty answer of after().
  [[nodiscard]] virtual bool finished() = 0;
};

struct ServerResponse {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
  std::vector<NamedText> headers;
  std::shared_ptr<EventStream> events;  // then the body is empty and the answer a stream
  std::uint64_t last_event_id = 0;      // the stream begins behind it
};

}  // namespace ragsieve
