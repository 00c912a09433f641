#include "ragsieve/service/audits.h"

#include <gmock/gmock.h>

#include <map>
#include <set>
#include <thread>

#include "ragsieve/base/utf8.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/pipeline/pipeline_testing.h"
#include "ragsieve/report/record_json.h"
#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

constexpr int kClean = 246;
constexpr int kPoisons = 4;

class AuditsTest : public ServiceTest, protected PipelineFixture {
 protected:
  void SetUp() override {
    ServiceTest::SetUp();
    paths_["wiki"] = write("wiki.jsonl", corpus("first"));
  }

  // `kPoisons` of the documents say the same in other words.
  static std::string corpus(const std::string& tag) {
    std::string lines = plain_corpus(kClean);
    for (int i = 0; i < kPoisons; ++i) {
      const std::string n = std::to_string(i);
      lines += line("poison" + n, "the head office of the " + tag + " is in zanzibar " + tag + n +
                                      " says note" + n + " of office" + n);
    }
    return lines;
  }

  CorpusPath path_of() {
    return [this](const std::string& name) -> Result<std::string> {
      const auto found = paths_.find(name);
      if (found != paths_.end()) return found->second;
      return make_error(Code::kNotFound, "there is no corpus '" + name + "'");
    };
  }

  void begin(AuditJobOptions options = {}) {
    jobs_ = std::make_unique<JobRunner>(
        *state_, clock_,
        std::map<std::string, JobWork>{
            {std::string(kAuditKind), audit_work(std::move(options), models(), path_of())}},
        nullptr);
    audits_ = std::make_unique<Audits>(*state_, *jobs_, path_of());
  }

  // Waits for the audit to end.
  AuditPage ended(const AuditPageQuery& query) {
    for (;;) {
      auto page = audits_->page(query);
      EXPECT_TRUE(page.ok()) << to_string(page.error());
      if (!page.ok() || page->job.ended_us) return page.ok() ? *std::move(page) : AuditPage{};
      std::this_thread::yield();
    }
  }

  std::string done(const AuditRequest& request) {
    const std::string id = audits_->start(request, "me", {}).value();
    EXPECT_TRUE(jobs_->start().ok());
    EXPECT_EQ(ended({id, 1, 1, false}).job.state, JobState::kDone);
    return id;
  }

  static std::int64_t rank(const json::Value& record) {
    return static_cast<std::int64_t>(record.find("rank")->number());
  }

  std::map<std::string, std::string> paths_;
  std::unique_ptr<JobRunner> jobs_;
  std::unique_ptr<Audits> audits_;
};

TEST_F(AuditsTest, TheRecordsAreThoseOfTheAuditByRank) {
  begin();
  const std::string id = done({"wiki", std::nullopt, std::nullopt});
  AuditOptions options;
  options.corpus = paths_["wiki"];
  const AuditReport report = audit(options, models(), {}).value();
  std::vector<std::string> found;
  std::optional<std::int64_t> first = 1;
  while (first) {
    const AuditPage page = audits_->page({id, *first, 70, false}).value();
    for (const json::Value& record : page.documents) found.push_back(json::dump(record));
    first = page.next;
    EXPECT_EQ(json::dump(*page.summary), json::dump(to_json(report.summary)));
  }
  ASSERT_EQ(found.size(), report.documents.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i], json::dump(to_json(report.documents[i], false)));
  }
}

TEST_F(AuditsTest, APageBeginsAnywhereAndEndsWithTheCorpus) {
  begin();
  const std::string id = done({"wiki", std::nullopt, std::nullopt});
  const AuditPage middle = audits_->page({id, 95, 110, false}).value();
  ASSERT_EQ(middle.documents.size(), 110U);
  EXPECT_EQ(rank(middle.documents.front()), 95);
  EXPECT_EQ(rank(middle.documents.back()), 204);
  EXPECT_EQ(middle.next, 205);
  const AuditPage last = audits_->page({id, 250, 1000, false}).value();
  EXPECT_EQ(last.documents.size(), 1U);
  EXPECT_FALSE(last.next.has_value());
  const AuditPage behind = audits_->page({id, 251, 10, false}).value();
  EXPECT_TRUE(behind.documents.empty());
  EXPECT_FALSE(behind.next.has_value());
}

TEST_F(AuditsTest, FlaggedOnesAloneWhereAsked) {
  begin();
  const std::string id = done({"wiki", std::nullopt, 0.2});
  std::set<std::int64_t> all;
  const AuditPage whole = audits_->page({id, 1, 1000, false}).value();
  for (const json::Value& record : whole.documents) {
    if (*record.find("flagged")->boolean()) all.insert(rank(record));
  }
  ASSERT_GT(all.size(), 2U);
  std::set<std::int64_t> found;
  std::optional<std::int64_t> first = 1;
  while (first) {
    const AuditPage page = audits_->page({id, *first, 2, true}).value();
    EXPECT_FALSE(page.documents.empty());
    for (const json::Value& record : page.documents) found.insert(rank(record));
    first = page.next;
  }
  EXPECT_EQ(found, all);
  EXPECT_EQ(whole.summary->find("thresholds")->find("alpha")->number(), 0.2);
}

