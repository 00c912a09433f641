// Defaults, file, environment and the errors of each.
#include "ragsieve/config/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/config/keys.h"
#include "ragsieve/config/toml.h"

namespace ragsieve {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

using Environment = std::vector<std::string>;

Error file_error(std::string_view text) {
  const auto config = parse_config(text, "c.toml", Environment{"HOME=/h"});
  if (config.ok()) return Error{Code::kInternal, "no error", {}};
  EXPECT_EQ(config.error().code, Code::kInvalidConfig);
  EXPECT_EQ(config.error().where.path, "c.toml");
  return config.error();
}

Error environment_error(const std::string& entry) {
  const auto config = load_config(std::nullopt, Environment{"HOME=/absent", entry});
  if (config.ok()) return Error{Code::kInternal, "no error", {}};
  EXPECT_EQ(config.error().code, Code::kInvalidConfig);
  return config.error();
}

TEST(Config, DefaultsFollowXdg) {
  const auto home = load_config(std::nullopt, Environment{"HOME=/absent"});
  ASSERT_TRUE(home.ok());
  EXPECT_EQ(home->models.dir, "/absent/.local/share/ragsieve/models");
  EXPECT_EQ(home->cache.path, "/absent/.cache/ragsieve/cache.sqlite");
  EXPECT_EQ(home->state.dir, "/absent/.local/state/ragsieve");
  EXPECT_EQ(home->audit.profile, "default");
  EXPECT_EQ(home->file, "");

  const auto xdg =
      load_config(std::nullopt, Environment{"HOME=/absent", "XDG_DATA_HOME=/d", "XDG_CACHE_HOME=/c",
                                            "XDG_STATE_HOME=relative"});
  ASSERT_TRUE(xdg.ok());
  EXPECT_EQ(xdg->models.dir, "/d/ragsieve/models");
  EXPECT_EQ(xdg->cache.path, "/c/ragsieve/cache.sqlite");
  EXPECT_EQ(xdg->state.dir, "/absent/.local/state/ragsieve");
}

TEST(Config, WithoutHomeFoldersMustBeSet) {
  const auto none = load_config(std::nullopt, {});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().where.field, "models.dir");
  EXPECT_THAT(none.error().message, HasSubstr("HOME"));
  EXPECT_TRUE(
      load_config(std::nullopt, Environment{"RAGSIEVE__MODELS__DIR=/m", "RAGSIEVE__STATE__DIR=/s",
                                            "RAGSIEVE__CACHE__ENABLED=false"})
          .ok());
}

TEST(Config, ACertificateAndItsKeyAreSetTogether) {
  const Error no_key = file_error("[server]\ntls_certificate = \"/c.pem\"\n");
  EXPECT_EQ(no_key.where.field, "server.tls_key");
  EXPECT_THAT(no_key.message, HasSubstr("server.tls_certificate is; set both or none"));
  EXPECT_EQ(file_error("[server]\ntls_key = \"/k.pem\"\n").where.field, "server.tls_certificate");
  const auto both = parse_config("[server]\ntls_certificate = \"/c.pem\"\ntls_key = \"/k.pem\"\n",
                                 "c.toml", Environment{"HOME=/h"});
  ASSERT_TRUE(both.ok());
  EXPECT_EQ(both->server.tls_key, "/k.pem");
}

TEST(Config, FileThenEnvironment) {
  const auto config = parse_config(
      "[run]\nthreads = 3\nmemory_bytes = 1000\n[audit]\ntau_e = 1\nprofile = \"paper\"\n",
      "c.toml",
      Environment{"HOME=/h", "RAGSIEVE__RUN__THREADS=4", "RAGSIEVE_SHARED=/x", "RAGSIEVE=1"});
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config->run.threads, 4U);
  EXPECT_EQ(config->run.memory_bytes, 1000U);
  EXPECT_EQ(config->audit.tau_e, 1.0);
  EXPECT_EQ(config->audit.profile, "paper");
  EXPECT_EQ(config->source("run.threads"), ConfigSource::kEnvironment);
  EXPECT_EQ(config->source("audit.tau_e"), ConfigSource::kFile);
  EXPECT_EQ(config->source("filter.k"), ConfigSource::kDefault);
}

