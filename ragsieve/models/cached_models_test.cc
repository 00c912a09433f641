#include "ragsieve/models/cached_models.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "ragsieve/models/fake/fake_models.h"

namespace ragsieve {
namespace {

std::unique_ptr<ValueCache> cache() {
  std::string pattern = (std::filesystem::temp_directory_path() / "ragsieve-cache-XXXXXX").string();
  const std::string folder = mkdtemp(pattern.data());
  return ValueCache::open(CacheOptions{folder + "/c.sqlite"}, nullptr).value();
}

// Hands out one fake and counts how often it was loaded.
struct Loads {
  FakeEncoder* encoder = nullptr;
  FakeCausalLm* lm = nullptr;
  int count = 0;
  Loader<Encoder> encoders() {
    return [this]() -> Result<std::unique_ptr<Encoder>> {
      ++count;
      auto made = std::make_unique<FakeEncoder>();
      encoder = made.get();
      return std::unique_ptr<Encoder>(std::move(made));
    };
  }
  Loader<CausalLm> lms() {
    return [this]() -> Result<std::unique_ptr<CausalLm>> {
      ++count;
      auto made = std::make_unique<FakeCausalLm>();
      lm = made.get();
      return std::unique_ptr<CausalLm>(std::move(made));
    };
  }
};

TEST(CachedEncoder, KnownTextsLoadNoModel) {
  const auto store = cache();
  const std::array<std::string_view, 3> texts{"a b", "c", "a b"};
  Loads first;
  CachedEncoder cold(FakeEncoder().identity(), first.encoders(), store.get());
  const Matrix once = cold.encode(texts, TextKind::kPassage, RunOptions{}).value();
  EXPECT_EQ(first.encoder->n_encoded(), 2U);  // equal texts once
  Loads second;
  CachedEncoder warm(FakeEncoder().identity(), second.encoders(), store.get());
  EXPECT_EQ(warm.encode(texts, TextKind::kPassage, RunOptions{})->values, once.values);
  EXPECT_EQ(second.count, 0);
}

TEST(CachedEncoder, SameBytesColdHalfFilledAndWithoutCache) {
  const auto store = cache();
  const std::array<std::string_view, 4> texts{"one", "two three", "four", ""};
  Loads loads;
  CachedEncoder half(FakeEncoder().identity(), loads.encoders(), store.get());
  ASSERT_TRUE(half.encode(std::span(texts).subspan(1, 2), TextKind::kPassage, RunOptions{}).ok());
  const Matrix mixed = half.encode(texts, TextKind::kPassage, RunOptions{}).value();
  EXPECT_EQ(loads.encoder->n_encoded(), 4U);
  Loads plain;
  CachedEncoder none(FakeEncoder().identity(), plain.encoders(), nullptr);
  EXPECT_EQ(none.encode(texts, TextKind::kPassage, RunOptions{})->values, mixed.values);
}

TEST(CachedEncoder, CancelKeepsWhatWasDone) {
  const auto store = cache();
  std::vector<std::string> owned;
  for (int i = 0; i < 200; ++i) owned.push_back("text " + std::to_string(i));
  const std::vector<std::string_view> texts(owned.begin(), owned.end());
  Loads loads;
  CachedEncoder encoder(FakeEncoder().identity(), loads.encoders(), store.get());
  RunOptions run;
  run.progress = [&](const ProgressEvent& event) {
    if (event.done == 100) run.cancel.request();
  };
  EXPECT_EQ(encoder.encode(texts, TextKind::kPassage, run).error().code, Code::kCancelled);
  Loads again;
  CachedEncoder rest(FakeEncoder().identity(), again.encoders(), store.get());
  ASSERT_TRUE(rest.encode(texts, TextKind::kPassage, RunOptions{}).ok());
  EXPECT_EQ(again.encoder->n_encoded(), 200U - 64U);
}

TEST(CachedEncoder, FailingLoadIsTheCallersError) {
  CachedEncoder encoder(
      FakeEncoder().identity(),
      []() -> Result<std::unique_ptr<Encoder>> { return make_error(Code::kUnavailable, "gone"); },
      nullptr);
  const std::array<std::string_view, 1> texts{"a"};
  EXPECT_EQ(encoder.encode(texts, TextKind::kPassage, RunOptions{}).error().code,
            Code::kUnavailable);
}

TEST(CachedCausalLm, ProfilesSurvive) {
  const auto store = cache();
  Loads first;
  CachedCausalLm cold(FakeCausalLm().identity(), first.lms(), store.get());
  const NllProfile once = cold.nll("the cat zxqw", RunOptions{}).value();
  ASSERT_TRUE(cold.nll("", RunOptions{}).ok());
  Loads second;
  CachedCausalLm warm(FakeCausalLm().identity(), second.lms(), store.get());
  const NllProfile again = warm.nll("the cat zxqw", RunOptions{}).value();
  EXPECT_EQ(again.nats, once.nats);
  EXPECT_EQ(again.ends, once.ends);
  EXPECT_TRUE(warm.nll("", RunOptions{})->nats.empty());
  EXPECT_EQ(second.count, 0);
}

}  // namespace
}  // namespace ragsieve
