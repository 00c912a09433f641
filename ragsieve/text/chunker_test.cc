#include "ragsieve/text/chunker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Chunker, AShortTextIsOneChunk) {
  EXPECT_THAT(chunks("short", {}), ElementsAre(ByteRange{0, 5}));
  EXPECT_THAT(chunks(std::string(500, 'a'), {}), ElementsAre(ByteRange{0, 500}));
  EXPECT_THAT(chunks("", {}), IsEmpty());
}

TEST(Chunker, NeighboursShareTheOverlap) {
  EXPECT_THAT(chunks(std::string(501, 'a'), {}),
              ElementsAre(ByteRange{0, 500}, ByteRange{450, 501}));
  EXPECT_THAT(chunks(std::string(950, 'a'), {}),
              ElementsAre(ByteRange{0, 500}, ByteRange{450, 950}));
  EXPECT_THAT(chunks(std::string(951, 'a'), {}),
              ElementsAre(ByteRange{0, 500}, ByteRange{450, 950}, ByteRange{900, 951}));
}

TEST(Chunker, LengthsCountCodePointsAndNeverSplitOne) {
  ChunkOptions options;
  options.size = 3;
  options.overlap = 1;
  EXPECT_THAT(chunks("äöüßé", options), ElementsAre(ByteRange{0, 6}, ByteRange{4, 10}));
}

TEST(Chunker, AgreesWithSlicingCharacterByCharacter) {
  for (std::size_t size = 1; size < 9; ++size) {
    for (std::size_t overlap = 0; overlap < size; ++overlap) {
      for (std::size_t length = 1; length < 40; ++length) {
        ChunkOptions options;
        options.size = size;
        options.overlap = overlap;
        std::vector<ByteRange> expected;
        for (std::size_t start = 0;; start += size - overlap) {
          expected.push_back({start, std::min(length, start + size)});
          if (start + size >= length) break;
        }
        EXPECT_EQ(chunks(std::string(length, 'x'), options), expected)
            << size << " " << overlap << " " << length;
      }
    }
  }
}

TEST(Chunker, RefusesAnOverlapThatLeavesNoStep) {
  ChunkOptions options;
  options.overlap = 500;
  const Status status = options.validate();
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, Code::kInvalidArgument);
  EXPECT_THAT(status.error().message, HasSubstr("less than the chunk size, 500"));
  options.size = 0;
  EXPECT_FALSE(options.validate().ok());
}

}  // namespace
}  // namespace ragsieve
