#include "ragsieve/service/monitors.h"

#include <gmock/gmock.h>

#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class MonitorsTest : public ServiceTest {
 protected:
  void SetUp() override {
    ServiceTest::SetUp();
    const Status added = state_->use([](Stores& stores) {
      return stores.corpora.add({"handbook", "h.jsonl", {}, "ready", 1, 1});
    });
    ASSERT_TRUE(added.ok());
  }

  static Result<std::string> nothing(const StoredJob&, JobContext&) { return std::string("{}"); }

  JobRunner jobs_{*state_, clock_, {{kMonitorJob, nothing}}, nullptr};
  Monitors monitors_{*state_, jobs_, clock_, true};
};

TEST_F(MonitorsTest, IsPutListedChangedAndRemoved) {
  const ShownMonitor put =
      monitors_.put("nightly", {"handbook", "24h", "https://example.org/hook"}, "ann").value();
  EXPECT_EQ(put.monitor.corpus, "handbook");
  EXPECT_FALSE(put.next_us.has_value());
  EXPECT_TRUE(monitors_.put("nightly", {"handbook", "1h", ""}, "ann").ok());
  const std::vector<ShownMonitor> all = monitors_.list().value();
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].monitor.schedule, "1h");
  EXPECT_EQ(all[0].monitor.webhook, "");
  EXPECT_TRUE(monitors_.remove("nightly", "ann").ok());
  EXPECT_THAT(monitors_.list().value(), IsEmpty());
  EXPECT_EQ(monitors_.remove("nightly", "ann").error().code, Code::kNotFound);
  const auto log = state_->use([](Stores& stores) { return stores.audit_log.list({}); }).value();
  ASSERT_THAT(log, SizeIs(3));
  EXPECT_EQ(log[0].action, "remove monitor");
}

TEST_F(MonitorsTest, WhatCannotBeIsRefusedAndNamed) {
  for (const std::string& name : {std::string(), std::string("A"), std::string("a b"),
                                  std::string("a\0", 2), std::string(65, 'a')}) {
    const auto put = monitors_.put(name, {"handbook", "1h", ""}, "ann");
    ASSERT_FALSE(put.ok());
    EXPECT_EQ(put.error().where.field, "name");
    EXPECT_EQ(monitors_.find(name).error().code, Code::kNotFound);
  }
  const auto field = [&](const MonitorRequest& request) {
    const auto put = monitors_.put("m", request, "ann");
    return put.ok() ? "" : put.error().where.field;
  };
  EXPECT_EQ(field({"other", "1h", ""}), "corpus");
  EXPECT_EQ(field({std::string("\xff", 1), "1h", ""}), "corpus");
  EXPECT_EQ(field({"handbook", "often", ""}), "schedule");
  EXPECT_EQ(field({"handbook", "1h", "ftp://example.org"}), "webhook");
  EXPECT_THAT(monitors_.list().value(), IsEmpty());
  Monitors unsigned_ones(*state_, jobs_, clock_, false);
  const auto put = unsigned_ones.put("m", {"handbook", "1h", "https://example.org"}, "ann");
  ASSERT_FALSE(put.ok());
  EXPECT_THAT(put.error().message, HasSubstr("webhook_key_file"));
}

TEST_F(MonitorsTest, OneLookAtATimeIsQueued) {
  ASSERT_TRUE(monitors_.put("a", {"handbook", "1h", ""}, "ann").ok());
  ASSERT_TRUE(monitors_.put("b", {"handbook", "1h", ""}, "ann").ok());
  const std::string job = monitors_.look("a", "ann", {}).value();
  EXPECT_EQ(monitors_.look("a", "kim", {}).value(), job);
  EXPECT_NE(monitors_.look("b", "ann", {}).value(), job);
  EXPECT_EQ(monitors_.look("c", "ann", {}).error().code, Code::kNotFound);
  EXPECT_EQ(monitor_of_request(monitor_request("a")).value(), "a");
}

}  // namespace
}  // namespace ragsieve
