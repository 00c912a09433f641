#include "ragsieve/models/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>

namespace ragsieve {
namespace {

std::string file_of(const std::string& header, std::size_t data_bytes) {
  const std::uint64_t length = header.size();
  std::string file(8, '\0');
  std::memcpy(file.data(), &length, 8);
  return file + header + std::string(data_bytes, '\1');
}

Error error_of(const std::string& file) { return read_safetensors(file, "m").error(); }

TEST(Safetensors, ReadsNamesShapesAndBytes) {
  const std::string file = file_of(
      R"({"__metadata__":{"a":"b"},"w":{"dtype":"F32","shape":[2,1],"data_offsets":[4,12]}})", 12);
  const auto tensors = read_safetensors(file, "m").value();
  ASSERT_EQ(tensors.size(), 1U);
  EXPECT_EQ(tensors[0].name, "w");
  EXPECT_EQ(tensors[0].shape, (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(tensors[0].bytes.size(), 8U);
}

TEST(Safetensors, RefusesWhatDoesNotFit) {
  EXPECT_NE(error_of("short").message.find("too short"), std::string::npos);
  EXPECT_EQ(error_of(file_of("{", 0)).where.field, "header");
  EXPECT_EQ(error_of(file_of("[]", 0)).where.field, "header");
  const std::string huge_length = std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F", 8) + "{}";
  EXPECT_EQ(error_of(huge_length).where.field, "header");
  const char* outside = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  EXPECT_EQ(error_of(file_of(outside, 3)).where.field, "w");
  const char* backwards = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})";
  EXPECT_EQ(error_of(file_of(backwards, 8)).where.field, "w");
  const char* wrong_size = R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})";
  EXPECT_NE(error_of(file_of(wrong_size, 8)).message.find("does not fit"), std::string::npos);
  const char* overflow =
      R"({"w":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,0]}})";
  EXPECT_NE(error_of(file_of(overflow, 0)).message.find("does not fit"), std::string::npos);
  const char* unknown = R"({"w":{"dtype":"X9","shape":[1],"data_offsets":[0,4]}})";
  EXPECT_FALSE(read_safetensors(file_of(unknown, 4), "m").ok());
  const char* negative = R"({"w":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})";
  EXPECT_FALSE(read_safetensors(file_of(negative, 4), "m").ok());
}

TEST(Safetensors, RefusesANameTwice) {
  const char* twice =
      R"({"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
  EXPECT_NE(error_of(file_of(twice, 1)).message.find("twice"), std::string::npos);
}

}  // namespace
}  // namespace ragsieve
