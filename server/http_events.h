// Answers that go on: server-sent events with ids and a heartbeat. Shows Boost, as http_core.h.
#pragma once

#include <memory>
#include <string>

#include "server/http_core.h"

namespace ragsieve {

// Headers that every answer has: type, request id, and what keeps a browser from guessing.
template <typename Message>
void set_headers(const ServerResponse& response, const ServerRequest& request, Message& message) {
  if (!response.content_type.empty()) {
    message.set(beast::http::field::content_type, response.content_type);
  }
  message.set("X-Request-Id", request.id);
  message.set("X-Content-Type-Options", "nosniff");
  message.set(beast::http::field::cache_control, "no-store");
  for (const auto& [name, value] : response.headers) message.set(name, value);
}

// "id: 7\nevent: progress\ndata: {...}\n\n".
[[nodiscard]] std::string event_text(const ServerEvent& event);

// Writes the events until there are no more, the peer is gone, or the server stops.
[[nodiscard]] net::awaitable<void> write_events(std::shared_ptr<HttpCore> core, HttpStream& stream,
                                                const ServerResponse& response,
                                                const ServerRequest& request);

}  // namespace ragsieve
