#include "server/openapi.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "server/problem.h"

namespace ragsieve {
namespace {

using json::Array;
using json::Object;
using json::Value;

Value schema_reference(const std::string& name) {
  return Object{{"$ref", "#/components/schemas/" + name}};
}

Value content_of(const std::string& type, Value schema) {
  return Object{{type, Object{{"schema", std::move(schema)}}}};
}

std::vector<std::string> parameters_of(std::string_view path) {
  std::vector<std::string> names;
  for (std::size_t at = path.find('{'); at != path.npos; at = path.find('{', at + 1)) {
    names.emplace_back(path.substr(at + 1, path.find('}', at) - at - 1));
  }
  return names;
}

// The answers that a route has because of what it is.
std::vector<int> common_statuses(const Route& route) {
  std::vector<int> statuses{400, 405, 408, 413, 429, 431, 503};
  if (!route.open) statuses.insert(statuses.end(), {401, 403});
  if (!parameters_of(route.path).empty()) statuses.push_back(404);
  if (!route.content_types.empty()) statuses.push_back(415);
  return statuses;
}

// With the content of every answer of that status: each is of a type of its own.
Value own_answer(const Route& route, const RouteAnswer& own) {
  Object content;
  for (const RouteAnswer& same : route.answers) {
    if (same.status != own.status) continue;
    if (!same.schema.empty()) {
      const std::string type = same.content_type.empty() ? "application/json" : same.content_type;
      content.emplace_back(type, Object{{"schema", schema_reference(same.schema)}});
    } else if (!same.content_type.empty()) {
      content.emplace_back(same.content_type, Object{{"schema", Object{{"type", "string"}}}});
    }
  }
  Object answer{{"description", own.description}};
  if (!content.empty()) answer.emplace_back("content", std::move(content));
  return answer;
}

Value answers_of(const Route& route) {
  std::map<int, Value> answers;
  for (const int status : common_statuses(route)) {
    Object answer{{"description", reason_phrase(status)},
                  {"content", content_of("application/problem+json", schema_reference("Problem"))}};
    if (status == 429 || status == 503) {
      answer.emplace_back(
          "headers",
          Object{{"Retry-After", Object{{"description", "Seconds until it is worth trying again"},
                                        {"schema", Object{{"type", "integer"}, {"minimum", 0}}}}}});
    }
    answers[status] = std::move(answer);
  }
  for (const RouteAnswer& own : route.answers) answers[own.status] = own_answer(route, own);
  Object object;
  for (auto& [status, answer] : answers) {
    object.emplace_back(std::to_string(status), std::move(answer));
  }
  return object;
}

Value parameters_value(const Route& route) {
  Array parameters;
  for (const std::string& name : parameters_of(route.path)) {
    parameters.emplace_back(Object{{"name", name},
                                   {"in", "path"},
                                   {"required", true},
                                   {"schema", Object{{"type", "string"}, {"minLength", 1}}}});
  }
  for (const RouteParameter& parameter : route.query) {
    parameters.emplace_back(Object{{"name", parameter.name},
                                   {"in", "query"},
                                   {"description", parameter.description},
                                   {"schema", Object{{"type", parameter.type}}}});
  }
  return parameters;
}

Value body_of(const Route& route) {
  Object content;
  for (const std::string& type : route.content_types) {
    const bool as_json = type == "application/json" && !route.request_schema.empty();
    content.emplace_back(type, Object{{"schema", as_json ? schema_reference(route.request_schema)
                                                         : Value(Object{{"type", "string"}})}});
  }
  return Object{{"required", true}, {"content", std::move(content)}};
}

Value operation_of(const Route& route) {
  Object operation{{"summary", route.summary}};
  Value parameters = parameters_value(route);
  if (!parameters.array()->empty()) operation.emplace_back("parameters", std::move(parameters));
  if (!route.content_types.empty()) operation.emplace_back("requestBody", body_of(route));
  operation.emplace_back("responses", answers_of(route));
  Array security;
  if (!route.open) {
    security.emplace_back(Object{{"key", Array{}}});
    operation.emplace_back("x-role", route.any_role ? "any" : role_name(route.role));
  }
  operation.emplace_back("security", std::move(security));
  return operation;
}

Status check_schemas(const RouteTable& table, const Schemas& schemas) {
  std::set<std::string> known{""};
  for (const auto& [name, schema] : schemas) known.insert(name);
  std::vector<std::string> wanted{"Problem"};
  for (const Route& route : table.routes()) {
    wanted.push_back(route.request_schema);
    for (const RouteAnswer& answer : route.answers) wanted.push_back(answer.schema);
  }
  for (const std::string& name : wanted) {
    if (!known.contains(name)) {
      return make_error(Code::kInternal, "a route names the schema '" + name + "', which is none");
    }
  }
  return ok_status();
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

}  // namespace

std::vector<int> statuses_of(const Route& route) {
  std::vector<int> statuses = common_statuses(route);
  for (const RouteAnswer& answer : route.answers) statuses.push_back(answer.status);
  std::sort(statuses.begin(), statuses.end());
  statuses.erase(std::unique(statuses.begin(), statuses.end()), statuses.end());
  return statuses;
}

Result<json::Value> openapi_document(const RouteTable& table, const Schemas& schemas,
                                     const std::string& version) {
  RAGSIEVE_CHECK(check_schemas(table, schemas));
  std::map<std::string, Object> by_path;
  for (const Route& route : table.routes()) {
    by_path[route.path].emplace_back(lower(route.method), operation_of(route));
  }
  Object paths;
  for (auto& [path, operations] : by_path) paths.emplace_back(path, std::move(operations));
  Object all_schemas;
  for (const auto& [name, schema] : schemas) all_schemas.emplace_back(name, schema);
  return Value(Object{
      {"openapi", "3.1.0"},
      {"info", Object{{"title", "ragsieve"}, {"version", version}}},
      {"paths", std::move(paths)},
      {"components",
       Object{{"securitySchemes", Object{{"key", Object{{"type", "http"}, {"scheme", "bearer"}}}}},
              {"schemas", std::move(all_schemas)}}}});
}

}  // namespace ragsieve
