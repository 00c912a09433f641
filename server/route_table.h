// The one table of the service: what routes there are, who may use them, what they take and give.
// The router serves from it and the OpenAPI document is made of it, so neither can differ.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/role.h"
#include "server/http_message.h"
#include "server/http_server.h"

namespace ragsieve {

// What a route's function gets.
struct Call {
  const ServerRequest& request;
  std::vector<NamedText> parameters;  // of the path: {id} -> "7"
  Principal principal;                // of an open route: nobody
  // The path parameter of that name; it must be one of the route's.
  [[nodiscard]] const std::string& at(std::string_view name) const;
};

struct RouteAnswer {
  int status = 200;
  std::string description;
  std::string schema;        // name among the schemas; empty: no JSON body
  std::string content_type;  // empty: application/json where there is a schema
};

struct RouteParameter {
  std::string name;
  std::string description;
  std::string type = "string";  // of JSON Schema
};

struct Route {
  std::string method;  // "GET"
  std::string path;    // "/v1/audits/{id}"; a segment is text or one parameter
  std::string summary;
  bool open = false;         // needs no key
  bool any_role = false;     // needs a key, whichever
  Role role = Role::kAdmin;  // otherwise
  Lane lane = Lane::kQuick;
  std::vector<RouteParameter> query;
  std::vector<std::string> content_types;  // that its body may have; none: it takes no body
  std::string request_schema;              // of a JSON body
  std::vector<RouteAnswer> answers;        // beside those that every route has
  std::function<ServerResponse(const Call&)> function;
};

class RouteTable {
 public:
  // kInternal for what is a fault of the program: two routes of one method that match one path, a
  // path that is none, a route without a function or an answer.
  [[nodiscard]] static Result<RouteTable> of(std::vector<Route> routes);

  struct Match {
    const Route* route = nullptr;       // null: no route of this method has the path
    std::vector<NamedText> parameters;  //
    std::vector<std::string> allowed;   // methods that the path has; none: it is unknown
  };
  // HEAD matches where GET does.
  [[nodiscard]] Match match(std::string_view method, std::string_view path) const;

  [[nodiscard]] const std::vector<Route>& routes() const { return routes_; }

 private:
  std::vector<Route> routes_;
};

// "/v1/audits/7" as "/v1/audits/{id}": the parameters, or nothing.
[[nodiscard]] bool matches_path(std::string_view pattern, std::string_view path,
                                std::vector<NamedText>& parameters);

}  // namespace ragsieve
