#include "ragsieve/models/cached_answerer.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include "ragsieve/models/fake/fake_answerer.h"

namespace ragsieve {
namespace {

std::unique_ptr<ValueCache> cache() {
  std::string pattern = (std::filesystem::temp_directory_path() / "ragsieve-answ-XXXXXX").string();
  const std::string folder = mkdtemp(pattern.data());
  return ValueCache::open(CacheOptions{folder + "/c.sqlite"}, nullptr).value();
}

// Hands out one fake and counts how often it was made.
struct Loads {
  FakeAnswererOptions options;
  int count = 0;
  Loader<Answerer> loader() {
    return [this]() -> Result<std::unique_ptr<Answerer>> {
      ++count;
      return std::unique_ptr<Answerer>(std::make_unique<FakeAnswerer>(options));
    };
  }
};

constexpr std::array<std::string_view, 2> kPassages{"The sky is blue.", "The sea is deep."};
constexpr std::array<std::string_view, 2> kSwapped{"The sea is deep.", "The sky is blue."};

TEST(CachedAnswerer, KnownAnswersMakeNoAnswerer) {
  const auto store = cache();
  Loads first;
  CachedAnswerer cold(FakeAnswerer().identity(), first.loader(), store.get());
  const Answer once = cold.answer("How deep is the sea?", kPassages, RunOptions{}).value();
  EXPECT_EQ(cold.calls(), 1U);
  Loads second;
  CachedAnswerer warm(FakeAnswerer().identity(), second.loader(), store.get());
  const Answer again = warm.answer("How deep is the sea?", kPassages, RunOptions{}).value();
  EXPECT_EQ(again.text, once.text);
  EXPECT_EQ(again.passage, once.passage);
  EXPECT_EQ(again.range, once.range);
  EXPECT_EQ(again.score, once.score);
  EXPECT_EQ(second.count, 0);
  EXPECT_EQ(warm.calls(), 0U);
}

TEST(CachedAnswerer, AnswerOfNothingIsKnownToo) {
  const auto store = cache();
  Loads loads;
  CachedAnswerer answerer(FakeAnswerer().identity(), loads.loader(), store.get());
  for (int i = 0; i < 2; ++i) {
    const Answer answer = answerer.answer("Why?", {}, RunOptions{}).value();
    EXPECT_EQ(answer.text, "");
    EXPECT_FALSE(answer.passage.has_value());
  }
  EXPECT_EQ(answerer.calls(), 1U);
}

TEST(CachedAnswerer, QuestionPassagesAndTheirOrderArePartOfTheKey) {
  const auto store = cache();
  Loads loads;
  CachedAnswerer answerer(FakeAnswerer().identity(), loads.loader(), store.get());
  const auto ask = [&](std::string_view question, std::span<const std::string_view> passages) {
    ASSERT_TRUE(answerer.answer(question, passages, RunOptions{}).ok());
  };
  ask("sea", kPassages);
  ask("sky", kPassages);
  ask("sea", kSwapped);
  ask("sea", std::span(kPassages).first(1));
  EXPECT_EQ(answerer.calls(), 4U);
  ask("sea", kPassages);
  ask("sea", kSwapped);
  EXPECT_EQ(answerer.calls(), 4U);
}

TEST(CachedAnswerer, EveryFieldOfTheIdentityIsPartOfTheKey) {
  const AnswererIdentity base = FakeAnswerer().identity();
  std::array<AnswererIdentity, 6> others{base, base, base, base, base, base};
  others[0].name = "x";
  others[1].kind = "x";
  others[2].file_digest.bytes[0] ^= 1;
  others[3].engine = "x";
  others[4].prompt_version = "x";
  others[5].max_tokens = 9;
  for (const AnswererIdentity& other : others) {
    EXPECT_NE(answer_key(other, "q", kPassages), answer_key(base, "q", kPassages));
  }
}

TEST(CachedAnswerer, FailuresAreCountedAndNotStored) {
  const auto store = cache();
  Loads failing;
  failing.options.fail_from = 1;
  CachedAnswerer broken(FakeAnswerer().identity(), failing.loader(), store.get());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(broken.answer("sea", kPassages, RunOptions{}).error().code, Code::kUnavailable);
  }
  EXPECT_EQ(broken.calls(), 2U);
  Loads loads;
  CachedAnswerer whole(FakeAnswerer().identity(), loads.loader(), store.get());
  EXPECT_TRUE(whole.answer("sea", kPassages, RunOptions{}).ok());
  EXPECT_EQ(whole.calls(), 1U);
}

TEST(CachedAnswerer, DamagedValuesAreAskedForAgain) {
  const auto store = cache();
  const AnswererIdentity identity = FakeAnswerer().identity();
  std::string outside(32, '\0');
  outside[0] = 1;     // passage 1
  outside[16] = 100;  // ends behind it
  const std::array<std::string, 3> bad{"short", outside, std::string(32, '\xff')};
  std::size_t calls = 0;
  Loads loads;
  CachedAnswerer answerer(identity, loads.loader(), store.get());
  for (const std::string& bytes : bad) {
    const std::string question = "How deep is the sea" + std::to_string(calls);
    const std::pair<Digest, std::string> value{answer_key(identity, question, kPassages), bytes};
    ASSERT_TRUE(store->put(std::span(&value, 1)).ok());
    EXPECT_EQ(answerer.answer(question, kPassages, RunOptions{})->text, "The sea is deep.");
    EXPECT_EQ(answerer.calls(), ++calls);
  }
}

TEST(CachedAnswerer, WithoutACacheEachCallAsks) {
  Loads loads;
  CachedAnswerer answerer(FakeAnswerer().identity(), loads.loader(), nullptr);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(answerer.answer("sea", kPassages, RunOptions{}).ok());
  EXPECT_EQ(answerer.calls(), 2U);
  EXPECT_EQ(loads.count, 1);
}

}  // namespace
}  // namespace ragsieve
