// File first, then the environment, then what holds between keys. The folders' defaults follow the
// XDG base directory specification: a relative path in its variables is ignored.
#include "ragsieve/config/config.h"

#include <unistd.h>

#include <algorithm>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/config/keys.h"
#include "ragsieve/config/nearest_name.h"
#include "ragsieve/config/toml.h"

namespace ragsieve {
namespace {

constexpr std::string_view kPrefix = "RAGSIEVE__";

std::string variable(std::span<const std::string> environment, std::string_view name) {
  std::string value;
  for (const std::string_view entry : environment) {
    if (entry.starts_with(name) && entry.substr(name.size()).starts_with('=')) {
      value = entry.substr(name.size() + 1);
    }
  }
  return value;
}

// The folder that `xdg` names, else `fallback` in the home folder; empty where neither is known.
std::string xdg_folder(std::span<const std::string> environment, std::string_view xdg,
                       std::string_view fallback) {
  const std::string folder = variable(environment, xdg);
  if (folder.starts_with('/')) return folder;
  const std::string home = variable(environment, "HOME");
  return home.empty() ? "" : home + "/" + std::string(fallback);
}

Config default_config(std::span<const std::string> environment) {
  Config config;
  const std::string data = xdg_folder(environment, "XDG_DATA_HOME", ".local/share");
  const std::string cache = xdg_folder(environment, "XDG_CACHE_HOME", ".cache");
  const std::string state = xdg_folder(environment, "XDG_STATE_HOME", ".local/state");
  if (!data.empty()) config.models.dir = data + "/ragsieve/models";
  if (!cache.empty()) config.cache.path = cache + "/ragsieve/cache.sqlite";
  if (!state.empty()) config.state.dir = state + "/ragsieve";
  return config;
}

Error unknown_key(std::string_view name, std::string (*name_of)(const ConfigKey&)) {
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) names.push_back(name_of(key));
  return make_error(Code::kInvalidConfig,
                    "unknown key; the nearest known one is " + nearest_name(name, names),
                    Where{"", 0, std::string(name)});
}

bool is_section(std::string_view name) {
  return std::ranges::any_of(config_keys(),
                             [&](const ConfigKey& key) { return key.section == name; });
}

Status apply_key(const TomlKey& entry, Config& config) {
  if (entry.key.empty() && is_section(entry.section)) return ok_status();  // a bare heading
  const ConfigKey* key = find_config_key(entry.section, entry.key);
  if (key == nullptr) {
    const bool joined = !entry.section.empty() && !entry.key.empty();
    return unknown_key(entry.section + (joined ? "." : "") + entry.key, full_name);
  }
  RAGSIEVE_CHECK(set_value(*key, entry.value, config));
  config.sources[full_name(*key)] = ConfigSource::kFile;
  return ok_status();
}

Status apply_file(std::string_view text, const std::string& path, Config& config) {
  RAGSIEVE_TRY(std::vector<TomlKey> entries, parse_toml_keys(text, path));
  // The first fault of the file is the one to report.
  std::ranges::sort(entries, {}, &TomlKey::line);
  for (const TomlKey& entry : entries) {
    Status applied = apply_key(entry, config);
    if (applied.ok()) continue;
    Error error = std::move(applied).error();
    error.where.path = path;
    error.where.line = entry.line;
    return error;
  }
  config.file = path;
  return ok_status();
}

Status apply_variable(std::string_view entry, Config& config) {
  const std::string_view name = entry.substr(0, entry.find('='));
  const auto keys = config_keys();
  const auto key =
      std::ranges::find_if(keys, [&](const ConfigKey& k) { return variable_name(k) == name; });
  if (key == keys.end()) return unknown_key(name, variable_name);
  const std::string_view text = entry.substr(std::min(name.size() + 1, entry.size()));
  Status set = set_value(*key, value_from_text(*key, text), config);
  if (!set.ok()) {
    Error error = std::move(set).error();
    error.where.field = name;
    return error;
  }
  config.sources[full_name(*key)] = ConfigSource::kEnvironment;
  return ok_status();
}

Status check_folder(std::string_view name, const std::string& value) {
  if (!value.empty()) return ok_status();
  return make_error(Code::kInvalidConfig,
                    "has no default because HOME is not set; set it or the key",
                    Where{"", 0, std::string(name)});
}

// What an endpoint needs before it can be asked.
Status check_endpoint(std::string_view section, std::string_view kind,
                      const Config::Endpoint& endpoint, const std::string& file) {
  if (kind != "openai") return ok_status();
  const std::string name(section);
  const auto missing = [&](std::string_view key, std::string_view example) {
    return make_error(Code::kInvalidConfig,
                      "is not set, but " + name + ".kind is \"openai\"; set it, for example \"" +
                          std::string(example) + "\"",
                      Where{file, 0, name + "." + std::string(key)});
  };
  if (endpoint.url.empty()) return missing("url", "http://127.0.0.1:11434/v1");
  if (endpoint.model.empty()) return missing("model", "llama3.2");
  if (!endpoint.url.starts_with("http://") && !endpoint.url.starts_with("https://")) {
    return make_error(Code::kInvalidConfig,
                      "expected an address that begins with http:// or https://",
                      Where{file, 0, name + ".url"});
  }
  if (endpoint.url.find('@') != std::string::npos) {
    return make_error(Code::kInvalidConfig,
                      "expected an address without a user name; a key belongs in " + name +
                          ".api_key_file or the environment",
                      Where{file, 0, name + ".url"});
  }
  return ok_status();
}

// A certificate is nothing without its key.
Status check_tls(const Config& config) {
  const Config::Server& server = config.server;
  if (server.tls_certificate.empty() == server.tls_key.empty()) return ok_status();
  const bool no_key = server.tls_key.empty();
  return make_error(Code::kInvalidConfig,
                    std::string("is not set, but server.") +
                        (no_key ? "tls_certificate" : "tls_key") + " is; set both or none",
                    Where{config.file, 0, no_key ? "server.tls_key" : "server.tls_certificate"});
}

Status check_together(const Config& config) {
  RAGSIEVE_CHECK(check_folder("models.dir", config.models.dir));
  RAGSIEVE_CHECK(check_folder("state.dir", config.state.dir));
  if (config.cache.enabled) RAGSIEVE_CHECK(check_folder("cache.path", config.cache.path));
  const Config::Encoder& encoder = config.encoder;
  RAGSIEVE_CHECK(check_endpoint("encoder", encoder.kind, encoder.endpoint, config.file));
  const Config::Generator& generator = config.generator;
  RAGSIEVE_CHECK(check_endpoint("generator", generator.kind, generator.endpoint, config.file));
  if (encoder.kind == "openai" && encoder.dim == 0) {
    return make_error(Code::kInvalidConfig,
                      "is not set, but encoder.kind is \"openai\"; set the length of its vectors",
                      Where{config.file, 0, "encoder.dim"});
  }
  RAGSIEVE_CHECK(check_tls(config));
  if (config.filter.n <= config.filter.k) {
    return make_error(Code::kInvalidConfig,
                      "found " + std::to_string(config.filter.n) +
                          ", expected more than filter.k (" + std::to_string(config.filter.k) +
                          "): the ranks behind k are the tail",
                      Where{config.file, 0, "filter.n"});
  }
  return ok_status();
}

Result<Config> finish(Config config, std::span<const std::string> environment) {
  for (const std::string_view entry : environment) {
    if (entry.starts_with(kPrefix)) RAGSIEVE_CHECK(apply_variable(entry, config));
  }
  RAGSIEVE_CHECK(check_together(config));
  return config;
}

std::string_view source_name(ConfigSource source) {
  switch (source) {
    case ConfigSource::kFile:
      return "file";
    case ConfigSource::kEnvironment:
      return "environment";
    case ConfigSource::kDefault:
      break;
  }
  return "default";
}

}  // namespace

