#include "server/api/screen_routes.h"

#include <gmock/gmock.h>

#include "ragsieve/json/reader.h"
#include "ragsieve/service/gate_test_internal.h"
#include "ragsieve/service/screen_jobs.h"
#include "server/router.h"

namespace ragsieve::api {
namespace {

using testing::HasSubstr;

class ScreenRoutesTest : public GateServiceTest {
 protected:
  void SetUp() override {
    GateServiceTest::SetUp();
    ASSERT_TRUE(gates_->open("notes", {}).ok());
    jobs_ = std::make_unique<JobRunner>(
        *state_, clock_, std::map<std::string, JobWork>{{kScreensJob, screens_work(*desk_, {})}},
        nullptr);
    table_ =
        std::make_unique<RouteTable>(RouteTable::of(screen_routes({*desk_, *jobs_, {}})).value());
  }

  ServerResponse post(const std::string& path, const std::string& body,
                      const std::string& type = "application/json", Role role = Role::kScreen,
                      std::vector<NamedText> query = {}) {
    ServerRequest request;
    request.method = "POST";
    request.path = path;
    request.id = "r-1";
    request.body = body;
    request.query = std::move(query);
    request.headers = headers_;
    request.headers.emplace_back("content-type", type);
    RouteTable::Match match = table_->match("POST", path);
    return match.route->function({request, match.parameters, Principal{"ann", role}});
  }
  static json::Value parsed(const ServerResponse& response) {
    json::Reader reader;
    return reader.parse(response.body).value();
  }
  static std::string body(const std::string& text, const std::string& more = "") {
    return R"({"corpus":"notes","id":"a.md","text":")" + text + "\"" + more + "}";
  }

