#include "server/api/key_routes.h"

#include <optional>
#include <string>
#include <utility>

#include "ragsieve/evidence/members.h"
#include "server/api/answer.h"
#include "server/api/route_parts.h"

namespace ragsieve::api {
namespace {

constexpr std::size_t kNameBytes = 100;

json::Object key_json(const ApiKey& key) {
  return {{"id", key.id},
          {"name", key.name},
          {"role", key.role},
          {"created", time_text(key.created_us)},
          {"revoked", optional_time(key.revoked_us)}};
}

Result<ServerResponse> list(ApiKeys& keys) {
  RAGSIEVE_TRY(const std::vector<ApiKey> all, keys.list());
  json::Array items;
  for (const ApiKey& key : all) items.emplace_back(key_json(key));
  return json_answer(json::Object{{"items", std::move(items)}});
}

Result<ServerResponse> create(ApiKeys& keys, const Call& call) {
  RAGSIEVE_TRY(const json::Value body, body_of(call));
  Members members(body, "");
  const std::string name = members.text("name", kNameBytes);
  const std::optional<Role> role = role_of(members.text("role", 16));
  if (!role) members.fail("role", "expected screen, read, review or admin");
  RAGSIEVE_CHECK(members.finish());
  RAGSIEVE_TRY(const auto once, idempotency_of(call));
  RAGSIEVE_TRY(const NewApiKey made, keys.create(name, *role, call.principal.name, once));
  json::Object answer = key_json(made.key);
  if (!made.secret.empty()) answer.emplace_back("secret", made.secret);
  return json_answer(answer, 201);
}

Result<ServerResponse> revoke(ApiKeys& keys, const Call& call) {
  RAGSIEVE_TRY(const bool revoked, keys.revoke(call.at("id"), call.principal.name));
  if (!revoked) return make_error(Code::kNotFound, "there is no live key of this id");
  ServerResponse response;
  response.status = 204;
  response.content_type.clear();
  return response;
}

ServerResponse me(const Call& call) {
  return json_answer(
      json::Object{{"name", call.principal.name}, {"role", role_name(call.principal.role)}});
}

Result<ServerResponse> actions(ActionLog& log, const Call& call) {
  RAGSIEVE_TRY(const Page page, page_of(call));
  RAGSIEVE_TRY(const std::vector<LoggedAction> found, log.list(page));
  json::Array items;
  for (const LoggedAction& action : found) {
    items.emplace_back(json::Object{{"sequence", action.sequence},
                                    {"time", time_text(action.time_us)},
                                    {"who", action.who},
                                    {"action", action.action},
                                    {"target", action.target},
                                    {"result", action.result}});
  }
  return list_answer(std::move(items), next_of(found, page, &LoggedAction::sequence));
}

Route admin_route(std::string method, std::string path, std::string summary, RouteAnswer answer) {
  Route route;
  route.method = std::move(method);
  route.path = std::move(path);
  route.summary = std::move(summary);
  route.answers = {std::move(answer)};
  return route;
}

}  // namespace

std::vector<Route> key_routes(ApiKeys& keys, ActionLog& log) {
  Route all = admin_route("GET", "/v1/keys", "The API keys, revoked ones too",
                          {200, "keys without their secrets", "ApiKeyList", ""});
  all.function = answering([&keys](const Call&) { return list(keys); });
  Route make = admin_route("POST", "/v1/keys", "Makes an API key; its secret is shown once",
                           {201, "the key, with its secret the first time", "NewApiKey", ""});
  make.content_types = {"application/json"};
  make.request_schema = "ApiKeyRequest";
  make.answers.push_back(bad_body());
  make.answers.push_back(no_space());
  make.function = answering([&keys](const Call& call) { return create(keys, call); });
  Route end = admin_route("DELETE", "/v1/keys/{id}", "Revokes an API key at once",
                          {204, "it is revoked", "", ""});
  end.answers.push_back(no_space());
  end.function = answering([&keys](const Call& call) { return revoke(keys, call); });
  Route did = admin_route("GET", "/v1/log", "Who did what, newest first",
                          {200, "actions", "ActionList", ""});
  did.query = page_parameters();
  did.function = answering([&log](const Call& call) { return actions(log, call); });
  Route self = admin_route("GET", "/v1/me", "Whose key this is",
                           {200, "name and role of the key", "Principal", ""});
  self.any_role = true;
  self.function = me;
  return {all, make, end, did, self};
}

}  // namespace ragsieve::api
