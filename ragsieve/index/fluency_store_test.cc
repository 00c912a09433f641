#include "ragsieve/index/fluency_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <string>

#include "ragsieve/index/index_store.h"
#include "ragsieve/stats/stored_form.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

constexpr std::size_t kMostBytes = std::size_t{1} << 24;

void count(NgramCounts& counts) {
  for (int i = 0; i < 300; ++i) {
    counts.add(ngram_words("the word" + std::to_string(i % 70) + " of the city number " +
                           std::to_string(i)));
  }
}

std::string sample() {
  NgramCounts counts(1000, kMostBytes);
  count(counts);
  return stored_ngram_counts(counts);
}

void expect_same(const HashCounts& a, const HashCounts& b) {
  ASSERT_EQ(a.shape().n_counters, b.shape().n_counters);
  EXPECT_EQ(a.n_added(), b.n_added());
  EXPECT_EQ(a.n_distinct(), b.n_distinct());
  for (std::size_t at = 0; at < a.shape().n_counters; ++at) {
    ASSERT_EQ(a.counter(at), b.counter(at)) << at;
  }
}

Error error_of(const std::string& bytes, std::size_t max_bytes = kMostBytes) {
  const auto read = parse_ngram_counts(bytes, max_bytes, "f.bin");
  EXPECT_FALSE(read.ok());
  return read.ok() ? Error{} : read.error();
}

// A head of words and of pairs without counters.
std::string heads(std::uint64_t n_words, std::uint64_t n_pairs, std::uint64_t above_zero = 0,
                  std::string_view more = "") {
  StoredWriter writer("RSNGRAM1");
  for (const std::uint64_t n_counters : {n_words, n_pairs}) {
    writer.number(n_counters);
    writer.number(std::uint64_t{0});
    writer.number(n_counters == n_words ? above_zero : std::uint64_t{0});
  }
  for (const char byte : more) writer.number(static_cast<std::uint8_t>(byte));
  return std::move(writer).finish();
}

TEST(FluencyStore, CountsComeBackAsTheyWere) {
  NgramCounts counts(1000, kMostBytes);
  count(counts);
  const std::string bytes = stored_ngram_counts(counts);
  const auto read = parse_ngram_counts(bytes, kMostBytes, "f.bin").value();
  expect_same(read->words(), counts.words());
  expect_same(read->pairs(), counts.pairs());
  EXPECT_EQ(stored_ngram_counts(*read), bytes);
  EXPECT_EQ(read->words().count(ngram_words("city")[0].hash), 300U);
}

TEST(FluencyStore, StoresWhatIsThereAndNotTheTables) {
  EXPECT_LT(sample().size(), 20000U);
  const NgramCounts empty(0, kMostBytes);
  EXPECT_EQ(stored_ngram_counts(empty).size(), 8U + 6 * 8 + 8);
  EXPECT_TRUE(parse_ngram_counts(stored_ngram_counts(empty), kMostBytes, "f.bin").ok());
}

TEST(FluencyStore, LargestCountAndGapFit) {
  NgramCounts counts({1U << 20, 0}, {2, 0});
  counts.words().set_counter((1U << 20) - 1, 1U << 31);
  const auto read = parse_ngram_counts(stored_ngram_counts(counts), kMostBytes, "f.bin").value();
  expect_same(read->words(), counts.words());
}

TEST(FluencyStore, AnyDamageIsNoticed) {
  const std::string bytes = sample();
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{9}, bytes.size() / 2, bytes.size() - 1}) {
    std::string damaged = bytes;
    damaged[at] ^= 1;
    EXPECT_EQ(error_of(damaged).code, Code::kCorrupt) << at;
  }
  EXPECT_EQ(error_of(bytes.substr(0, bytes.size() / 2)).code, Code::kCorrupt);
  EXPECT_EQ(error_of("").code, Code::kCorrupt);
  std::string newer = bytes;
  newer[7] = '2';
  EXPECT_THAT(to_string(error_of(newer)), HasSubstr("f.bin: does not start with \"RSNGRAM1\""));
}

TEST(FluencyStore, HeadsThatCannotBeAreRefused) {
  EXPECT_TRUE(parse_ngram_counts(heads(2, 4), kMostBytes, "f.bin").ok());
  EXPECT_THAT(error_of(heads(0, 4)).message, HasSubstr("cannot be"));
  EXPECT_THAT(error_of(heads(2, 3)).message, HasSubstr("cannot be"));
  EXPECT_THAT(error_of(heads(2, 4, 3)).message, HasSubstr("cannot be"));
}

TEST(FluencyStore, CountersMustBeThoseOfTheHead) {
  EXPECT_TRUE(parse_ngram_counts(heads(2, 4, 1, {"\x01\x05", 2}), kMostBytes, "f.bin").ok());
  for (const std::string_view more : {std::string_view("\x02\x05", 2),      // beyond the table
                                      std::string_view("\x01\x00", 2),      // a count of 0
                                      std::string_view("\x01", 1),          // cut off
                                      std::string_view("\x01\x05\x00", 3),  // more bytes
                                      std::string_view("\x01\xFF\xFF\xFF\xFF\x7F", 6)}) {
    EXPECT_EQ(error_of(heads(2, 4, 1, more)).code, Code::kCorrupt);
  }
}

TEST(FluencyStore, MemoryIsBoundedBeforeItIsTaken) {
  EXPECT_EQ(error_of(heads(2, std::uint64_t{1} << 40)).code, Code::kTooLarge);
  EXPECT_EQ(error_of(heads(std::uint64_t{1} << 63, 2)).code, Code::kTooLarge);
  EXPECT_TRUE(parse_ngram_counts(heads(2, 4), 24, "f.bin").ok());
  EXPECT_EQ(error_of(heads(2, 4), 23).code, Code::kTooLarge);
}

TEST(FluencyStore, IsASegmentOfTheIndex) {
  const std::string folder = testing::TempDir() + "ragsieve-fluency-store";
  std::filesystem::remove_all(folder);
  const std::array<float, 2> row{1, 0};
  const std::array<std::string, 1> ids{"a"};
  const std::array<Digest, 1> digests{};
  IndexContent content{{}, "c.jsonl", {row.data(), 1, 2, Scalar::kFloat32, {}}, ids, digests};
  ASSERT_TRUE(write_index(folder, content, RunOptions{}).ok());
  EXPECT_EQ(load_ngram_counts(folder, open_index(folder)->manifest(), kMostBytes).value(), nullptr);

  NgramCounts counts(1000, kMostBytes);
  count(counts);
  content.language = &counts;
  ASSERT_TRUE(write_index(folder, content, RunOptions{}).ok());
  const IndexStore store = open_index(folder, IndexCheck::kDigests).value();
  const auto read = load_ngram_counts(folder, store.manifest(), kMostBytes).value();
  expect_same(read->pairs(), counts.pairs());
  const std::string file = store.manifest().segment("fluency")->file;
  std::filesystem::resize_file(folder + "/" + file, 40);
  EXPECT_THAT(to_string(open_index(folder).error()), HasSubstr(file));
  content.language = nullptr;
  ASSERT_TRUE(write_index(folder, content, RunOptions{}).ok());
  EXPECT_FALSE(std::filesystem::exists(folder + "/" + file));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace ragsieve
