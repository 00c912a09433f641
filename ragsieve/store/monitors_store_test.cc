// Monitors, what they saw, what each look found and what has to be told.
#include "ragsieve/store/monitors_store.h"

#include <gmock/gmock.h>

#include "ragsieve/store/stores_test_internal.h"

namespace ragsieve {
namespace {

class MonitorsSuite : public StoresTest {
 protected:
  void add_monitor(const std::string& name) {
    ASSERT_TRUE(stores().corpora.add({name, "", {}, "ready", 1, 1}).ok());
    ASSERT_TRUE(
        stores().monitors.put({name, name, "1h", "https://example.org/" + name, 1, {}, {}}).ok());
  }
};
RAGSIEVE_EVERY_DATABASE(MonitorsSuite);

TEST_P(MonitorsSuite, MonitorRemembersItsLastRun) {
  MonitorsStore& store = stores().monitors;
  Monitor monitor{"nightly", "handbook", "24h", "https://example.org/hook", 10, {}, {}};
  EXPECT_EQ(store.put(monitor).error().code, Code::kInvalidInput);  // no such corpus
  ASSERT_TRUE(stores().corpora.add({"handbook", "", {}, "ready", 1, 1}).ok());
  ASSERT_TRUE(store.put(monitor).ok());
  EXPECT_FALSE(store.seen("nightly")->has_value());
  ASSERT_TRUE(store.ran(monitor, digest_of(1), std::string("a\0b", 3), 20).ok());
  monitor.schedule = "1h";
  ASSERT_TRUE(store.put(monitor).ok());
  const auto found = store.find("nightly");
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ((*found)->corpus, "handbook");
  EXPECT_EQ((*found)->schedule, "1h");
  EXPECT_EQ((*found)->webhook, "https://example.org/hook");
  EXPECT_EQ((*found)->created_us, 10);
  EXPECT_EQ((*found)->last_run_us, 20);
  EXPECT_EQ((*found)->last_manifest, digest_of(1));
  EXPECT_EQ(*store.seen("nightly"), std::string("a\0b", 3));
  ASSERT_TRUE(store.ran(monitor, digest_of(2), std::nullopt, 21).ok());
  EXPECT_EQ(*store.seen("nightly"), std::string("a\0b", 3));
  EXPECT_EQ((*store.find("nightly"))->last_manifest, digest_of(2));
  Monitor absent = monitor;
  absent.name = "absent";
  Monitor elsewhere = monitor;
  elsewhere.corpus = "other";
  Monitor made_again = monitor;
  made_again.created_us = 11;
  for (const Monitor& other : {absent, elsewhere, made_again}) {
    EXPECT_EQ(store.ran(other, digest_of(3), "x", 22).error().code, Code::kNotFound);
  }
  EXPECT_EQ(stores().corpora.remove("handbook").error().code, Code::kInvalidInput);
  EXPECT_EQ(store.list()->size(), 1U);
  EXPECT_TRUE(*store.remove("nightly"));
  EXPECT_FALSE(*store.remove("nightly"));
  EXPECT_TRUE(*stores().corpora.remove("handbook"));
}

TEST_P(MonitorsSuite, OfAnotherCorpusNothingWasSeen) {
  add_monitor("a");
  ASSERT_TRUE(stores().corpora.add({"other", "", {}, "ready", 1, 1}).ok());
  MonitorsStore& store = stores().monitors;
  ASSERT_TRUE(store.ran(**store.find("a"), digest_of(1), "seen", 20).ok());
  ASSERT_TRUE(store.put({"a", "other", "1h", "", 30, {}, {}}).ok());
  const auto found = store.find("a");
  EXPECT_EQ((*found)->corpus, "other");
  EXPECT_FALSE((*found)->last_run_us || (*found)->last_manifest);
  EXPECT_FALSE(store.seen("a")->has_value());
}

TEST_P(MonitorsSuite, LooksAreListedNewestFirstAndGoWithTheirMonitor) {
  add_monitor("a");
  add_monitor("b");
  LooksStore& store = stores().looks;
  for (int i = 1; i <= 3; ++i) {
    const StoredLook look{0, "a", "job", 1000, i, 2, 3, 10, 1, 5, 1, 7, "{}", 100 * i};
    ASSERT_TRUE(store.add(look).ok());
  }
  EXPECT_FALSE(store.add({0, "absent", "", 0, 0, 0, 0, 0, 0, 0, 0, 0, "{}", 1}).ok());
  const auto two = store.list("a", {.limit = 2});
  ASSERT_EQ(two->size(), 2U);
  EXPECT_EQ((*two)[0].added, 3);
  EXPECT_EQ((*two)[0].reopened, 1);
  EXPECT_EQ((*two)[0].left_alone, 7);
  EXPECT_EQ((*two)[0].time_us, 300);
  EXPECT_EQ(store.list("a", {(*two)[1].sequence})->size(), 1U);
  EXPECT_TRUE(store.list("b", {})->empty());
  EXPECT_EQ(*store.remove_before(200), 1);
  EXPECT_TRUE(*stores().monitors.remove("a"));
  EXPECT_TRUE(store.list("a", {})->empty());
}

TEST_P(MonitorsSuite, ADeliveryIsDueUntilItWasTakenOrGivenUp) {
  add_monitor("a");
  DeliveriesStore& store = stores().deliveries;
  for (const char* body : {"one", "two", "three"}) ASSERT_TRUE(store.add("a", body, 10).ok());
  EXPECT_TRUE(store.due(9, 10)->empty());
  const auto due = store.due(10, 10);
  ASSERT_EQ(due->size(), 1U);  // in order: the others come behind it
  EXPECT_EQ((*due)[0].body, "one");
  EXPECT_EQ((*due)[0].webhook, "https://example.org/a");
  ASSERT_TRUE(store.delivered((*due)[0].sequence).ok());
  const auto second = store.due(10, 10);
  EXPECT_EQ((*second)[0].body, "two");
  ASSERT_TRUE(store.give_up((*second)[0].sequence).ok());
  const auto third = store.due(10, 10);
  ASSERT_TRUE(store.try_again((*third)[0].sequence, 50).ok());
  EXPECT_TRUE(store.due(49, 10)->empty());
  const auto again = store.due(50, 10);
  ASSERT_EQ(again->size(), 1U);
  EXPECT_EQ((*again)[0].attempts, 1);
  const auto counts = store.counts("a");
  EXPECT_EQ(counts->waiting, 1);
  EXPECT_EQ(counts->given_up, 1);
  EXPECT_EQ(*store.remove_before(11), 2);
  EXPECT_EQ(store.counts("a")->given_up, 0);
  EXPECT_EQ(store.counts("a")->waiting, 1);
}

TEST_P(MonitorsSuite, AReceiverThatIsDownKeepsNobodyElseFromBeingTold) {
  add_monitor("a");
  add_monitor("b");
  DeliveriesStore& store = stores().deliveries;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(store.add("a", "of a", 10).ok());
  ASSERT_TRUE(store.add("b", "of b", 10).ok());
  const auto due = store.due(10, 10);
  ASSERT_EQ(due->size(), 2U);
  EXPECT_EQ((*due)[1].body, "of b");
}

}  // namespace
}  // namespace ragsieve