TEST(Config, ReadsTheFileInItsPlaces) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("config_test" + std::to_string(::getpid()));
  fs::create_directories(folder / "ragsieve");
  const std::string path = (folder / "ragsieve" / "config.toml").string();
  ASSERT_TRUE(write_file(path, "[filter]\nk = 7\n").ok());
  const Environment environment = {"HOME=/absent", "XDG_CONFIG_HOME=" + folder.string()};
  const auto found = load_config(std::nullopt, environment);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->filter.k, 7U);
  EXPECT_EQ(found->file, path);

  const auto missing = load_config((folder / "absent.toml").string(), environment);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, Code::kNotFound);

  ASSERT_TRUE(write_file(path, std::string(limits::kConfigBytes + 1, '\n')).ok());
  const auto large = load_config(path, environment);
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.error().code, Code::kTooLarge);
  fs::remove_all(folder);
}

TEST(Config, UnknownKeyNamesTheNearest) {
  const Error key = file_error("[run]\nthreads = 1\nmemory_byte = 2\n");
  EXPECT_EQ(key.where.line, 3U);
  EXPECT_EQ(key.where.field, "run.memory_byte");
  EXPECT_THAT(key.message, AllOf(HasSubstr("unknown key"), HasSubstr("run.memory_bytes")));

  const Error section = file_error("\n[flter]\nk = 3\n");
  EXPECT_EQ(section.where.line, 3U);
  EXPECT_THAT(section.message, HasSubstr("filter.k"));

  EXPECT_EQ(file_error("threads = 3\n").where.field, "threads");
  EXPECT_THAT(file_error("threads = 3\n").message, HasSubstr("run.threads"));
  EXPECT_EQ(file_error("[nothing]\n").where.field, "nothing");
  EXPECT_EQ(file_error("[run.threads]\nx = 1\n").message,
            "found a table, expected an integer from 0 to 256");
  EXPECT_EQ(file_error("[[run]]\nthreads = 1\n").where.field, "run");
}

TEST(Config, TheFirstFaultIsReported) {
  EXPECT_EQ(file_error("[run]\nthreads = -1\n[audit]\nk_g = -1\n").where.field, "run.threads");
}

TEST(Config, EmptySectionIsFine) {
  EXPECT_TRUE(parse_config("[run]\n[audit]\n", "", Environment{"HOME=/h"}).ok());
}

TEST(Config, ValuesOutOfTypeOrRangeSayWhatIsExpected) {
  EXPECT_EQ(file_error("[run]\nthreads = 257\n").message,
            "found 257, expected an integer from 0 to 256");
  EXPECT_EQ(file_error("[run]\nthreads = -1\n").where.field, "run.threads");
  EXPECT_EQ(file_error("[run]\nthreads = 1.5\n").message,
            "found 1.5, expected an integer from 0 to 256");
  EXPECT_EQ(file_error("[run]\nthreads = \"4\"\n").message,
            "found \"4\", expected an integer from 0 to 256");
  EXPECT_EQ(file_error("[audit]\ntau_l = 1.5\n").message,
            "found 1.5, expected a number from 0.0 to 1.0");
  EXPECT_EQ(file_error("[audit]\ntau_l = nan\n").message,
            "found nan, expected a number from 0.0 to 1.0");
  EXPECT_EQ(file_error("[audit]\nprofile = \"papre\"\n").message,
            "found \"papre\", expected one of \"paper\", \"default\"");
  EXPECT_EQ(file_error("[cache]\nenabled = 1\n").message, "found 1, expected true or false");
  EXPECT_THAT(file_error("[models]\ndir = \"\"\n").message, HasSubstr("not empty"));
  EXPECT_THAT(file_error("[models]\ndir = \"/a\\u0000b\"\n").message, HasSubstr("control"));
  EXPECT_THAT(file_error("[models]\ndir = [1]\n").message, HasSubstr("an array"));
}

TEST(Config, TailOfAFilterMustNotBeEmpty) {
  const Error error = file_error("[filter]\nk = 5\nn = 5\n");
  EXPECT_EQ(error.where.field, "filter.n");
  EXPECT_THAT(error.message, HasSubstr("found 5, expected more than filter.k (5)"));
}

