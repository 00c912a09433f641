#include "ragsieve/text/piece_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace ragsieve {
namespace {

TEST(PieceTable, EmptyFindsNothing) {
  const PieceTable table;
  EXPECT_FALSE(table.find("a"));
  EXPECT_FALSE(table.find(""));
  EXPECT_EQ(table.longest_bytes(), 0U);
}

TEST(PieceTable, RefusesARepeat) {
  PieceTable table;
  EXPECT_TRUE(table.insert("ab", 7));
  EXPECT_FALSE(table.insert("ab", 8));
  EXPECT_EQ(table.find("ab"), 7);
  EXPECT_FALSE(table.find("a"));
  EXPECT_EQ(table.longest_bytes(), 2U);
}

TEST(PieceTable, HashGrowsByteByByte) {
  PieceTable table;
  ASSERT_TRUE(table.insert("xy", 1));
  const std::uint64_t hash =
      PieceTable::extend(PieceTable::extend(PieceTable::kEmptyHash, 'x'), 'y');
  EXPECT_EQ(table.find("xy", hash), 1);
}

TEST(PieceTable, AgreesWithAMapWhileItGrows) {
  std::mt19937 random(5);
  PieceTable table;
  std::map<std::string, std::int32_t> expected;
  for (std::int32_t id = 0; id < 5000; ++id) {
    std::string piece;
    for (std::size_t n = 1 + random() % 4; n > 0; --n) piece += static_cast<char>(random() % 9);
    EXPECT_EQ(table.insert(piece, id), expected.emplace(piece, id).second);
  }
  for (const auto& [piece, id] : expected) {
    EXPECT_EQ(table.find(piece), id);
    EXPECT_FALSE(table.find(piece + "\x7F"));
  }
}

}  // namespace
}  // namespace ragsieve