// As after a kill: items of an audit that saw another corpus are there.
TEST_F(AuditsTest, AnAuditThatBrokeOffBeginsAgainWithTheCorpusAsItIs) {
  const Status left = state_->in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_CHECK(stores.jobs.enqueue({"left", "audit", "me", R"({"corpus":"wiki"})", 0}, 1));
    RAGSIEVE_CHECK(stores.jobs.take("an earlier run", 2));
    for (const int item : {0, 1, 7}) {
      RAGSIEVE_CHECK(stores.job_items.add("left", "an earlier run", {item, "[{}]"}, 3));
    }
    return ok_status();
  });
  ASSERT_TRUE(left.ok());
  begin();
  ASSERT_TRUE(jobs_->start().ok());
  const AuditPage page = ended({"left", 1, 1000, false});
  EXPECT_EQ(page.job.state, JobState::kDone);
  EXPECT_EQ(page.job.items_done, 3);
  ASSERT_EQ(page.documents.size(), static_cast<std::size_t>(kClean + kPoisons));
  for (std::size_t i = 0; i < page.documents.size(); ++i) {
    EXPECT_EQ(rank(page.documents[i]), static_cast<std::int64_t>(i + 1));
  }
  const auto items = state_->use([](Stores& stores) { return stores.job_items.done("left"); });
  EXPECT_EQ(items.value().size(), 3U);
}

TEST_F(AuditsTest, AReferenceIsACorpusOfTheServiceToo) {
  paths_["before"] = write("before.jsonl", plain_corpus(120));
  begin();
  const std::string id = done({"wiki", "before", std::nullopt});
  const AuditPage page = audits_->page({id, 1, 1, false}).value();
  EXPECT_EQ(*page.summary->find("null_of")->string(), "reference");
  EXPECT_EQ(audits_->start({"wiki", "/etc/passwd", std::nullopt}, "me", {}).error().code,
            Code::kNotFound);
  EXPECT_EQ(audits_->start({"none", std::nullopt, std::nullopt}, "me", {}).error().code,
            Code::kNotFound);
}

TEST_F(AuditsTest, TellsHowFarItIs) {
  begin();
  const std::string id = done({"wiki", std::nullopt, std::nullopt});
  const auto events =
      state_->use([&](Stores& stores) { return stores.job_events.since(id, 0, 1000); });
  std::string all;
  for (const JobEvent& event : events.value()) all += event.type + event.data + "\n";
  EXPECT_THAT(all, HasSubstr(R"(progress{"stage":"encode","done":250,"total":250})"));
  EXPECT_THAT(all, HasSubstr(R"(item{"item":2,"done":3,"total":3})"));
}

TEST_F(AuditsTest, AnAuditThatIsNotDoneHasNoRecords) {
  begin();
  const std::string queued = audits_->start({"wiki", std::nullopt, std::nullopt}, "me", {}).value();
  const AuditPage waiting = audits_->page({queued, 1, 10, false}).value();
  EXPECT_EQ(waiting.job.state, JobState::kQueued);
  EXPECT_FALSE(waiting.summary.has_value());
  EXPECT_TRUE(waiting.documents.empty());
  EXPECT_EQ(jobs_->cancel(queued, "me").value(), JobState::kCancelled);
  paths_["gone"] = path("gone.jsonl");
  const std::string gone = audits_->start({"gone", std::nullopt, std::nullopt}, "me", {}).value();
  ASSERT_TRUE(jobs_->start().ok());
  const AuditPage failed = ended({gone, 1, 10, false});
  EXPECT_EQ(failed.job.state, JobState::kFailed);
  EXPECT_EQ(failed.job.error_code, "not_found");
  EXPECT_TRUE(failed.documents.empty());
}

TEST_F(AuditsTest, AJobOfAnotherKindIsNoAudit) {
  begin();
  const auto added = state_->use(
      [](Stores& stores) { return stores.jobs.enqueue({"other", "screens", "me", "{}", 0}, 1); });
  ASSERT_TRUE(added.ok());
  for (const std::string id : {"other", "none", ""}) {
    EXPECT_EQ(audits_->page({id, 1, 10, false}).error().code, Code::kNotFound) << id;
  }
}

// A word of two alphabets that is longer than what is kept of it, and not cut within a letter.
TEST_F(AuditsTest, WhatIsKeptOfATextIsBounded) {
  std::string word;
  for (int i = 0; i < 1000; ++i) word += "\\u0430l";
  paths_["wiki"] = write("wiki.jsonl", plain_corpus(30) + line("long", word + " and more"));
  AuditJobOptions options;
  options.show_text = true;
  begin(options);
  const std::string id = done({"wiki", std::nullopt, std::nullopt});
  const AuditPage page = audits_->page({id, 1, 1000, false}).value();
  std::size_t most = 0;
  for (const json::Value& record : page.documents) {
    for (const json::Value& span : *record.find("spans")->array()) {
      const std::string& text = *span.find("text")->string();
      EXPECT_FALSE(first_invalid_utf8(text).has_value());
      most = std::max(most, text.size());
    }
  }
  EXPECT_EQ(most, 399U);
}

}  // namespace
}  // namespace ragsieve
