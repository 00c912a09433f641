// Any bytes as the header of a request to a server that runs: the first byte chooses the route, the
// second whose key is shown, the rest stands behind the request line. What comes back is whole
// answers of ours and nothing that the request has put there; without a key nothing is given that
// is not open; a line of the log is one line, of one request.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "ragsieve/json/reader.h"
#include "ragsieve/service/screened_testing.h"
#include "server/api/answer.h"
#include "server/api/document_routes.h"
#include "server/api/health_routes.h"
#include "server/api/job_routes.h"
#include "server/api/key_routes.h"
#include "server/api/page_routes.h"
#include "server/api/quarantine_routes.h"
#include "server/api/route_parts.h"
#include "server/api/screen_body.h"
#include "server/http_client_testing.h"
#include "server/openapi.h"
#include "server/problem.h"
#include "server/request_log.h"
#include "server/router.h"

namespace {

using namespace ragsieve;  // a program of its own

constexpr std::size_t kBodyBytes = 1000;
constexpr std::size_t kHeaderBytes = 4096;

void require(bool holds) {
  if (!holds) std::abort();
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

// The text up to `end`, which is taken away with it; what is asked for must be there.
std::string_view take(std::string_view& text, std::string_view end) {
  const std::size_t at = text.find(end);
  require(at != text.npos);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at + end.size());
  return taken;
}

// "r-17 unix GET /v1/me 200" and perhaps " 3 ms".
void check_log_line(std::string_view line) {
  require(!has_control(line));
  const std::string_view id = take(line, " ");
  require(id.find('-') == 8 && id.find_first_not_of("0123456789", 9) == id.npos);
  require(take(line, " ") == "unix");
  require(!take(line, " ").empty() && line.starts_with("/"));
}

// One answer's header as a list, each name once and one of ours.
struct Head {
  explicit Head(std::string_view text) {
    const std::string_view line = take(text, "\r\n");
    require(line.starts_with("HTTP/1.1 ") && line.size() > 13 && line[12] == ' ');
    status = std::stoi(std::string(line.substr(9, 3)));
    require(line.substr(13) == reason_phrase(status) || status == 100);
    while (!text.empty()) {
      const std::string_view field = take(text, "\r\n");
      const std::size_t colon = field.find(": ");
      require(colon != field.npos && !has_control(field));
      require(std::ranges::find(kNames, field.substr(0, colon)) != kNames.end());
      require(find(field.substr(0, colon)).empty());
      fields.emplace_back(field.substr(0, colon), field.substr(colon + 2));
    }
  }
  [[nodiscard]] std::string_view find(std::string_view name) const {
    for (const auto& [known, value] : fields) {
      if (known == name) return value;
    }
    return {};
  }

  static constexpr std::array<std::string_view, 13> kNames{
      "Content-Type",     "X-Request-Id", "X-Content-Type-Options",  "Cache-Control",
      "Content-Length",   "Connection",   "Content-Security-Policy", "Referrer-Policy",
      "WWW-Authenticate", "Allow",        "Transfer-Encoding",       "Location",
      "Retry-After"};
  int status = 0;
  std::vector<std::pair<std::string_view, std::string_view>> fields;
};

// Each has the number behind that of the one before: one that a request had smuggled in has not.
void check_id(std::string_view id, std::uint64_t& last) {
  require(id.find('-') == 8);
  const std::uint64_t number = std::stoull(std::string(id.substr(9)));
  require(last == 0 || number == last + 1);
  last = number;
}

void take_body(const Head& head, std::string_view& bytes) {
  const std::size_t length = std::stoull("0" + std::string(head.find("Content-Length")));
  require(length <= bytes.size());
  if (head.find("Content-Type").ends_with("json")) {
    require(json::Reader().parse(bytes.substr(0, length)).ok());
  }
  bytes.remove_prefix(length);
}

void take_chunks(std::string_view& bytes) {
  for (std::size_t size = 1; size != 0;) {
    size = std::stoull(std::string(take(bytes, "\r\n")), nullptr, 16);
    require(size + 2 <= bytes.size() && bytes.substr(size, 2) == "\r\n");
    bytes.remove_prefix(size + 2);
  }
}

// What the server has sent until it closed: answers, whole, one after the other.
void check_answers(std::string_view bytes) {
  require(!bytes.empty());
  std::uint64_t last = 0;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find("\r\n\r\n");
    require(end != bytes.npos);
    const Head head(bytes.substr(0, end + 2));
    bytes.remove_prefix(end + 4);
    if (head.status == 100) continue;
    check_id(head.find("X-Request-Id"), last);
    require(head.find("X-Content-Type-Options") == "nosniff");
    // Behind an answer to HEAD, which has no body, the next answer or the end is there at once.
    if (bytes.empty() || bytes.starts_with("HTTP/1.1 ")) continue;
    if (head.find("Transfer-Encoding") == "chunked") {
      take_chunks(bytes);
    } else {
      take_body(head, bytes);
    }
  }
}

// Holds every decision of the router against the table.
class Watcher final : public HttpHandler {
 public:
  Watcher(HttpHandler& inner, const RouteTable& table, ApiKeys& keys)
      : inner_(inner), table_(table), keys_(keys) {}

