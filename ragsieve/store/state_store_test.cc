// All stores together: one lock, one transaction, nothing lost by closing.
#include "ragsieve/store/state_store.h"

#include <gmock/gmock.h>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/store/database_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

class StateSuite : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    place_ = new_place(GetParam());
    open();
  }
  void open() {
    state_.reset();
    auto opened = StateStore::open(place_->options());
    ASSERT_TRUE(opened.ok()) << to_string(opened.error());
    state_ = std::move(opened).value();
  }
  StateStore& state() { return *state_; }
  Database* raw() { return raw_.get(); }
  void close() { state_.reset(); }
  void open_raw() {
    auto opened = open_database(place_->options());
    ASSERT_TRUE(opened.ok()) << to_string(opened.error());
    raw_ = std::move(opened).value();
  }
  void close_raw() { raw_.reset(); }
  [[nodiscard]] StateOptions options() const { return place_->options(); }

  // What a worker does at the end of a job: all of it, or nothing.
  Status complete(Stores& stores, const std::string& job) {
    RAGSIEVE_TRY(const ReportHead head, stores.reports.head());
    StoredReport report;
    report.previous = head.digest;
    report.digest = sha256("report of " + job);
    report.envelope = "{}";
    RAGSIEVE_CHECK(stores.reports.append(report));
    StoredDocument document;
    document.id = "document of " + job;
    RAGSIEVE_CHECK(stores.documents.add(document));
    StoredVerdict verdict;
    verdict.document = document.id;
    verdict.job = job;
    verdict.report = report.digest;
    RAGSIEVE_CHECK(stores.verdicts.add(verdict, {}));
    StoredDecision note;
    note.document = document.id;
    RAGSIEVE_CHECK(stores.decisions.add(note));
    RAGSIEVE_CHECK(stores.audit_log.append({0, 1, "kim", "screen", document.id, "INCOMPLETE"}));
    return stores.jobs.finish(job, "run1", "{}", 9);
  }
  std::int64_t n_logged() {
    return std::ssize(*state().use([](Stores& stores) { return stores.audit_log.list(Page()); }));
  }

 private:
  std::unique_ptr<TestPlace> place_;
  std::unique_ptr<StateStore> state_;
  std::unique_ptr<Database> raw_;
};
RAGSIEVE_EVERY_DATABASE(StateSuite);

TEST_P(StateSuite, EndOfAJobIsOneTransaction) {
  ASSERT_TRUE(state()
                  .use([](Stores& stores) -> Status {
                    RAGSIEVE_CHECK(stores.jobs.enqueue({"a", "screens", "kim", "{}", 1}, 1));
                    RAGSIEVE_CHECK(stores.jobs.enqueue({"b", "screens", "kim", "{}", 1}, 1));
                    RAGSIEVE_CHECK(stores.jobs.take("run1", 2));
                    return ok_status();
                  })
                  .ok());
  const auto end = [&](const std::string& job) {
    return state().in_transaction([&](Stores& stores) { return complete(stores, job); });
  };
  const Status refused = end("b");  // it does not run
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(n_logged(), 0);
  EXPECT_EQ(state().use([](Stores& stores) { return stores.reports.head(); })->sequence, 0);
  const Status done = end("a");
  ASSERT_TRUE(done.ok()) << to_string(done.error());
  EXPECT_EQ(n_logged(), 1);
  EXPECT_FALSE(end("a").ok());
  EXPECT_EQ(n_logged(), 1);
  EXPECT_TRUE(state().problems()->empty());
}

TEST_P(StateSuite, UseWithinAUseIsAnError) {
  const Status outer = state().use([&](Stores&) -> Status {
    const Status inner = state().in_transaction([](Stores&) { return ok_status(); });
    EXPECT_FALSE(inner.ok());
    return inner;
  });
  ASSERT_FALSE(outer.ok());
  EXPECT_EQ(outer.error().code, Code::kInternal);
  EXPECT_TRUE(state().use([](Stores&) { return ok_status(); }).ok());
}

TEST_P(StateSuite, ManyThreadsTakeEachJobOnce) {
  constexpr int kJobs = 24;
  for (int i = 0; i < kJobs; ++i) {
    ASSERT_TRUE(state()
                    .use([&](Stores& stores) {
                      return stores.jobs.enqueue({std::to_string(i), "k", "", "{}", 0}, 1);
                    })
                    .ok());
  }
  std::atomic<int> n_taken = 0;
  std::atomic<int> n_errors = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&, run = "run" + std::to_string(t)] {
      while (true) {
        const auto job = state().use([&](Stores& stores) { return stores.jobs.take(run, 2); });
        if (!job.ok()) ++n_errors;
        if (!job.ok() || !*job) return;
        ++n_taken;
        const Status ended = state().use(
            [&](Stores& stores) { return stores.jobs.finish((*job)->id, run, "{}", 3); });
        if (!ended.ok()) ++n_errors;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(n_taken, kJobs);
  EXPECT_EQ(n_errors, 0);
}

class LastingState : public StateSuite {};
RAGSIEVE_LASTING_DATABASES(LastingState);

TEST_P(LastingState, KeepsEverythingWhenClosed) {
  ASSERT_TRUE(state()
                  .use([](Stores& stores) -> Status {
                    RAGSIEVE_CHECK(stores.jobs.enqueue({"a", "screens", "kim", "{}", 1}, 1));
                    RAGSIEVE_CHECK(stores.jobs.take("run1", 2));
                    return ok_status();
                  })
                  .ok());
  ASSERT_TRUE(state().in_transaction([&](Stores& stores) { return complete(stores, "a"); }).ok());
  open();
  EXPECT_EQ(n_logged(), 1);
  const auto verdict =
      state().use([](Stores& stores) { return stores.verdicts.latest("document of a"); });
  ASSERT_TRUE(verdict.ok() && *verdict);
  EXPECT_EQ((*verdict)->job, "a");
  const auto job = state().use([](Stores& stores) { return stores.jobs.find("a"); });
  ASSERT_TRUE(job.ok() && *job);
  EXPECT_EQ((*job)->state, JobState::kDone);
  EXPECT_TRUE(state().problems()->empty());
}

TEST_P(LastingState, NewerDatabaseIsRefused) {
  close();
  open_raw();
  ASSERT_TRUE(raw()->run("INSERT INTO schema_migrations (number, name) VALUES (99, 'x')").ok());
  close_raw();
  const auto refused = StateStore::open(options());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::kInvalidConfig);
  EXPECT_THAT(refused.error().message, HasSubstr("version 99"));
}

TEST_P(LastingState, BrokenChainIsAProblem) {
  ASSERT_TRUE(state()
                  .use([](Stores& stores) -> Status {
                    RAGSIEVE_CHECK(stores.reports.append({0, sha256("1"), Digest(), "{}", 1}));
                    RAGSIEVE_CHECK(stores.reports.append({0, sha256("2"), sha256("1"), "{}", 1}));
                    return ok_status();
                  })
                  .ok());
  close();
  open_raw();
  ASSERT_TRUE(raw()->run("DELETE FROM reports WHERE sequence = 1").ok());
  close_raw();
  open();
  EXPECT_THAT(*state().problems(), testing::ElementsAre(HasSubstr("report 2")));
}

}  // namespace
}  // namespace ragsieve
