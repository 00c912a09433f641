#include "ragsieve/index/vector_segment.h"

#include <gtest/gtest.h>

#include <cstring>

#include "ragsieve/base/limits.h"
#include "ragsieve/index/random_rows.h"

namespace ragsieve {
namespace {

std::string segment_of(const Matrix& rows) {
  return vector_header(rows.n_rows, rows.dim) +
         std::string(reinterpret_cast<const char*>(rows.values.data()),
                     rows.values.size() * sizeof(float));
}

TEST(VectorSegment, HeaderIsThatOfNpy) {
  const std::string header = vector_header(3, 384);
  EXPECT_EQ(header.size(), 128U);
  EXPECT_EQ(header.substr(0, 10), std::string("\x93NUMPY\x01\x00\x76\x00", 10));
  EXPECT_EQ(header.substr(10, 60), "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 384), ");
  EXPECT_EQ(header.back(), '\n');
  EXPECT_EQ(vector_header(limits::kCorpusRecords, limits::kDimension).size(), 128U);
}

TEST(VectorSegment, RowsAreSeenWhereTheyLie) {
  const Matrix rows = random_rows(7, 3, 1);
  const std::string bytes = segment_of(rows);
  const MatrixView view = view_vectors(bytes, 7, 3, "p").value();
  EXPECT_EQ(view.data, bytes.data() + 128);
  EXPECT_EQ(std::memcmp(view.data, rows.values.data(), 7 * 3 * sizeof(float)), 0);
}

TEST(VectorSegment, AnotherSizeOrHeaderIsCorrupt) {
  std::string bytes = segment_of(random_rows(7, 3, 1));
  const Error wider = view_vectors(bytes, 7, 4, "p").error();
  EXPECT_EQ(wider.code, Code::kCorrupt);
  EXPECT_EQ(wider.message,
            "has 212 bytes, expected 240 for 7 rows of width 4; build the index again");
  EXPECT_EQ(view_vectors(bytes, 3, 7, "p").error().message,
            "does not start as a .npy file of 3 float32 rows of width 7; build the index again");
  bytes.pop_back();
  EXPECT_EQ(view_vectors(bytes, 7, 3, "p").error().code, Code::kCorrupt);
  EXPECT_EQ(view_vectors("", 0, 3, "p").error().code, Code::kCorrupt);
}

}  // namespace
}  // namespace ragsieve
