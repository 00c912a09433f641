#include "ragsieve/connect/gzip_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

Result<std::string> inflated(std::string_view bytes, std::size_t piece_bytes = 1 << 20) {
  const auto stream = gunzip_where_needed(bytes_of(bytes, piece_bytes), "a.gz");
  std::string all;
  for (;;) {
    RAGSIEVE_TRY(const std::string_view piece, stream->next());
    if (piece.empty()) return all;
    all += piece;
  }
}

// Text that deflate cannot make much smaller.
std::string noise(std::size_t n_bytes) {
  std::string bytes;
  std::uint32_t state = 7;
  while (bytes.size() < n_bytes) {
    state = state * 1664525U + 1013904223U;
    bytes += static_cast<char>(state >> 24U);
  }
  return bytes;
}

TEST(GzipStream, PlainBytesPassThrough) {
  for (const std::size_t piece_bytes : {1, 2, 3, 100}) {
    EXPECT_EQ(inflated("plain text", piece_bytes).value(), "plain text");
    EXPECT_EQ(inflated("", piece_bytes).value(), "");
  }
}

TEST(GzipStream, AnySizeOfPiecesGivesTheSame) {
  const std::string bytes = noise(300'000) + std::string(300'000, 'a');
  const std::string packed = gzip(bytes);
  for (const std::size_t piece_bytes : {1, 7, 4096, 1 << 20}) {
    EXPECT_EQ(inflated(packed, piece_bytes).value(), bytes);
  }
}

TEST(GzipStream, MembersFollowOneAnother) {
  const std::string packed = gzip("one") + gzip("") + gzip("two") + std::string(600, '\0');
  EXPECT_EQ(inflated(packed).value(), "onetwo");
  EXPECT_EQ(inflated(packed, 1).value(), "onetwo");
}

TEST(GzipStream, TruncatedAnywhereIsCorrupt) {
  const std::string packed = gzip("some text that is long enough to be cut");
  for (std::size_t size = 2; size < packed.size(); ++size) {
    const Result<std::string> cut = inflated(packed.substr(0, size), 5);
    ASSERT_FALSE(cut.ok()) << size;
    EXPECT_EQ(cut.error().code, Code::kCorrupt);
    EXPECT_EQ(cut.error().where.path, "a.gz");
    EXPECT_THAT(cut.error().message, HasSubstr("truncated"));
  }
}

TEST(GzipStream, DamageAndTrailingBytesAreCorrupt) {
  std::string damaged = gzip(noise(1000));
  damaged[damaged.size() - 6] ^= 1;  // the check sum
  EXPECT_EQ(inflated(damaged).error().code, Code::kCorrupt);
  EXPECT_THAT(inflated(damaged).error().message, HasSubstr("not valid gzip"));
  EXPECT_EQ(inflated(gzip("one") + "more").error().code, Code::kCorrupt);
  EXPECT_EQ(inflated("\x1f\x8b").error().code, Code::kCorrupt);
}

TEST(GzipStream, BombComesInSmallPieces) {
  const std::string packed = gzip(std::string(64 << 20, '\0'));
  EXPECT_LT(packed.size(), 1U << 20);
  const auto stream = gunzip_where_needed(bytes_of(packed, packed.size()), "a.gz");
  std::size_t total = 0;
  for (;;) {
    const Result<std::string_view> piece = stream->next();
    ASSERT_TRUE(piece.ok());
    if (piece->empty()) break;
    EXPECT_LE(piece->size(), 1U << 20);
    total += piece->size();
  }
  EXPECT_EQ(total, 64U << 20);
}

}  // namespace
}  // namespace ragsieve
