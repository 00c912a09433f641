#include "ragsieve/connect/npy/npy_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "ragsieve/connect/npy/npy_header.h"
#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

constexpr std::array<float, 2> kRow{1, 2};

TEST(NpyWriter, FileIsThereOnlyAfterCommit) {
  const TestFolder folder;
  const std::string path = folder.path("e.npy");
  Result<NpyWriter> writer = NpyWriter::create(path, 2, 2);
  ASSERT_TRUE(writer.ok());
  ASSERT_TRUE(writer->append(kRow).ok());
  EXPECT_EQ(writer->commit().error().code, Code::kInvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(path));
  ASSERT_TRUE(writer->append(kRow).ok());
  ASSERT_TRUE(writer->commit().ok());
  const std::string bytes = read_file(path, 1000).value();
  EXPECT_EQ(bytes.size(), 128U + 16U);
  EXPECT_EQ(parse_npy_header(bytes)->n_rows, 2U);
}

TEST(NpyWriter, WrongRowsAreRefused) {
  const TestFolder folder;
  Result<NpyWriter> writer = NpyWriter::create(folder.path("e.npy"), 1, 2);
  EXPECT_THAT(writer->append(std::array<float, 3>{}).error().message,
              HasSubstr("a row of 3 values, expected 2"));
  ASSERT_TRUE(writer->append(kRow).ok());
  EXPECT_THAT(writer->append(kRow).error().message, HasSubstr("more than its 1 rows"));
}

TEST(NpyWriter, WrongSizesAreRefused) {
  const TestFolder folder;
  EXPECT_EQ(NpyWriter::create(folder.path("e"), 0, 2).error().code, Code::kInvalidArgument);
  EXPECT_EQ(NpyWriter::create(folder.path("e"), 2, 0).error().code, Code::kInvalidArgument);
  EXPECT_EQ(NpyWriter::create(folder.path("e"), 2, 65537).error().code, Code::kInvalidArgument);
  EXPECT_EQ(NpyWriter::create(folder.path("no/e"), 2, 2).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace ragsieve
