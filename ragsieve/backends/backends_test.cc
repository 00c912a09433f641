#include "ragsieve/backends/backends.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace ragsieve {
namespace {

Config config_in_new_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "ragsieve-back-XXXXXX").string();
  const std::string folder = mkdtemp(pattern.data());
  Config config;
  config.models.dir = folder + "/models";
  config.cache.path = folder + "/cache.sqlite";
  return config;
}

TEST(Backends, MissingModelNamesTheCommandThatBringsIt) {
  const auto backends = Backends::open(config_in_new_folder(), 1, nullptr).value();
  Backends::Roles roles;
  roles.causal_lm = true;
  const Error error = backends->models(roles).error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_NE(error.message.find("scripts/models.sh"), std::string::npos);
}

TEST(Backends, AnswererOfTheDefaultNeedsTheEncoder) {
  const auto backends = Backends::open(config_in_new_folder(), 1, nullptr).value();
  Backends::Roles roles;
  roles.answerer = true;
  const Error error = backends->models(roles).error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_NE(error.message.find("all-minilm-l6-v2-f32"), std::string::npos);
}

TEST(Backends, WhatIsNotAskedForStaysNull) {
  const auto backends = Backends::open(config_in_new_folder(), 1, nullptr).value();
  const ModelsInUse models = backends->models(Backends::Roles{}).value();
  EXPECT_EQ(models.encoder, nullptr);
  EXPECT_EQ(models.answerer, nullptr);
  EXPECT_NE(models.cache, nullptr);
}

TEST(Backends, CacheThatCannotBeOpenedIsAWarning) {
  Config config = config_in_new_folder();
  config.cache.path = "/proc/no/such/cache.sqlite";
  std::string said;
  const auto backends =
      Backends::open(config, 1, [&](LogLevel, std::string_view line) { said = line; }).value();
  EXPECT_EQ(backends->models(Backends::Roles{})->cache, nullptr);
  EXPECT_NE(said.find("no cache"), std::string::npos);
  config.cache.enabled = false;
  EXPECT_TRUE(Backends::open(config, 1, nullptr).ok());
}

}  // namespace
}  // namespace ragsieve
