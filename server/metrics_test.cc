#include "server/metrics.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "ragsieve/service/failing_state_testing.h"
#include "ragsieve/service/screened_testing.h"
#include "server/api/metrics_routes.h"
#include "server/metrics_handler.h"
#include "server/openapi.h"
#include "server/route_testing.h"
#include "server/router.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

// Routes, router and counting as `serve` puts them together; the state can be taken away.
class MetricsTest : public testing::Test, protected ScreenedState {
 protected:
  MetricsTest() {
    state_ = failing_state(gone_);
    source_ = std::make_unique<MetricsSource>(*state_, clock_);
    std::vector<Route> routes = api::metrics_routes(metrics_, *source_);
    routes.push_back(sample_route("GET", "/v1/documents/{id}"));
    table_ = RouteTable::of(std::move(routes)).value();
    RouterOptions options;
    options.find_key = [](std::string_view key) -> std::optional<Principal> {
      if (key == "key-secret") return Principal{"kim of the desk", Role::kRead};
      if (key == "key-pipeline") return Principal{"pipeline", Role::kScreen};
      return std::nullopt;
    };
    router_ = std::make_unique<Router>(table_, std::move(options));
    handler_ = std::make_unique<MetricsHandler>(*router_, table_, metrics_);
  }

  ServerResponse ask(const std::string& method, const std::string& path,
                     const std::string& key = "key-secret") {
    ServerRequest request;
    request.method = method;
    request.path = path;
    request.peer = "10.0.0.1:1";
    if (!key.empty()) request.headers.emplace_back("authorization", "Bearer " + key);
    auto decision = handler_->admit(request);
    if (auto* refused = std::get_if<ServerResponse>(&decision)) return *refused;
    return handler_->handle(request);
  }
  std::string scraped() { return ask("GET", "/metrics").body; }

  std::atomic<bool> gone_ = false;
  ServiceMetrics metrics_{"1.2.3"};
  std::unique_ptr<MetricsSource> source_;
  RouteTable table_ = RouteTable::of({}).value();
  std::unique_ptr<Router> router_;
  std::unique_ptr<MetricsHandler> handler_;
};

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST_F(MetricsTest, RequestsAreCountedByRouteMethodAndStatus) {
  EXPECT_EQ(ask("GET", "/v1/documents/7").status, 200);
  EXPECT_EQ(ask("HEAD", "/v1/documents/8").status, 200);
  EXPECT_EQ(ask("GET", "/v1/documents/9", "").status, 401);
  EXPECT_EQ(ask("GET", "/v1/documents/9", "key-pipeline").status, 403);
  EXPECT_EQ(ask("GET", "/v1/none").status, 404);
  const std::string text = scraped();
  const std::string begin = "ragsieve_http_requests_total{method=\"";
  const std::string route = "\",route=\"/v1/documents/{id}\",status=\"";
  EXPECT_THAT(text, HasSubstr(begin + "GET" + route + "200\"} 1\n"));
  EXPECT_THAT(text, HasSubstr(begin + "HEAD" + route + "200\"} 1\n"));
  EXPECT_THAT(text, HasSubstr(begin + "GET" + route + "401\"} 1\n"));
  EXPECT_THAT(text, HasSubstr(begin + "GET" + route + "403\"} 1\n"));
  EXPECT_THAT(text, HasSubstr(begin + "GET\",route=\"none\",status=\"404\"} 1\n"));
  // Timed is what a worker answered.
  EXPECT_THAT(text,
              HasSubstr("ragsieve_http_request_seconds_count{route=\"/v1/documents/{id}\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("ragsieve_http_request_seconds_bucket{route=\"/v1/documents/{id}\","
                              "le=\"300\"} 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("ragsieve_http_request_seconds_count{route=\"none\"}")));
}

TEST_F(MetricsTest, NothingOfACallerIsALabel) {
  add_screened("document-of-a-caller", kQuarantined);
  ask("GET", "/v1/documents/document-of-a-caller");
  scraped();
  const std::size_t before = lines_of(scraped());
  for (int i = 0; i < 50; ++i) {
    const std::string word = "strange" + std::to_string(i);
    ask("GET", "/v1/documents/" + word);
    ask("GET", "/" + word + "\"} 1\n", "");
    ask(word, "/v1/documents/1", "");
    ask(word, "/" + word, word);
  }
  const std::string text = scraped();
  for (const char* word : {"strange", "document-of-a-caller", "key-", "kim", "desk", "text of",
                           "10.0.0.1", "pipeline"}) {
    EXPECT_THAT(text, Not(HasSubstr(word)));
  }
  EXPECT_LE(lines_of(text), before + 3);  // none as GET, none as another method, 401 and 405
}

TEST_F(MetricsTest, ShowsWhatTheStateSays) {
  add_screened("a", kAdmitted);
  add_screened("b", kQuarantined);
  add_screened("c", kRejected);
  keep([](Stores& stores) { return stores.jobs.enqueue({"j", "audit", "kim", "{}", 0}, 1); });
  std::string text = scraped();
  for (const char* line :
       {"ragsieve_verdicts_total{verdict=\"ADMIT\"} 1\n",
        "ragsieve_verdicts_total{verdict=\"QUARANTINE\"} 1\n",
        "ragsieve_verdicts_total{verdict=\"REJECT\"} 1\n",
        "ragsieve_verdicts_total{verdict=\"INCOMPLETE\"} 0\n", "ragsieve_quarantine_waiting 2\n",
        "ragsieve_jobs{state=\"queued\"} 1\n", "ragsieve_jobs{state=\"running\"} 0\n",
        "ragsieve_state_readable 1\n", "ragsieve_build_info{version=\"1.2.3\"} 1\n",
        "# TYPE ragsieve_verdicts_total counter\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
  add_screened("d", kAdmitted);
  clock_.now += MetricsSource::kKeptMs;
  EXPECT_THAT(scraped(), HasSubstr("ragsieve_verdicts_total{verdict=\"ADMIT\"} 2\n"));
}

TEST_F(MetricsTest, OfAStateThatIsGoneOnlyTheRequestsAreTold) {
  scraped();
  gone_ = true;
  clock_.now += MetricsSource::kKeptMs;
  const ServerResponse answer = ask("GET", "/metrics");
  EXPECT_EQ(answer.status, 200);
  EXPECT_THAT(answer.body, HasSubstr("ragsieve_state_readable 0\n"));
  EXPECT_THAT(answer.body, HasSubstr("ragsieve_http_requests_total{method=\"GET\","
                                     "route=\"/metrics\",status=\"200\"} 1\n"));
  for (const char* name : {"ragsieve_quarantine_waiting", "ragsieve_jobs", "ragsieve_verdicts"}) {
    EXPECT_THAT(answer.body, Not(HasSubstr(name)));
  }
  gone_ = false;
  EXPECT_THAT(scraped(), HasSubstr("ragsieve_quarantine_waiting 0\n"));
}

TEST_F(MetricsTest, AreForWhoMayReadAndAreText) {
  EXPECT_EQ(ask("GET", "/metrics", "").status, 401);
  EXPECT_EQ(ask("GET", "/metrics", "key-pipeline").status, 403);
  EXPECT_EQ(ask("GET", "/metrics").content_type, "text/plain; version=0.0.4; charset=utf-8");
  const Schemas schemas{{"Problem", json::Object{}}};
  const json::Value document = openapi_document(table_, schemas, "1").value();
  EXPECT_THAT(json::dump(document), HasSubstr("\"content\":{\"text/plain\":"));
}

}  // namespace
}  // namespace ragsieve
