// The cache's promises: it keeps values, shares them, forgets the oldest and never fails its
// caller.
#include "ragsieve/cache/value_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "ragsieve/base/file.h"

namespace ragsieve {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using Values = std::vector<std::optional<std::string>>;
using Pairs = std::vector<std::pair<Digest, std::string>>;

class DayClock final : public Clock {
 public:
  [[nodiscard]] std::int64_t now_ms() const override { return day * 24 * 60 * 60 * 1000; }
  std::int64_t day = 20000;
};

// Spread over the key space, as digests are.
Digest key_of(std::uint32_t number) {
  Digest digest;
  std::uint32_t state = number * 2654435761U + 1;
  for (std::uint8_t& byte : digest.bytes) {
    state = state * 1664525U + 1013904223U;
    byte = static_cast<std::uint8_t>(state >> 24U);
  }
  return digest;
}

std::vector<Digest> keys_of(std::uint32_t first, std::uint32_t last) {
  std::vector<Digest> keys;
  for (std::uint32_t i = first; i < last; ++i) keys.push_back(key_of(i));
  return keys;
}

Pairs pairs_of(std::uint32_t first, std::uint32_t last, std::size_t n_bytes) {
  Pairs pairs;
  for (std::uint32_t i = first; i < last; ++i) {
    pairs.emplace_back(key_of(i), std::string(n_bytes, static_cast<char>('a' + i % 26)));
  }
  return pairs;
}

class ValueCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) /
              (std::string(test->test_suite_name()) + test->name() + std::to_string(::getpid()));
    fs::remove_all(folder_);
    options_.path = (folder_ / "cache.sqlite").string();
    options_.clock = &clock_;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::unique_ptr<ValueCache> open() {
    auto cache = ValueCache::open(
        options_, [this](LogLevel, std::string_view line) { lines_.emplace_back(line); });
    EXPECT_TRUE(cache.ok());
    return std::move(cache).value();
  }
  static Values get(ValueCache& cache, const std::vector<Digest>& keys) {
    auto values = cache.get(keys);
    EXPECT_TRUE(values.ok());
    return std::move(values).value();
  }
  // Overwrites the file from `start` on.
  void damage(std::size_t start) {
    const auto size = fs::file_size(options_.path);
    std::fstream file(options_.path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(start));
    file << std::string(size - start, '\x5a');
  }

  fs::path folder_;
  CacheOptions options_;
  DayClock clock_;
  std::vector<std::string> lines_;
};

TEST_F(ValueCacheTest, ReturnsWhatWasStored) {
  auto cache = open();
  const std::string odd("\0\xff\n", 3);
  ASSERT_TRUE(cache->put(Pairs{{key_of(1), odd}, {key_of(2), ""}}).ok());
  EXPECT_EQ(get(*cache, {key_of(2), key_of(3), key_of(1)}), (Values{"", std::nullopt, odd}));
  EXPECT_THAT(get(*cache, {}), IsEmpty());
}

TEST_F(ValueCacheTest, KeepsTheFirstValueOfAKey) {
  auto cache = open();
  ASSERT_TRUE(cache->put(Pairs{{key_of(1), "a"}, {key_of(1), "b"}}).ok());
  ASSERT_TRUE(cache->put(Pairs{{key_of(1), "c"}}).ok());
  EXPECT_EQ(get(*cache, {key_of(1)}), Values{"a"});
}

TEST_F(ValueCacheTest, OutlivesItsObject) {
  ASSERT_TRUE(open()->put(pairs_of(0, 100, 2000)).ok());
  EXPECT_EQ(get(*open(), {key_of(1)}), Values{std::string(2000, 'b')});
}

TEST_F(ValueCacheTest, TwoObjectsShareOneFile) {
  auto first = open();
  auto second = open();
  ASSERT_TRUE(first->put(pairs_of(0, 10, 100)).ok());
  ASSERT_TRUE(second->put(pairs_of(5, 20, 100)).ok());
  EXPECT_EQ(get(*second, {key_of(1)}), get(*first, {key_of(1)}));
  EXPECT_NE(get(*first, {key_of(19)})[0], std::nullopt);
}