Result<Config> parse_config(std::string_view text, const std::string& path,
                            std::span<const std::string> environment) {
  Config config = default_config(environment);
  RAGSIEVE_CHECK(apply_file(text, path, config));
  return finish(std::move(config), environment);
}

Result<Config> load_config(const std::optional<std::string>& path,
                           std::span<const std::string> environment) {
  std::string file;
  if (path) {
    file = *path;
  } else if (const std::string folder = xdg_folder(environment, "XDG_CONFIG_HOME", ".config");
             !folder.empty()) {
    file = folder + "/ragsieve/config.toml";
  }
  if (!path && file.empty()) return finish(default_config(environment), environment);
  auto text = read_file(file, limits::kConfigBytes);
  if (!text.ok() && !path && text.error().code == Code::kNotFound) {
    return finish(default_config(environment), environment);
  }
  if (!text.ok()) return std::move(text).error();
  return parse_config(*text, file, environment);
}

std::vector<std::string> process_environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    entries.emplace_back(*entry);
  }
  return entries;
}

std::vector<ConfigEntry> config_entries(const Config& config) {
  std::vector<ConfigEntry> entries;
  for (const ConfigKey& key : config_keys()) {
    entries.push_back({std::string(key.section), std::string(key.key), print_value(key, config),
                       std::string(source_name(config.source(full_name(key))))});
  }
  return entries;
}

std::string effective_config(const Config& config) {
  std::string out =
      config.file.empty() ? "# no file\n" : "# file: " + dump_toml_value(config.file) + "\n";
  std::string section;
  for (const ConfigEntry& entry : config_entries(config)) {
    if (entry.section != section) {
      section = entry.section;
      out += "\n[" + section + "]\n";
    }
    out += entry.key + " = " + entry.value + "  # " + entry.source + "\n";
  }
  return out;
}

}  // namespace ragsieve
