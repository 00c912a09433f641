// The table itself, and the mechanism for secrets.
#include "ragsieve/config/keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ragsieve {
namespace {

using json::Value;
using testing::HasSubstr;

ConfigKey secret_key(std::string_view name, bool flagged) {
  return {
      "models", name, TextField([](Config& config) -> std::string& {
            return config.models.dir; }),
      0,        0,    {},
      flagged};
}

TEST(ConfigKeys, NamesAreUniqueAndSectionsTogether) {
  std::set<std::string> names;
  std::set<std::string_view> sections;
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    EXPECT_TRUE(names.insert(full_name(key)).second) << full_name(key);
    if (key.section != section) {
      EXPECT_TRUE(sections.insert(key.section).second) << key.section;
      section = key.section;
    }
    EXPECT_EQ(find_config_key(key.section, key.key), &key);
  }
  EXPECT_EQ(find_config_key("run", "absent"), nullptr);
}

TEST(ConfigKeys, DefaultsAreInRange) {
  Config config;
  config.models.dir = config.cache.path = config.state.dir = "/x";
  for (const ConfigKey& key : config_keys()) {
    std::string text = print_value(key, config);
    if (text.starts_with('"')) text = text.substr(1, text.size() - 2);
    EXPECT_TRUE(set_value(key, value_from_text(key, text), config).ok()) << full_name(key);
  }
}

TEST(ConfigKeys, FieldsAreDistinct) {
  // A row that was copied and not changed would print the other row's value.
  for (const ConfigKey& key : config_keys()) {
    Config config;
    const std::string before = print_value(key, config);
    for (const ConfigKey& other : config_keys()) {
      if (&other == &key) continue;
      const bool text = std::holds_alternative<TextField>(other.field);
      const Value value = !other.choices.empty() ? Value(other.choices.back())
                          : text                 ? Value("changed")
                          : std::holds_alternative<BooleanField>(other.field)
                              ? Value(false)
                              : Value(static_cast<std::int64_t>(other.most));
      (void)set_value(other, value, config);
    }
    EXPECT_EQ(print_value(key, config), before) << full_name(key);
  }
}

TEST(ConfigKeys, NamesOfSecretsAreKnown) {
  EXPECT_TRUE(is_secret(secret_key("api_key", false)));
  EXPECT_TRUE(is_secret(secret_key("bearer_token", false)));
  EXPECT_TRUE(is_secret(secret_key("db_password", false)));
  EXPECT_TRUE(is_secret(secret_key("plain", true)));
  EXPECT_FALSE(is_secret(secret_key("api_key_file", false)));
  EXPECT_FALSE(is_secret(secret_key("token_encoder", false)));
  EXPECT_FALSE(is_secret(*find_config_key("server", "tls_key")));  // a path
}

TEST(ConfigKeys, SecretsAreMaskedWhereTheyAreSet) {
  Config config;
  const ConfigKey key = secret_key("api_key", false);
  EXPECT_EQ(print_value(key, config), "\"\"");
  ASSERT_TRUE(set_value(key, "hunter2", config).ok());
  EXPECT_EQ(config.models.dir, "hunter2");
  EXPECT_EQ(print_value(key, config), "\"********\"");
}

TEST(ConfigKeys, KeysOfEndpointsAreSecrets) {
  Config config;
  for (const std::string_view section : {"encoder", "generator"}) {
    const ConfigKey* key = find_config_key(section, "api_key");
    ASSERT_NE(key, nullptr) << section;
    EXPECT_TRUE(is_secret(*key)) << section;
    EXPECT_FALSE(is_secret(*find_config_key(section, "api_key_file"))) << section;
    ASSERT_TRUE(set_value(*key, "hunter2", config).ok());
    EXPECT_EQ(print_value(*key, config), "\"********\"");
  }
  EXPECT_THAT(effective_config(config), testing::Not(HasSubstr("hunter2")));
}

TEST(ConfigKeys, OnlyOptionalTextsMayBeEmpty) {
  Config config;
  EXPECT_TRUE(set_value(*find_config_key("generator", "url"), "", config).ok());
  EXPECT_FALSE(set_value(*find_config_key("generator", "url"), "a\nb", config).ok());
  EXPECT_FALSE(set_value(*find_config_key("models", "encoder"), "", config).ok());
}

TEST(ConfigKeys, EncoderEngineIsOneOfThree) {
  Config config;
  const ConfigKey& key = *find_config_key("models", "encoder_engine");
  EXPECT_EQ(print_value(key, config), "\"llama\"");
  ASSERT_TRUE(set_value(key, "onednn-bf16", config).ok());
  EXPECT_EQ(config.models.encoder_engine, "onednn-bf16");
  const Status set = set_value(key, "onnx", config);
  ASSERT_FALSE(set.ok());
  EXPECT_THAT(set.error().message, HasSubstr("\"llama\", \"onednn\", \"onednn-bf16\""));
}

TEST(ConfigKeys, ErrorsDoNotTellSecrets) {
  Config config;
  const Status set = set_value(secret_key("api_key", false), "hunter2\n", config);
  ASSERT_FALSE(set.ok());
  EXPECT_THAT(set.error().message, HasSubstr("not shown"));
  EXPECT_THAT(to_string(set.error()), testing::Not(HasSubstr("hunter2")));
}

TEST(ConfigKeys, TextOfAnotherTypeStaysText) {
  const ConfigKey& threads = *find_config_key("run", "threads");
  EXPECT_EQ(json::dump(value_from_text(threads, "7")), "7");
  for (const std::string_view text : {"", "7x", " 7", "1e3", "99999999999999999999"}) {
    EXPECT_NE(value_from_text(threads, text).string(), nullptr) << text;
  }
  EXPECT_EQ(json::dump(value_from_text(*find_config_key("audit", "tau_e"), "0.5")), "0.5");
  EXPECT_EQ(json::dump(value_from_text(*find_config_key("cache", "enabled"), "false")), "false");
  EXPECT_NE(value_from_text(*find_config_key("cache", "enabled"), "no").string(), nullptr);
  EXPECT_NE(value_from_text(*find_config_key("models", "dir"), "7").string(), nullptr);
}

}  // namespace
}  // namespace ragsieve