TEST(Config, EndpointNeedsAddressAndModel) {
  const std::string kind = "[generator]\nkind = \"openai\"\n";
  EXPECT_EQ(file_error(kind).where.field, "generator.url");
  EXPECT_EQ(file_error(kind + "url = \"http://h/v1\"\n").where.field, "generator.model");
  EXPECT_THAT(file_error(kind + "model = \"m\"\nurl = \"ftp://h\"\n").message,
              HasSubstr("http:// or https://"));
  const Error user = file_error(kind + "model = \"m\"\nurl = \"https://me:hunter2@h/v1\"\n");
  EXPECT_THAT(user.message, HasSubstr("without a user name"));
  EXPECT_THAT(to_string(user), testing::Not(HasSubstr("hunter2")));
  EXPECT_EQ(
      file_error("[encoder]\nkind = \"openai\"\nurl = \"http://h\"\nmodel = \"m\"\n").where.field,
      "encoder.dim");
  const auto config = parse_config(kind + "url = \"http://h/v1\"\nmodel = \"m\"\n", "",
                                   Environment{"HOME=/h", "RAGSIEVE__GENERATOR__API_KEY=k"});
  ASSERT_TRUE(config.ok());
  EXPECT_EQ(config->generator.endpoint.api_key, "k");
  EXPECT_EQ(config->generator.endpoint.timeout_ms, 60000U);
  EXPECT_EQ(config->generator.max_tokens, 128U);
}

TEST(Config, VariablesAreCheckedLikeTheFile) {
  const Error unknown = environment_error("RAGSIEVE__RUN__THREAD=3");
  EXPECT_EQ(unknown.where.field, "RAGSIEVE__RUN__THREAD");
  EXPECT_THAT(unknown.message, HasSubstr("RAGSIEVE__RUN__THREADS"));
  EXPECT_EQ(environment_error("RAGSIEVE__run__threads=3").where.field, "RAGSIEVE__run__threads");
  const Error value = environment_error("RAGSIEVE__RUN__THREADS=many");
  EXPECT_EQ(value.where.field, "RAGSIEVE__RUN__THREADS");
  EXPECT_EQ(value.message, "found \"many\", expected an integer from 0 to 256");
  EXPECT_THAT(environment_error("RAGSIEVE__MODELS__DIR=").message, HasSubstr("not empty"));
  EXPECT_THAT(environment_error("RAGSIEVE__MODELS__DIR").message, HasSubstr("not empty"));
}

TEST(Config, EveryKeyHasAVariable) {
  for (const ConfigKey& key : config_keys()) {
    const auto config = load_config(std::nullopt, Environment{"HOME=/absent"});
    ASSERT_TRUE(config.ok());
    std::string text = print_value(key, *config);
    if (text.starts_with('"')) text = text.substr(1, text.size() - 2);
    const auto set =
        load_config(std::nullopt, Environment{"HOME=/absent", variable_name(key) + "=" + text});
    ASSERT_TRUE(set.ok()) << to_string(set.error());
    EXPECT_EQ(set->source(full_name(key)), ConfigSource::kEnvironment);
  }
}

TEST(Config, EffectiveConfigNamesSourcesAndReadsBack) {
  const auto config =
      parse_config("[run]\nthreads = 3\n[models]\ndir = \"/a \\\"b\\\" #\"\n", "c.toml",
                   Environment{"HOME=/h", "RAGSIEVE__CACHE__ENABLED=false"});
  ASSERT_TRUE(config.ok());
  const std::string text = effective_config(*config);
  EXPECT_THAT(text, HasSubstr("# file: \"c.toml\"\n\n[run]\nthreads = 3  # file\n"));
  EXPECT_THAT(text, HasSubstr("enabled = false  # environment\n"));
  EXPECT_THAT(text, HasSubstr("\n[filter]\nprofile = \"default\"  # default\nk = 5  # default\n"));
  const auto again = parse_config(text, "c.toml", {});
  ASSERT_TRUE(again.ok()) << to_string(again.error());
  EXPECT_EQ(again->models.dir, "/a \"b\" #");
  const auto keys = parse_toml_keys(text, "");
  ASSERT_TRUE(keys.ok());
  EXPECT_EQ(keys->size(), config_keys().size());
}

TEST(Config, ProcessEnvironmentHoldsWhatIsSet) {
  ASSERT_EQ(::setenv("RAGSIEVE_CONFIG_TEST", "a=b", 1), 0);
  EXPECT_THAT(process_environment(), testing::Contains("RAGSIEVE_CONFIG_TEST=a=b"));
}

}  // namespace
}  // namespace ragsieve
