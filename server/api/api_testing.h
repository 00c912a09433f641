// For tests of routes: calls them as the router does, and holds every answer against what its route
// lists.
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "ragsieve/json/reader.h"
#include "ragsieve/json/value.h"
#include "server/openapi.h"
#include "server/route_table.h"

namespace ragsieve::api {

class RouteCaller {
 public:
  explicit RouteCaller(std::vector<Route> routes)
      : table_(RouteTable::of(std::move(routes)).value()) {}

  // "GET /v1/x?limit=1" (nothing is decoded) by kim, a reviewer. The next call's headers and role
  // are set before.
  ServerResponse call(const std::string& line, const std::string& body = "") {
    ServerRequest request;
    const std::size_t space = line.find(' ');
    const std::size_t mark = std::min(line.find('?'), line.size());
    request.method = line.substr(0, space);
    request.path = line.substr(space + 1, mark - space - 1);
    std::string query = line.substr(std::min(mark + 1, line.size()));
    while (!query.empty()) {
      const std::string pair = query.substr(0, query.find('&'));
      query.erase(0, pair.size() + 1);
      request.query.emplace_back(pair.substr(0, pair.find('=')), pair.substr(pair.find('=') + 1));
    }
    request.headers = headers;
    request.body = body;
    request.id = "r-1";
    auto match = table_.match(request.method, request.path);
    EXPECT_NE(match.route, nullptr) << line;
    if (match.route == nullptr) return {};
    ServerResponse response = match.route->function({request, std::move(match.parameters), who});
    EXPECT_THAT(statuses_of(*match.route), testing::Contains(response.status)) << response.body;
    return response;
  }

  // The body of an answer of this status.
  json::Value body_of(const std::string& line, const std::string& body = "", int status = 200) {
    const ServerResponse response = call(line, body);
    EXPECT_EQ(response.status, status) << line << ": " << response.body;
    auto value = json::Reader().parse(response.body);
    EXPECT_TRUE(value.ok()) << response.body;
    return value.ok() ? std::move(value).value() : json::Value();
  }

  [[nodiscard]] const RouteTable& table() const { return table_; }
  std::vector<NamedText> headers;
  Principal who{"kim", Role::kReview};

 private:
  RouteTable table_;
};

// Of an object: the member as text; "" where it is none.
inline std::string text_at(const json::Value& value, std::string_view name) {
  const json::Value* found = value.find(name);
  return found != nullptr && found->string() != nullptr ? *found->string() : "";
}

// The list under "items".
inline const json::Array& items_of(const json::Value& value) {
  static const json::Array none;
  const json::Value* found = value.find("items");
  return found != nullptr && found->array() != nullptr ? *found->array() : none;
}

// Bodies that no route takes: no JSON, no object, U+0000 and lone surrogates, too deep.
inline std::vector<std::string> hostile_bodies() {
  return {"",
          "{",
          "[]",
          "null",
          "\xff\xfe",
          R"({"reason":"\ud800"})",
          R"({"reason":"a","reason":"b"})",
          std::string(100'000, '['),
          R"({"\u0000":1})",
          R"({"unknown":1})"};
}

}  // namespace ragsieve::api
