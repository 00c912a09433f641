#include "ragsieve/backends/endpoints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "ragsieve/base/file.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

Config::Generator generator() {
  Config::Generator config;
  config.kind = "openai";
  config.endpoint.url = "http://127.0.0.1:1/v1";
  config.endpoint.model = "m";
  return config;
}

std::string file_with(std::string_view bytes) {
  std::string pattern = (std::filesystem::temp_directory_path() / "ragsieve-key-XXXXXX").string();
  const std::string folder = mkdtemp(pattern.data());
  EXPECT_TRUE(write_file(folder + "/key", bytes).ok());
  return folder + "/key";
}

TEST(Endpoints, IdentityTellsTheSettings) {
  const auto answerer = endpoint_answerer(generator()).value();
  EXPECT_EQ(answerer->identity().name, "m");
  EXPECT_EQ(answerer->identity().engine, "http://127.0.0.1:1/v1");
  EXPECT_EQ(answerer->identity().max_tokens, 128U);
}

TEST(Endpoints, KeyIsReadFromItsFile) {
  Config::Generator config = generator();
  config.endpoint.api_key_file = file_with("s3cret\n");
  EXPECT_TRUE(endpoint_answerer(config).ok());
  config.endpoint.api_key_file = file_with("\n");
  EXPECT_THAT(endpoint_answerer(config).error().message, HasSubstr("is empty"));
  config.endpoint.api_key_file = file_with("s3cret\nmore\n");
  const Error lines = endpoint_answerer(config).error();
  EXPECT_EQ(lines.where.field, "generator.api_key");
  EXPECT_THAT(to_string(lines), Not(HasSubstr("s3cret")));
  config.endpoint.api_key_file = file_with(std::string(5000, 'k'));
  EXPECT_EQ(endpoint_answerer(config).error().code, Code::kTooLarge);
  config.endpoint.api_key_file += ".absent";
  EXPECT_EQ(endpoint_answerer(config).error().code, Code::kNotFound);
  config.endpoint.api_key = "from the environment";
  EXPECT_TRUE(endpoint_answerer(config).ok());
}

TEST(Endpoints, EncoderNeedsItsLength) {
  Config::Encoder config;
  config.endpoint = generator().endpoint;
  EXPECT_EQ(endpoint_encoder(config).error().where.field, "encoder.dim");
  config.dim = 8;
  EXPECT_EQ(endpoint_encoder(config).value()->identity().dim, 8U);
}

}  // namespace
}  // namespace ragsieve
