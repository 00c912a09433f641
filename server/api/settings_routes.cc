#include "server/api/settings_routes.h"

#include <utility>

#include "server/api/answer.h"

namespace ragsieve::api {
namespace {

json::Object settings_json(const SettingsApi& api) {
  json::Array config;
  for (const ConfigEntry& entry : api.config) {
    config.emplace_back(json::Object{{"section", entry.section},
                                     {"key", entry.key},
                                     {"value", entry.value},
                                     {"source", entry.source}});
  }
  json::Array models;
  for (const ModelSetting& model : api.models) {
    models.emplace_back(
        json::Object{{"role", model.role}, {"name", model.name}, {"sha256", model.sha256}});
  }
  json::Value key;
  if (api.key) key = json::Object{{"owner", api.key->first}, {"id", api.key->second}};
  return {{"version", api.version},         {"engine", api.engine},
          {"config", std::move(config)},    {"models", std::move(models)},
          {"corpora_dir", api.corpora_dir}, {"key", std::move(key)}};
}

}  // namespace

std::vector<Route> settings_routes(const SettingsApi& api) {
  Route route;
  route.method = "GET";
  route.path = "/v1/settings";
  route.summary = "What the service runs with; secrets are masked";
  route.role = Role::kRead;
  route.answers = {{200, "configuration, models and the key that seals", "Settings", ""}};
  route.function = [body = json::Value(settings_json(api))](const Call&) {
    return json_answer(body);
  };
  return {std::move(route)};
}

}  // namespace ragsieve::api
