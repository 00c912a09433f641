#include "ragsieve/models/model_key.h"

#include <gtest/gtest.h>

#include <set>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

TEST(ModelKey, EverySettingChangesTheKey) {
  const std::string_view a = "a";
  const std::string_view b = "b";
  const ModelIdentity base{"m", sha256(a), "engine", "tok", 512, "mean", "", "", 0, 384};
  std::set<Digest> keys;
  auto add = [&](ModelIdentity identity) { keys.insert(text_key("k", identity, "", a)); };
  add(base);
  ModelIdentity other = base;
  other.file_digest = sha256(b);
  add(other);
  other = base;
  other.engine = "e2";
  add(other);
  other = base;
  other.tokenizer = "t2";
  add(other);
  other = base;
  other.max_tokens = 256;
  add(other);
  other = base;
  other.pooling = "cls";
  add(other);
  other = base;
  other.layer = 4;
  add(other);
  other = base;
  other.name = "n";
  add(other);
  keys.insert(text_key("k2", base, "", a));
  keys.insert(text_key("k", base, "query: ", a));
  keys.insert(text_key("k", base, "", b));
  keys.insert(pair_key("k", base, "", a, b));
  keys.insert(pair_key("k", base, "", b, a));
  keys.insert(pair_key("k", base, "x", a, b));
  EXPECT_EQ(keys.size(), 14U);
  EXPECT_EQ(text_key("k", base, "", a), text_key("k", base, "", a));
}

}  // namespace
}  // namespace ragsieve
