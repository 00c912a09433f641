// The checksum sees every single-bit change, length and what came before.
#include "ragsieve/cache/checksum.h"

#include <gtest/gtest.h>

#include <string>

namespace ragsieve {
namespace {

TEST(Checksum, SeesEveryBit) {
  for (const std::size_t length : {1U, 7U, 8U, 9U, 33U}) {
    std::string bytes(length, 'a');
    const std::uint64_t sum = checksum(bytes, 1);
    for (std::size_t bit = 0; bit < length * 8; ++bit) {
      const auto mask = static_cast<char>(1U << (bit % 8));
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
      EXPECT_NE(checksum(bytes, 1), sum) << length << " " << bit;
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ mask);
    }
    EXPECT_EQ(checksum(bytes, 1), sum);
  }
}

TEST(Checksum, SeesLengthAndState) {
  EXPECT_NE(checksum("", 0), checksum(std::string(1, '\0'), 0));
  EXPECT_NE(checksum(std::string(8, '\0'), 0), checksum(std::string(9, '\0'), 0));
  EXPECT_NE(checksum("a", 1), checksum("a", 2));
}

}  // namespace
}  // namespace ragsieve
