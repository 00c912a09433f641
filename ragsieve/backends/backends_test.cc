#include "ragsieve/backends/backends.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "ragsieve/models/model_spec.h"

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

TEST(Backends, EncoderEngineIsPartOfTheModelsName) {
  Config config = config_in_new_folder();
  ModelSpec spec;
  spec.name = config.models.encoder;
  spec.role = kRoleEncoder;
  spec.file = "made.gguf";
  spec.weights = "f32";
  spec.vocab_file = "vocab.txt";
  spec.max_tokens = 512;
  spec.dim = 384;
  std::filesystem::create_directories(config.models.dir);
  ASSERT_TRUE(write_manifest_entry(config.models.dir, spec).ok());
  Backends::Roles roles;
  roles.encoder = true;
  const auto name_under = [&](const std::string& engine) {
    config.models.encoder_engine = engine;
    const auto backends = Backends::open(config, 1, nullptr).value();
    return backends->models(roles).value().encoder->identity().name;
  };
  EXPECT_EQ(name_under("llama"), "all-minilm-l6-v2-f32");
  if (engine_name() == "none") GTEST_SKIP() << "skipped: a build without models";
  EXPECT_EQ(name_under("onednn"), "all-minilm-l6-v2-f32-onednn");
  EXPECT_EQ(name_under("onednn-bf16"), "all-minilm-l6-v2-bf16-onednn");
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
