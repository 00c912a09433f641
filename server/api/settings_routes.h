// GET /v1/settings: what the service runs with. Secrets are masked, keys are named.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/config/config.h"
#include "server/route_table.h"

namespace ragsieve::api {

struct ModelSetting {
  std::string role;  // "encoder", "generator"
  std::string name;
  std::string sha256;  // hex
};

struct SettingsApi {
  std::string version;
  std::string engine;
  std::string corpora_dir;
  std::vector<ConfigEntry> config;
  std::vector<ModelSetting> models;
  std::optional<std::pair<std::string, std::string>> key;  // owner and id of the one that seals
};

// Thread-safe: all of it is known at the start.
[[nodiscard]] std::vector<Route> settings_routes(const SettingsApi& api);

}  // namespace ragsieve::api
