#include "server/api/audit_routes.h"

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <thread>

#include "ragsieve/pipeline/pipeline_testing.h"
#include "ragsieve/service/service_test_internal.h"
#include "server/api/api_testing.h"

namespace ragsieve::api {
namespace {

using testing::HasSubstr;

class AuditRoutesTest : public ServiceTest, protected PipelineFixture {
 protected:
  void SetUp() override {
    ServiceTest::SetUp();
    const std::string corpus = write("wiki.jsonl", plain_corpus(130));
    const CorpusPath path = [corpus](const std::string& name) -> Result<std::string> {
      if (name == "wiki") return corpus;
      return make_error(Code::kNotFound, "there is no corpus '" + name + "'");
    };
    jobs_ = std::make_unique<JobRunner>(
        *state_, clock_,
        std::map<std::string, JobWork>{{std::string(kAuditKind), audit_work({}, models(), path)}},
        nullptr);
    audits_ = std::make_unique<Audits>(*state_, *jobs_, path);
    routes_ = std::make_unique<RouteCaller>(audit_routes(*audits_));
  }

  std::string started() {
    return text_at(routes_->body_of("POST /v1/audits", R"({"corpus":"wiki"})", 202), "job");
  }

  json::Value done(const std::string& id) {
    for (;;) {
      json::Value body = routes_->body_of("GET /v1/audits/" + id);
      if (text_at(*body.find("job"), "state") == "done") return body;
      std::this_thread::yield();
    }
  }

  std::unique_ptr<JobRunner> jobs_;
  std::unique_ptr<Audits> audits_;
  std::unique_ptr<RouteCaller> routes_;
};

TEST_F(AuditRoutesTest, AnAuditIsQueuedThenReadByRank) {
  const ServerResponse answer = routes_->call("POST /v1/audits", R"({"corpus":"wiki"})");
  EXPECT_EQ(answer.status, 202);
  const std::string id = text_at(json::Reader().parse(answer.body).value(), "job");
  ASSERT_FALSE(answer.headers.empty());
  EXPECT_EQ(answer.headers[0], NamedText("Location", "/v1/audits/" + id));
  const json::Value waiting = routes_->body_of("GET /v1/audits/" + id);
  EXPECT_EQ(text_at(*waiting.find("job"), "state"), "queued");
  EXPECT_TRUE(waiting.find("documents")->array()->empty());
  EXPECT_EQ(waiting.find("summary"), nullptr);
  ASSERT_TRUE(jobs_->start().ok());
  const json::Value first = done(id);
  EXPECT_EQ(text_at(*first.find("summary"), "command"), "audit");
  EXPECT_EQ(first.find("documents")->array()->size(), 100U);
  EXPECT_EQ(first.find("next")->number(), 101);
  const json::Value last = routes_->body_of("GET /v1/audits/" + id + "?first=101&limit=1000");
  EXPECT_EQ(last.find("documents")->array()->size(), 30U);
  EXPECT_EQ(json::dump(*last.find("next")), "null");
  const json::Value flagged = routes_->body_of("GET /v1/audits/" + id + "?flagged=true");
  for (const json::Value& document : *flagged.find("documents")->array()) {
    EXPECT_TRUE(*document.find("flagged")->boolean());
  }
}

TEST_F(AuditRoutesTest, TheSameRequestAgainIsTheSameAudit) {
  routes_->headers = {{"idempotency-key", "k-1"}};
  const std::string id = started();
  EXPECT_EQ(started(), id);
  EXPECT_EQ(routes_->call("POST /v1/audits", R"({"corpus":"wiki","alpha":0.5})").status, 422);
  routes_->headers = {{"idempotency-key", "k-2"}};
  EXPECT_NE(started(), id);
  routes_->headers = {{"idempotency-key", "a b"}};
  EXPECT_EQ(routes_->call("POST /v1/audits", R"({"corpus":"wiki"})").status, 400);
}

TEST_F(AuditRoutesTest, RefusesWhatIsNoAudit) {
  for (const std::string& body : hostile_bodies()) {
    EXPECT_EQ(routes_->call("POST /v1/audits", body).status, 422) << body.substr(0, 40);
  }
  for (const std::string bad :
       {R"({"corpus":"wiki","alpha":2})", R"({"corpus":"wiki","profile":"paper"})",
        R"({"corpus":["wiki"]})", R"({"corpus":"wiki","reference":{}})"}) {
    EXPECT_EQ(routes_->call("POST /v1/audits", bad).status, 422) << bad;
  }
  for (const std::string name : {"none", "../wiki.jsonl", "/etc/passwd", ""}) {
    const std::string quoted = "\"" + name + "\"}";
    EXPECT_EQ(routes_->call("POST /v1/audits", "{\"corpus\":" + quoted).status, 404);
    EXPECT_EQ(
        routes_->call("POST /v1/audits", "{\"corpus\":\"wiki\",\"reference\":" + quoted).status,
        404);
  }
  const auto queued = state_->use([](Stores& stores) { return stores.jobs.list({}, {}); });
  EXPECT_TRUE(queued.value().empty());
}

TEST_F(AuditRoutesTest, APageOutOfRangeIsRefused) {
  const std::string id = started();
  for (const std::string bad : {"first=0", "first=-1", "first=x", "limit=0", "limit=1001",
                                "flagged=yes", "flagged=", "first=99999999999999999999"}) {
    const ServerResponse answer = routes_->call("GET /v1/audits/" + id + "?" + bad);
    EXPECT_EQ(answer.status, 400) << bad;
    EXPECT_THAT(answer.body, HasSubstr(bad.substr(0, bad.find('='))));
  }
  EXPECT_EQ(routes_->call("GET /v1/audits/none").status, 404);
  ASSERT_TRUE(jobs_->start().ok());
  done(id);
  const json::Value far =
      routes_->body_of("GET /v1/audits/" + id + "?first=9223372036854775807&limit=1000");
  EXPECT_TRUE(far.find("documents")->array()->empty());
}

TEST_F(AuditRoutesTest, IsBegunByReviewersAndReadByReaders) {
  const std::vector<Route>& routes = routes_->table().routes();
  ASSERT_EQ(routes.size(), 2U);
  EXPECT_EQ(routes[0].role, Role::kReview);
  EXPECT_EQ(routes[1].role, Role::kRead);
}

}  // namespace
}  // namespace ragsieve::api