TEST_F(ValueCacheTest, ThreadsAndObjectsWorkAtOnce) {
  auto first = open();
  auto second = open();
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 0; i < 4; ++i) {
      threads.emplace_back([&, i] {
        ValueCache& cache = i % 2 == 0 ? *first : *second;
        for (std::uint32_t round = 0; round < 10; ++round) {
          EXPECT_TRUE(cache.put(pairs_of(round * 20 + i, round * 20 + 20, 50)).ok());
          EXPECT_TRUE(cache.get(keys_of(0, 200)).ok());
        }
      });
    }
  }
  for (const auto& value : get(*first, keys_of(0, 200))) EXPECT_NE(value, std::nullopt);
  EXPECT_THAT(lines_, IsEmpty());
}

TEST_F(ValueCacheTest, OldestGoFirst) {
  options_.max_bytes = 10000;
  auto cache = open();
  ASSERT_TRUE(cache->put(pairs_of(0, 10, 1000)).ok());
  EXPECT_NE(get(*cache, {key_of(0)})[0], std::nullopt);  // just full
  ASSERT_TRUE(cache->put(pairs_of(10, 11, 1000)).ok());
  const Values values = get(*cache, keys_of(0, 11));
  EXPECT_EQ(values[0], std::nullopt);
  EXPECT_EQ(values[1], std::nullopt);
  for (std::size_t i = 2; i < 11; ++i) EXPECT_NE(values[i], std::nullopt) << i;
}

TEST_F(ValueCacheTest, UseOnALaterDayKeepsAValue) {
  options_.max_bytes = 10000;
  ASSERT_TRUE(open()->put(pairs_of(0, 10, 1000)).ok());
  ++clock_.day;
  EXPECT_NE(get(*open(), {key_of(0)})[0], std::nullopt);  // marked when the object goes
  auto cache = open();
  EXPECT_NE(get(*cache, {key_of(1)})[0], std::nullopt);  // marked with the next put
  ASSERT_TRUE(cache->put(pairs_of(10, 11, 1000)).ok());
  const Values values = get(*cache, keys_of(0, 11));
  EXPECT_NE(values[0], std::nullopt);
  EXPECT_NE(values[1], std::nullopt);
  EXPECT_EQ(values[2], std::nullopt);
  EXPECT_EQ(values[3], std::nullopt);
  EXPECT_NE(values[4], std::nullopt);
}

TEST_F(ValueCacheTest, ValueOverTheLimitIsNotStored) {
  options_.max_bytes = 1000;
  auto cache = open();
  ASSERT_TRUE(cache->put(pairs_of(0, 1, 600)).ok());
  ASSERT_TRUE(cache->put(pairs_of(1, 2, 1001)).ok());
  EXPECT_NE(get(*cache, {key_of(0)})[0], std::nullopt);
  EXPECT_EQ(get(*cache, {key_of(1)})[0], std::nullopt);
  EXPECT_THAT(lines_, IsEmpty());
}

TEST_F(ValueCacheTest, DamagedValueIsAMissUntilStoredAnew) {
  const std::string value(3000, 'q');
  ASSERT_TRUE(open()->put(Pairs{{key_of(1), value}, {key_of(2), "whole"}}).ok());
  auto bytes = read_file(options_.path, 1 << 24);
  ASSERT_TRUE(bytes.ok());
  const auto at = bytes->find("qqqq");
  ASSERT_NE(at, std::string::npos);
  (*bytes)[at + 100] = 'x';
  ASSERT_TRUE(write_file(options_.path, *bytes).ok());
  auto cache = open();
  EXPECT_EQ(get(*cache, {key_of(1), key_of(2)}), (Values{std::nullopt, "whole"}));
  ASSERT_TRUE(cache->put(Pairs{{key_of(1), value}}).ok());
  EXPECT_EQ(get(*cache, {key_of(1)}), Values{value});
}

TEST_F(ValueCacheTest, GarbageFileIsReplaced) {
  fs::create_directories(folder_);
  ASSERT_TRUE(write_file(options_.path, std::string(100000, 'g')).ok());
  auto cache = open();
  ASSERT_TRUE(cache->put(pairs_of(0, 1, 10)).ok());
  EXPECT_NE(get(*cache, {key_of(0)})[0], std::nullopt);
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("damaged")));
}

