// One connection: read a header, ask whether it may come in, read the body, let a worker answer,
// write, again. g++ 12 wants plain names behind co_await: no temporaries, no lambdas there.
#include <chrono>
#include <optional>
#include <utility>

#include "server/http_core.h"
#include "server/http_events.h"
#include "server/problem.h"
#include "server/url.h"

namespace ragsieve {
namespace {

namespace http = beast::http;
using Parser = http::request_parser<http::string_body>;
using ErrorCode = boost::system::error_code;

constexpr auto kTuple = net::as_tuple(net::use_awaitable);
constexpr std::chrono::milliseconds kLook{250};

std::chrono::seconds seconds(std::uint64_t n) {
  return std::chrono::seconds(static_cast<std::int64_t>(n));
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

// What the handler and the worker share with the connection.
struct Exchange {
  explicit Exchange(HttpCore& core) : done(core.io), look(core.io) {}
  ServerRequest request;
  ServerResponse response;
  net::steady_timer done;
  net::steady_timer look;  // whether the peer is still there
  bool finished = false;   // the worker has answered
  bool late = false;
};

// Ends a read that takes too long and leaves the socket open for the answer; the stream's own
// deadline would close it.
class ReadClock {
 public:
  explicit ReadClock(HttpStream& stream)
      : timer_(stream.get_executor()), state_(std::make_shared<State>()) {
    state_->stream = &stream;
  }
  ~ReadClock() { state_->stream = nullptr; }
  ReadClock(const ReadClock&) = delete;
  ReadClock& operator=(const ReadClock&) = delete;

  void start(std::uint64_t n) {
    state_->over = false;
    timer_.expires_after(seconds(n));
    timer_.async_wait([state = state_, turn = ++state_->turn](const ErrorCode& error) {
      if (error || state->stream == nullptr || turn != state->turn) return;
      state->over = true;
      state->stream->cancel();
    });
  }
  void stop() {
    ++state_->turn;
    timer_.cancel();
  }
  [[nodiscard]] bool over() const { return state_->over; }

 private:
  struct State {
    HttpStream* stream = nullptr;
    std::uint64_t turn = 0;
    bool over = false;
  };
  net::steady_timer timer_;
  std::shared_ptr<State> state_;
};

class Connection {
 public:
  Connection(std::shared_ptr<HttpCore> core, HttpSocket socket, HttpPeer peer)
      : core_(std::move(core)),
        stream_(std::move(socket), peer.tls),
        peer_(std::move(peer)),
        clock_(stream_),
        buffer_(core_->options.header_bytes + (std::size_t{64} << 10)) {
    core_->open.insert(&stream_);
  }
  ~Connection() {
    core_->idle.erase(&stream_);
    core_->open.erase(&stream_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  net::awaitable<void> serve() {
    bool first = true;
    bool more = co_await secured();
    while (more && !core_->stopping) {
      more = co_await one(first ? core_->options.header_s : core_->options.idle_s);
      first = false;
    }
    stream_.expires_after(seconds(core_->options.write_s));
    co_await stream_.say_end();
    ErrorCode ignored;
    stream_.socket().shutdown(net::socket_base::shutdown_both, ignored);
  }

 private:
  // Whether there is a stream to speak through. Who does not speak TLS where it is spoken gets no
  // answer, but an orderly end.
  net::awaitable<bool> secured() {
    clock_.start(core_->options.header_s);
    core_->idle.insert(&stream_);
    const ErrorCode error = co_await stream_.secure();
    core_->idle.erase(&stream_);
    clock_.stop();
    if (error && !clock_.over() && !core_->stopping) co_await drop_rest();
    co_return !error;
  }

  // One request; whether another may follow.
  net::awaitable<bool> one(std::uint64_t header_s) {
    Parser parser;
    parser.header_limit(static_cast<std::uint32_t>(core_->options.header_bytes));
    parser.body_limit(core_->options.body_bytes);
    stream_.expires_never();
    clock_.start(header_s);
    core_->idle.insert(&stream_);
    const auto [error, n] = co_await http::async_read_header(stream_, buffer_, parser, kTuple);
    core_->idle.erase(&stream_);
    clock_.stop();
    const auto exchange = std::make_shared<Exchange>(*core_);
    exchange->request.id = core_->next_id();
    if (error) {
      const std::optional<ServerResponse> answer = refusal(error, parser, exchange->request.id);
      if (answer) co_await refuse(*answer, exchange->request);
      co_return false;
    }
    const bool keep = parser.keep_alive();
    std::optional<ServerResponse> refused = fill_head(parser, exchange->request);
    if (!refused) refused = co_await admitted(parser, *exchange);
    if (refused && !parser.is_done()) {
      co_await refuse(*refused, exchange->request);
      co_return false;
    }
    if (refused) {
      exchange->response = std::move(*refused);
    } else {
      co_await work(exchange);
    }
    co_return co_await answer(*exchange, keep);
  }

  // The answer to what could not be read; none where nobody waits for it.
  std::optional<ServerResponse> refusal(const ErrorCode& error, const Parser& parser,
                                        const std::string& id) const {
    const HttpServerOptions& options = core_->options;
    if (error == http::error::header_limit) {
      return problem(431, "too_large",
                     "the header is longer than " + std::to_string(options.header_bytes) + " bytes",
                     id);
    }
    if (error == http::error::body_limit) {
      return problem(413, "too_large",
                     "the body is longer than " + std::to_string(options.body_bytes) + " bytes",
                     id);
    }
    if (clock_.over()) {
      if (!parser.got_some()) return std::nullopt;
      return problem(408, "timed_out", "the request did not arrive in time", id);
    }
    if (error.category() != http::make_error_code(http::error::bad_method).category() ||
        error == http::error::end_of_stream || error == http::error::partial_message) {
      return std::nullopt;
    }
    return problem(400, "bad_request", "the request is no HTTP/1.1: " + error.message(), id);
  }

  std::optional<ServerResponse> fill_head(const Parser& parser, ServerRequest& request) const {
    const auto& message = parser.get();
    request.method = std::string(message.method_string());
    request.peer = peer_.name;
    request.is_local = peer_.is_local;
    for (const auto& field : message) {
      request.headers.emplace_back(lower(field.name_string()), std::string(field.value()));
    }
    Result<RequestTarget> target = parse_target(message.target());
    if (!target.ok()) {
      return problem(400, "bad_request", target.error().message, request.id);
    }
    request.path = std::move(target.value().path);
    request.query = std::move(target.value().query);
    return std::nullopt;
  }

  // Asks the handler, then reads the body; an answer where it may not come in.
  net::awaitable<std::optional<ServerResponse>> admitted(Parser& parser, Exchange& exchange) {
    auto decision = core_->handler.admit(exchange.request);
    if (auto* response = std::get_if<ServerResponse>(&decision)) {
      co_return std::move(*response);
    }
    admission_ = std::move(std::get<Admission>(decision));
    const std::size_t expected = parser.content_length() ? *parser.content_length()
                                 : parser.chunked()      ? core_->options.body_bytes
                                                         : 0;
    if (core_->bodies_bytes + expected > core_->options.bodies_bytes) {
      co_return busy(503, "too many bodies are being read", 1, exchange.request.id);
    }
    core_->bodies_bytes += expected;
    const ErrorCode error = co_await read_body(parser);
    core_->bodies_bytes -= expected;
    if (error) {
      std::optional<ServerResponse> answer = refusal(error, parser, exchange.request.id);
      // Nobody waits for an answer: an empty one closes the connection all the same.
      co_return answer ? std::move(answer) : ServerResponse{408, "text/plain", "", {}, nullptr, 0};
    }
    exchange.request.body = std::move(parser.get().body());
    co_return std::nullopt;
  }

  net::awaitable<ErrorCode> read_body(Parser& parser) {
    clock_.start(core_->options.body_s);
    if (!parser.is_done() && beast::iequals(parser.get()[http::field::expect], "100-continue")) {
      http::response<http::empty_body> go_on(http::status::continue_, 11);
      const auto [error, n] = co_await http::async_write(stream_, go_on, kTuple);
      if (error) co_return error;
    }
    const auto [error, n] = co_await http::async_read(stream_, buffer_, parser, kTuple);
    clock_.stop();
    co_return error;
  }

  // Lets a worker answer, and watches the peer and the clock meanwhile.
  net::awaitable<void> work(std::shared_ptr<Exchange> exchange) {
    const std::shared_ptr<HttpCore> core = core_;
    const std::size_t held = exchange->request.body.size();
    exchange->response =  // of work that was cancelled before it began
        busy(503, "the sender closed its end before this was looked at", 1, exchange->request.id);
    core_->bodies_bytes += held;
    auto job = [core, exchange] {
      if (!exchange->request.cancel.requested()) {
        exchange->response = core->handler.handle(exchange->request);
      }
      net::post(core->io, [exchange] {
        exchange->finished = true;
        exchange->done.cancel();
      });
    };
    const Refusal refused = core_->lane(admission_.lane).submit(admission_.caller, std::move(job));
    if (refused == Refusal::kNone) {
      core_->working.insert(&exchange->request.cancel);
      watch(exchange);
      co_await wait(*exchange);
      ErrorCode ignored;
      stream_.socket().cancel(ignored);  // the watch
      exchange->look.cancel();
      core_->working.erase(&exchange->request.cancel);
    } else {
      const bool own = refused == Refusal::kCallerFull;
      exchange->response =
          busy(own ? 429 : 503,
               own ? "too many of your requests are waiting" : "too many requests are waiting", 1,
               exchange->request.id);
    }
    core_->bodies_bytes -= held;
  }

  // A peer that has closed its end gets no answer: its work is cancelled. Where it has sent
  // something, perhaps the end of TLS, the socket stays readable: then time says when to look.
  void watch(std::shared_ptr<Exchange> exchange) {
    stream_.socket().async_wait(HttpSocket::wait_read, [this, exchange](const ErrorCode& error) {
      if (error || exchange->finished) return;
      if (stream_.peer_is_gone()) return exchange->request.cancel.request();
      exchange->look.expires_after(kLook);
      exchange->look.async_wait([this, exchange](const ErrorCode& ended) {
        if (!ended && !exchange->finished) watch(exchange);
      });
    });
  }

  net::awaitable<void> wait(Exchange& exchange) {
    exchange.done.expires_after(seconds(core_->options.work_s));
    while (!exchange.finished) {
      const auto [error] = co_await exchange.done.async_wait(kTuple);
      if (exchange.finished || error) continue;
      exchange.late = true;
      exchange.request.cancel.request();
      exchange.done.expires_at(std::chrono::steady_clock::time_point::max());
    }
    if (exchange.late) {
      exchange.response = busy(503, "the answer took too long", 1, exchange.request.id);
    }
  }

  net::awaitable<bool> answer(Exchange& exchange, bool keep) {
    keep = keep && !core_->stopping;
    const ServerResponse& response = exchange.response;
    if (response.events != nullptr) {
      co_await write_events(core_, stream_, response, exchange.request);
      co_return false;
    }
    http::response<http::string_body> message;
    message.version(11);
    message.result(static_cast<unsigned>(response.status));
    message.reason(reason_phrase(response.status));
    set_headers(response, exchange.request, message);
    message.keep_alive(keep);
    message.body() = response.body;
    message.prepare_payload();
    if (response.status == 204) message.erase(http::field::content_length);
    stream_.expires_after(seconds(core_->options.write_s));
    ErrorCode failed;
    if (exchange.request.method == "HEAD") {
      http::response_serializer<http::string_body> head(message);
      const auto [error, n] = co_await http::async_write_header(stream_, head, kTuple);
      failed = error;
    } else {
      const auto [error, n] = co_await http::async_write(stream_, message, kTuple);
      failed = error;
    }
    co_return keep && !failed;
  }

  // Answers and closes, and lets the peer finish sending: else the answer could be lost to a reset.
  net::awaitable<void> refuse(const ServerResponse& response, const ServerRequest& request) {
    Exchange exchange(*core_);
    exchange.request = request;
    exchange.response = response;
    const bool ignored_keep = co_await answer(exchange, false);
    static_cast<void>(ignored_keep);
    co_await stream_.say_end();
    co_await drop_rest();
  }

  net::awaitable<void> drop_rest() {
    constexpr std::size_t kMostRead = std::size_t{64} << 20;
    ErrorCode ignored;
    stream_.socket().shutdown(net::socket_base::shutdown_send, ignored);
    stream_.expires_after(seconds(core_->options.header_s));
    std::string sink(std::size_t{64} << 10, '\0');
    for (std::size_t total = 0; total < kMostRead;) {
      const auto space = net::buffer(sink);
      const auto [error, n] = co_await stream_.plain().async_read_some(space, kTuple);
      if (error) break;
      total += n;
    }
  }

  std::shared_ptr<HttpCore> core_;
  HttpStream stream_;
  HttpPeer peer_;
  ReadClock clock_;
  beast::flat_buffer buffer_;
  Admission admission_;
};

}  // namespace

net::awaitable<void> serve_connection(std::shared_ptr<HttpCore> core, HttpSocket socket,
                                      HttpPeer peer) {
  Connection connection(std::move(core), std::move(socket), std::move(peer));
  co_await connection.serve();
}

}  // namespace ragsieve
