// The stores of a few calls each: idempotency keys, API keys, audit log, corpora, probe sets.
#include <gmock/gmock.h>

#include "ragsieve/store/stores_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

class SmallStoresSuite : public StoresTest {};
RAGSIEVE_EVERY_DATABASE(SmallStoresSuite);

TEST_P(SmallStoresSuite, SameIdempotentRequestGetsTheFirstAnswer) {
  IdempotencyStore& store = stores().idempotency;
  const IdempotentRequest request{"key", "kim", digest_of(1)};
  EXPECT_FALSE(store.find(request)->has_value());
  ASSERT_TRUE(store.add(request, "/v1/jobs/a", 10).ok());
  EXPECT_EQ(*store.find(request), "/v1/jobs/a");
  EXPECT_FALSE(store.find({"key", "lee", digest_of(1)})->has_value());
  const auto other = store.find({"key", "kim", digest_of(2)});
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, Code::kInvalidInput);
  const Status again = store.add(request, "/v1/jobs/b", 11);
  ASSERT_FALSE(again.ok());
  EXPECT_TRUE(is_duplicate(again.error()));
  EXPECT_EQ(*store.remove_before(10), 0);
  EXPECT_EQ(*store.remove_before(11), 1);
  EXPECT_FALSE(store.find(request)->has_value());
}

TEST_P(SmallStoresSuite, RevokedApiKeyIsNotFound) {
  ApiKeysStore& store = stores().api_keys;
  ASSERT_TRUE(store.add({"k1", "pipeline", "screen", 10, {}}, digest_of(1)).ok());
  ASSERT_TRUE(store.add({"k2", "kim", "review", 20, {}}, digest_of(2)).ok());
  const auto live = store.live();
  ASSERT_TRUE(live.ok() && live->size() == 2);
  EXPECT_EQ(live->front().hash, digest_of(1));
  EXPECT_EQ(live->front().key.id, "k1");
  EXPECT_EQ(live->front().key.name, "pipeline");
  EXPECT_EQ(live->front().key.role, "screen");
  EXPECT_EQ(live->front().key.created_us, 10);
  EXPECT_TRUE(*store.revoke("k1", 30));
  EXPECT_FALSE(*store.revoke("k1", 40));
  EXPECT_FALSE(*store.revoke("absent", 40));
  ASSERT_EQ(store.live()->size(), 1U);
  EXPECT_EQ(store.live()->front().hash, digest_of(2));
  const auto keys = store.list();
  ASSERT_TRUE(keys.ok() && keys->size() == 2);
  EXPECT_EQ(keys->front().revoked_us, 30);
  EXPECT_FALSE(keys->back().revoked_us.has_value());
  EXPECT_TRUE(is_duplicate(store.add({"k3", "", "", 1, {}}, digest_of(2)).error()));
  EXPECT_TRUE(is_duplicate(store.add({"k2", "", "", 1, {}}, digest_of(3)).error()));
}

TEST_P(SmallStoresSuite, AuditLogListsNewestFirst) {
  AuditLogStore& store = stores().audit_log;
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(store.append({0, i, "kim", "release", "document a", "done"}).ok());
  }
  Page page;
  page.limit = 2;
  const auto first = store.list(page);
  ASSERT_TRUE(first.ok() && first->size() == 2);
  EXPECT_EQ(first->front().time_us, 3);
  EXPECT_EQ(first->front().who, "kim");
  EXPECT_EQ(first->front().action, "release");
  EXPECT_EQ(first->front().target, "document a");
  EXPECT_EQ(first->front().result, "done");
  page.before = first->back().sequence;
  EXPECT_EQ(store.list(page)->front().time_us, 1);
}

TEST_P(SmallStoresSuite, CorpusHasANameOfItsOwnAndAState) {
  CorporaStore& store = stores().corpora;
  ASSERT_TRUE(store.add({"handbook", "/srv/handbook", {}, "registered", 10, 10}).ok());
  ASSERT_TRUE(store.add({"archive", "/srv/archive", {}, "registered", 11, 11}).ok());
  EXPECT_TRUE(is_duplicate(store.add({"archive", "", {}, "", 1, 1}).error()));
  ASSERT_TRUE(store.update("handbook", "ready", digest_of(1), 20).ok());
  const auto found = store.find("handbook");
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ((*found)->path, "/srv/handbook");
  EXPECT_EQ((*found)->manifest, digest_of(1));
  EXPECT_EQ((*found)->state, "ready");
  EXPECT_EQ((*found)->created_us, 10);
  EXPECT_EQ((*found)->updated_us, 20);
  const Status absent = store.update("absent", "ready", {}, 20);
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code, Code::kNotFound);
  EXPECT_EQ(store.list()->front().name, "handbook");
  EXPECT_TRUE(*store.remove("archive"));
  EXPECT_FALSE(*store.remove("archive"));
  EXPECT_EQ(store.list()->size(), 1U);
}

TEST_P(SmallStoresSuite, ProbeSetKeepsItsVersions) {
  ProbeSetsStore& store = stores().probe_sets;
  const std::string content("{\"id\":\"q1\"}\n\0\xFF", 14);
  EXPECT_EQ(*store.put({"support", 0, digest_of(1), content, "kim", 10}), 1);
  EXPECT_EQ(*store.put({"support", 0, digest_of(1), content, "lee", 11}), 1);
  EXPECT_EQ(*store.put({"support", 0, digest_of(2), "two", "lee", 12}), 2);
  EXPECT_EQ(*store.put({"support", 0, digest_of(1), content, "lee", 13}), 3);
  EXPECT_EQ(*store.put({"sales", 0, digest_of(3), "sales", "kim", 14}), 1);
  const auto first = store.find("support", 1);
  ASSERT_TRUE(first.ok() && *first);
  EXPECT_EQ((*first)->content, content);
  EXPECT_EQ((*first)->who, "kim");
  EXPECT_EQ((*first)->created_us, 10);
  EXPECT_EQ((*store.latest("support"))->version, 3);
  EXPECT_EQ(store.versions("support")->size(), 3U);
  EXPECT_FALSE(store.latest("absent")->has_value());
  EXPECT_FALSE(store.find("support", 4)->has_value());
  const auto sets = store.list();
  ASSERT_TRUE(sets.ok() && sets->size() == 2);
  EXPECT_EQ(sets->front().name, "support");
  EXPECT_EQ(sets->front().digest, digest_of(1));
  EXPECT_EQ(sets->back().version, 1);
}

}  // namespace
}  // namespace ragsieve
