#include "server/http_events.h"

#include <chrono>
#include <utility>

namespace ragsieve {
namespace {

namespace http = beast::http;
using std::chrono::steady_clock;

constexpr auto kTuple = net::as_tuple(net::use_awaitable);
constexpr std::chrono::milliseconds kPoll{250};

// One look for new events, made by a worker.
struct Look {
  explicit Look(HttpCore& core) : done(core.io) {}
  std::vector<ServerEvent> events;
  net::steady_timer done;
  bool made = false;
  bool over = false;  // nothing more will come
};

net::awaitable<void> look(std::shared_ptr<HttpCore> core, std::shared_ptr<EventStream> events,
                          std::uint64_t last_id, std::shared_ptr<Look> found) {
  auto job = [core, events, last_id, found] {
    Result<std::vector<ServerEvent>> next = events->after(last_id);
    found->over = !next.ok() || (next.value().empty() && events->finished());
    if (next.ok()) found->events = std::move(next).value();
    net::post(core->io, [found] {
      found->made = true;
      found->done.cancel();
    });
  };
  // Where the lane is full this look finds nothing; there will be another.
  if (core->quick.submit("events", std::move(job)) != Refusal::kNone) co_return;
  found->done.expires_at(steady_clock::time_point::max());
  while (!found->made) {
    const auto [error] = co_await found->done.async_wait(kTuple);
    static_cast<void>(error);
  }
}

net::awaitable<bool> write_text(const HttpCore& core, HttpStream& stream, const std::string& text) {
  stream.expires_after(std::chrono::seconds(static_cast<std::int64_t>(core.options.write_s)));
  const auto chunk = http::make_chunk(net::buffer(text));
  const auto [error, n] = co_await net::async_write(stream, chunk, kTuple);
  co_return !error;
}

net::awaitable<bool> write_head(HttpStream& stream, const ServerResponse& response,
                                const ServerRequest& request) {
  http::response<http::empty_body> head(http::status::ok, 11);
  set_headers(response, request, head);
  head.set(http::field::content_type, "text/event-stream");
  head.chunked(true);
  head.keep_alive(false);
  http::response_serializer<http::empty_body> serializer(head);
  const auto [error, n] = co_await http::async_write_header(stream, serializer, kTuple);
  co_return !error;
}

}  // namespace

std::string event_text(const ServerEvent& event) {
  return "id: " + std::to_string(event.id) + "\nevent: " + event.type + "\ndata: " + event.data +
         "\n\n";
}

net::awaitable<void> write_events(std::shared_ptr<HttpCore> core, HttpStream& stream,
                                  const ServerResponse& response, const ServerRequest& request) {
  const std::shared_ptr<EventStream> events = response.events;
  const std::chrono::milliseconds heartbeat(core->options.heartbeat_ms);
  std::uint64_t last_id = response.last_event_id;
  net::steady_timer pause(core->io);
  bool alive = co_await write_head(stream, response, request);
  if (request.method == "HEAD") co_return;
  auto last_written = steady_clock::now();
  while (alive && !core->stopping) {
    const auto found = std::make_shared<Look>(*core);
    co_await look(core, events, last_id, found);
    std::string text;
    for (const ServerEvent& event : found->events) {
      text += event_text(event);
      last_id = event.id;
    }
    if (found->over) break;
    if (text.empty() && steady_clock::now() - last_written >= heartbeat) text = ": alive\n\n";
    if (!text.empty()) {
      alive = co_await write_text(*core, stream, text);
      last_written = steady_clock::now();
      continue;
    }
    pause.expires_after(kPoll);
    const auto [error] = co_await pause.async_wait(kTuple);
    static_cast<void>(error);
  }
  if (!alive) co_return;
  const auto last = http::make_chunk_last();
  const auto [error, n] = co_await net::async_write(stream, last, kTuple);
  static_cast<void>(error);
}

}  // namespace ragsieve