TEST_F(ValueCacheTest, DamageFoundByAReadIsAMissAndOneMessage) {
  ASSERT_TRUE(open()->put(pairs_of(0, 2000, 500)).ok());
  damage(4 * 8192);
  auto cache = open();
  EXPECT_THAT(get(*cache, keys_of(0, 2000)), AllOf(SizeIs(2000), Each(std::nullopt)));
  EXPECT_TRUE(cache->put(pairs_of(0, 10, 10)).ok());
  EXPECT_THAT(get(*cache, keys_of(0, 10)), Each(std::nullopt));
  EXPECT_THAT(lines_, ElementsAre(AllOf(HasSubstr("damaged"), HasSubstr("next run"))));
  EXPECT_TRUE(fs::exists(options_.path + ".corrupt"));
  cache.reset();
  cache = open();
  ASSERT_TRUE(cache->put(pairs_of(0, 10, 10)).ok());
  EXPECT_NE(get(*cache, {key_of(0)})[0], std::nullopt);
  EXPECT_THAT(lines_, SizeIs(1));
}

TEST_F(ValueCacheTest, DamageFoundByAWriteIsOneMessage) {
  ASSERT_TRUE(open()->put(pairs_of(0, 2000, 500)).ok());
  damage(4 * 8192);
  auto cache = open();
  EXPECT_TRUE(cache->put(pairs_of(2000, 2100, 500)).ok());
  EXPECT_TRUE(cache->put(pairs_of(2000, 2100, 500)).ok());
  EXPECT_THAT(lines_, SizeIs(1));
  EXPECT_THAT(get(*cache, keys_of(2000, 2100)), Each(std::nullopt));
}

TEST_F(ValueCacheTest, FileWithoutItsWalIsACacheAgain) {
  auto cache = open();
  ASSERT_TRUE(cache->put(pairs_of(0, 100, 1000)).ok());
  const std::string copy = options_.path + "2";
  fs::copy_file(options_.path, copy);  // what is left when the program and its WAL are lost
  options_.path = copy;
  auto second = open();
  ASSERT_TRUE(second->put(pairs_of(0, 1, 1000)).ok());
  EXPECT_NE(get(*second, {key_of(0)})[0], std::nullopt);
}

TEST_F(ValueCacheTest, FileWithItsWalKeepsWhatWasCommitted) {
  auto cache = open();
  ASSERT_TRUE(cache->put(pairs_of(0, 100, 1000)).ok());
  const std::string copy = options_.path + "2";
  fs::copy_file(options_.path, copy);
  fs::copy_file(options_.path + "-wal", copy + "-wal");
  options_.path = copy;
  EXPECT_NE(get(*open(), {key_of(99)})[0], std::nullopt);
}

TEST_F(ValueCacheTest, FullDiskIsOneMessageAndReadingGoesOn) {
  auto cache = open();
  ASSERT_TRUE(cache->put(pairs_of(0, 10, 1000)).ok());
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{200000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_TRUE(cache->put(pairs_of(10, 1000, 1000)).ok());
  EXPECT_TRUE(cache->put(pairs_of(10, 1000, 1000)).ok());
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(lines_, ElementsAre(HasSubstr("stores nothing more")));
  EXPECT_NE(get(*cache, {key_of(1)})[0], std::nullopt);
  EXPECT_EQ(get(*cache, {key_of(500)})[0], std::nullopt);
}

TEST_F(ValueCacheTest, UnmakeableFolderIsAnError) {
  fs::create_directories(folder_);
  ASSERT_TRUE(write_file(options_.path, "").ok());
  options_.path += "/cache.sqlite";
  const auto cache = ValueCache::open(options_, {});
  ASSERT_FALSE(cache.ok());
  EXPECT_EQ(cache.error().code, Code::kIo);
  EXPECT_EQ(cache.error().where.path, options_.path);
}

TEST_F(ValueCacheTest, EmptyPathIsAnError) {
  options_.path.clear();
  const auto cache = ValueCache::open(options_, {});
  ASSERT_FALSE(cache.ok());
  EXPECT_EQ(cache.error().where.field, "cache.path");
}

TEST_F(ValueCacheTest, ReadsAWholeCorpusOfKeys) {
  auto cache = open();
  ASSERT_TRUE(cache->put(pairs_of(0, 16000, 1536)).ok());
  cache = nullptr;
  cache = open();
  const auto start = std::chrono::steady_clock::now();
  const Values values = get(*cache, keys_of(0, 16000));
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  RecordProperty("seconds", std::to_string(elapsed.count()));
  for (const auto& value : values) ASSERT_NE(value, std::nullopt);
}

}  // namespace
}  // namespace ragsieve