  [[nodiscard]] std::variant<Admission, ServerResponse> admit(const ServerRequest& head) override {
    auto decision = inner_.admit(head);
    if (const auto* refused = std::get_if<ServerResponse>(&decision)) {
      require(refused->status >= 400);
    } else {
      require_right(head);
    }
    return decision;
  }
  [[nodiscard]] ServerResponse handle(const ServerRequest& request) override {
    ServerResponse response = inner_.handle(request);
    if (response.status < 400) require_right(request);
    const Route* route = table_.match(request.method, request.path).route;
    require(std::ranges::count(statuses_of(*route), response.status) == 1);
    return response;
  }

 private:
  void require_right(const ServerRequest& request) const {
    const Route* route = table_.match(request.method, request.path).route;
    require(route != nullptr);
    if (route->open) return;
    const std::string* shown = request.header("authorization");
    require(shown != nullptr && shown->size() > 7);
    const std::optional<Principal> who = keys_.find(std::string_view(*shown).substr(7));
    require(who && (route->any_role || may(who->role, route->role)));
  }

  HttpHandler& inner_;
  const RouteTable& table_;
  ApiKeys& keys_;
};

class Target : private ScreenedState {
 public:
  Target() {
    add_screened("held", kQuarantined);
    for (const Role role : kAllRoles) {
      secrets_.push_back(keys_.create(std::string(role_name(role)), role, "fuzzer")->secret);
    }
    make_job();
    static std::string folder =
        (std::filesystem::temp_directory_path() / "headers-XXXXXX").string();
    require(mkdtemp(folder.data()) != nullptr);
    require(std::atexit([] { std::filesystem::remove_all(folder); }) == 0);
    path_ = folder + "/s";
    HttpServerOptions options;
    options.listen = {"unix:" + path_};
    options.header_bytes = kHeaderBytes;
    options.body_bytes = kBodyBytes;
    server_ = HttpServer::open(options, watcher_, nullptr).value();
    std::thread([this] { server_->run(); }).detach();
  }

  // What follows the header is longer than any body may be, and neither a request nor a chunk, so
  // that the server closes without waiting for more.
  void run(std::size_t route, std::size_t key, std::string_view header) const {
    std::string bytes = line_of(table_.routes()[route % table_.routes().size()]);
    if (key % 8 < secrets_.size()) bytes += "Authorization: Bearer " + secrets_[key % 8] + "\r\n";
    bytes.append(header);
    bytes += "\r\n\r\n{\"reason\":\"seen\"}" + std::string(2 * kBodyBytes, ' ') + "\r\n\r\n";
    RawClient client(path_);
    require(client.connected());
    static_cast<void>(client.send(bytes));
    check_answers(client.rest());
  }

 private:
  // An audit that has failed: its events end.
  void make_job() {
    job_ = runner_.enqueue("audit", "screen", "{}", 3).value();
    keep([this](Stores& stores) -> Status {
      RAGSIEVE_TRY(const auto job, stores.jobs.take("run", 2));
      RAGSIEVE_CHECK(stores.jobs.fail(job_, "run", make_error(Code::kIo, "no"), 5));
      RAGSIEVE_CHECK(stores.job_events.append(job_, {0, "failed", R"({"code":"io"})", 5}));
      return ok_status();
    });
  }

  [[nodiscard]] std::string line_of(const Route& route) const {
    std::string path = route.path;
    if (const std::size_t at = path.find('{'); at != path.npos) {
      path.replace(at, path.find('}', at) + 1 - at, path.starts_with("/v1/jobs") ? job_ : "held");
    }
    return route.method + " " + path + " HTTP/1.1\r\n";
  }

  // The one route whose body is not JSON alone: what it makes of its Content-Type.
  static Route screen_route() {
    Route route = api::route_of("POST", "/v1/screen", "Reads a document", {200, "read", "", ""});
    route.role = Role::kScreen;
    route.lane = Lane::kModel;
    route.content_types = {"application/json", "text/plain", "text/markdown"};
    route.answers.push_back(api::bad_body());
    route.function = api::answering([](const Call& call) -> Result<ServerResponse> {
      RAGSIEVE_TRY(const api::ScreenBody body, api::screen_body(call));
      require(body.request.text.size() <= kBodyBytes);
      return ServerResponse{};
    });
    return route;
  }

  RouteTable table() {
    std::vector<Route> all{screen_route()};
    const api::HealthApi health{[] { return std::vector<std::string>(); }, [] { return "{}"; }};
    for (auto routes : {api::health_routes(health), api::page_routes({}), api::job_routes(jobs_),
                        api::quarantine_routes(desk_), api::document_routes(documents_),
                        api::key_routes(keys_, actions_)}) {
      for (Route& route : routes) all.push_back(std::move(route));
    }
    return RouteTable::of(std::move(all)).value();
  }

  JobRunner runner_{*state_, clock_, {{"audit", nullptr}}, nullptr};
  JobsDesk jobs_{*state_, runner_};
  ReviewDesk desk_{*state_, log_, clock_};
  DocumentsDesk documents_{*state_};
  ApiKeys keys_{*state_, clock_};
  ActionLog actions_{*state_};
  std::string job_;
  std::string path_;
  std::vector<std::string> secrets_;
  const RouteTable table_ = table();
  Router router_{table_, {[this](std::string_view key) { return keys_.find(key); }, false}};
  RequestLog logged_{router_, [](LogLevel, std::string_view line) { check_log_line(line); }};
  Watcher watcher_{logged_, table_, keys_};
  std::unique_ptr<HttpServer> server_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  static Target* const target = new Target();  // never taken down: its server runs as long
  target->run(data[0], data[1],
              std::string_view(reinterpret_cast<const char*>(data) + 2, size - 2));
  return 0;
}