  std::unique_ptr<JobRunner> jobs_;
  std::unique_ptr<RouteTable> table_;
  std::vector<NamedText> headers_;
};

TEST_F(ScreenRoutesTest, ADocumentGetsItsVerdictAndItsReport) {
  const ServerResponse answer = post("/v1/screen", body(kFlippedNote));
  ASSERT_EQ(answer.status, 200) << answer.body;
  const json::Value record = parsed(answer);
  EXPECT_EQ(*record.find("type")->string(), "verdict");
  EXPECT_EQ(*record.find("id")->string(), "a.md");
  EXPECT_FALSE(record.find("document")->string()->empty());
  EXPECT_THAT(*record.find("report")->string(), HasSubstr("sha256:"));
  EXPECT_THAT(answer.body, HasSubstr("five years from delivery"));  // the two lines of the conflict
}

TEST_F(ScreenRoutesTest, ARawBodyIsTheDocument) {
  const ServerResponse answer = post("/v1/screen", kPlainNote, "text/markdown; charset=utf-8",
                                     Role::kScreen, {{"corpus", "notes"}, {"id", "cafe.md"}});
  ASSERT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(*parsed(answer).find("id")->string(), "cafe.md");
}

TEST_F(ScreenRoutesTest, WhatTakesTooLongBecomesAJob) {
  const ServerResponse answer = post("/v1/screen", body(kPlainNote, R"(,"timeout_ms":0)"));
  ASSERT_EQ(answer.status, 202) << answer.body;
  const std::string job = *parsed(answer).find("job")->string();
  const auto stored = state_->use([&](Stores& stores) { return stores.jobs.find(job); });
  ASSERT_TRUE(stored.value().has_value());
  EXPECT_EQ(stored.value()->who, "ann");
  EXPECT_THAT(stored.value()->request, HasSubstr("a.md"));
}

TEST_F(ScreenRoutesTest, TheSameRequestAgainGetsTheFirstAnswer) {
  headers_ = {{"idempotency-key", "k-1"}};
  const ServerResponse first = post("/v1/screen", body(kFlippedNote));
  const ServerResponse second = post("/v1/screen", body(kFlippedNote));
  ASSERT_EQ(first.status, 200) << first.body;
  EXPECT_EQ(second.body, first.body);
  EXPECT_EQ(post("/v1/screen", body("another text")).status, 422);
  EXPECT_EQ(state_->use([](Stores& stores) { return stores.documents.list({}); })->size(), 1U);

  headers_ = {{"idempotency-key", "k-2"}};
  const std::string late = body(kPlainNote, R"(,"timeout_ms":0)");
  const ServerResponse queued = post("/v1/screen", late);
  ASSERT_EQ(queued.status, 202) << queued.body;
  EXPECT_EQ(post("/v1/screen", late).body, queued.body);
  headers_ = {{"idempotency-key", "no key\n"}};
  EXPECT_EQ(post("/v1/screen", body(kPlainNote)).status, 400);
}

TEST_F(ScreenRoutesTest, OnlyAReviewerMaySayThatADocumentSupersedes) {
  const std::string with = R"(,"supersedes":{"id":"warranty","reason":"renewed"})";
  EXPECT_EQ(post("/v1/screen", body(kFlippedNote, with)).status, 403);
  EXPECT_EQ(post("/v1/screen", body(kFlippedNote, with), "application/json", Role::kReview).status,
            200);
}

TEST_F(ScreenRoutesTest, WrongBodiesAreNamedAndAnsweredWithProblems) {
  const std::vector<std::pair<std::string, int>> wrong = {
      {"", 422},
      {"[]", 422},
      {R"({"corpus":"notes","id":"a"})", 422},
      {body("x", R"(,"more":1)"), 422},
      {body("x", R"(,"timeout_ms":-1)"), 422},
      {body("x", R"(,"supersedes":{"id":"w","reason":""})"), 422},
      {body(""), 422},
      {R"({"corpus":"absent","id":"a","text":"x"})", 404},
      {R"({"corpus":"notes","id":"","text":"x"})", 400},
      {body("x", R"(,"media_type":"application/pdf")"), 400}};
  for (const auto& [text, status] : wrong) {
    const ServerResponse answer = post("/v1/screen", text);
    EXPECT_EQ(answer.status, status) << text << " " << answer.body;
    EXPECT_EQ(answer.content_type, "application/problem+json");
  }
  EXPECT_EQ(post("/v1/screen", "x", "text/plain").status, 400);  // without ?corpus&id
}

TEST_F(ScreenRoutesTest, ABatchBecomesAJob) {
  const ServerResponse answer =
      post("/v1/screens",
           R"({"corpus":"notes","documents":[{"id":"a","text":"x"},{"id":"b","text":""}]})");
  ASSERT_EQ(answer.status, 202) << answer.body;
  EXPECT_EQ(answer.headers[0].first, "Location");
  EXPECT_EQ(post("/v1/screens", R"({"corpus":"notes","documents":[]})").status, 422);
  std::string documents;
  for (std::size_t i = 0; i <= kMostScreens; ++i) {
    documents += (i == 0 ? "" : ",") + std::string(R"({"id":"a","text":"x"})");
  }
  EXPECT_EQ(post("/v1/screens", R"({"corpus":"notes","documents":[)" + documents + "]}").status,
            422);
  EXPECT_EQ(post("/v1/screens", R"({"corpus":"notes","documents":[{"id":"a"}]})").status, 422);
}

// Nothing runs them here: they stay queued.
TEST_F(ScreenRoutesTest, OneKeyCannotFillTheQueueOfJobs) {
  const std::string batch = R"({"corpus":"notes","documents":[{"id":"a","text":"x"}]})";
  for (std::int64_t i = 0; i < JobRunner::kMostQueued; ++i) {
    ASSERT_EQ(post("/v1/screens", batch).status, 202);
  }
  const ServerResponse refused = post("/v1/screens", batch);
  EXPECT_EQ(refused.status, 429);
  ASSERT_EQ(refused.headers.size(), 1U);
  EXPECT_EQ(refused.headers[0], NamedText("Retry-After", "30"));
  EXPECT_EQ(refused.content_type, "application/problem+json");
  EXPECT_EQ(*parsed(refused).find("code")->string(), "busy");
  EXPECT_THAT(*parsed(refused).find("detail")->string(), HasSubstr("64 of your jobs are queued"));
  EXPECT_EQ(post("/v1/screen", body(kPlainNote)).status, 200);  // what is no job goes on
}

TEST_F(ScreenRoutesTest, AScreenedDocumentIsScreenedAgain) {
  const std::string document =
      *parsed(post("/v1/screen", body(kFlippedNote))).find("document")->string();
  const ServerResponse again =
      post("/v1/quarantine/" + document + "/screen", "", "", Role::kReview);
  ASSERT_EQ(again.status, 200) << again.body;
  EXPECT_EQ(*parsed(again).find("document")->string(), document);
  EXPECT_EQ(post("/v1/quarantine/absent/screen", "", "", Role::kReview).status, 404);
}

}  // namespace
}  // namespace ragsieve::api
