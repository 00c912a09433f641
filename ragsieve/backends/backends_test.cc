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

TEST(Backends, GeneratorIsTheOneThatIsConfigured) {
  Config config = config_in_new_folder();
  Backends::Roles roles;
  roles.answerer = true;
  config.generator.kind = "llama";
  const auto without = Backends::open(config, 1, nullptr).value();
  EXPECT_NE(without->models(roles).error().message.find(config.models.causal_lm),
            std::string::npos);
  config.generator.endpoint.model = "my-chat-model";
  const auto named = Backends::open(config, 1, nullptr).value();
  EXPECT_NE(named->models(roles).error().message.find("my-chat-model"), std::string::npos);
  config.generator.kind = "openai";
  config.generator.endpoint.url = "http://127.0.0.1:1/v1";
  const auto remote = Backends::open(config, 1, nullptr).value();
  EXPECT_EQ(remote->models(roles)->answerer->identity().kind, "openai");
}

TEST(Backends, EncoderMayBeAnEndpoint) {
  Config config = config_in_new_folder();
  config.encoder.kind = "openai";
  config.encoder.endpoint.url = "http://127.0.0.1:1/v1";
  config.encoder.endpoint.model = "m";
  config.encoder.dim = 4;
  const auto backends = Backends::open(config, 1, nullptr).value();
  Backends::Roles roles;
  roles.encoder = roles.answerer = true;
  const ModelsInUse models = backends->models(roles).value();
  EXPECT_EQ(models.encoder->identity().name, "m");
  EXPECT_EQ(models.answerer->identity().name, "extractive/m");
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
