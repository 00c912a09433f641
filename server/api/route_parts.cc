#include "server/api/route_parts.h"

#include <limits>
#include <string_view>
#include <utility>

#include "server/api/answer.h"

namespace ragsieve::api {

Result<Page> page_of(const Call& call) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  Page page;
  RAGSIEVE_TRY(page.before, query_number(call, {"before", 1, kMost, page.before}));
  RAGSIEVE_TRY(page.limit, query_number(call, {"limit", 1, 1000, page.limit}));
  return page;
}

std::vector<RouteParameter> page_parameters() {
  return {{"before", "the `next` of the page before", "integer"},
          {"limit", "rows of the page, 1 to 1000; without it 100", "integer"}};
}

Result<std::optional<IdempotentRequest>> idempotency_of(const Call& call) {
  const std::string* key = call.request.header("idempotency-key");
  if (key == nullptr) return std::optional<IdempotentRequest>();
  std::vector<std::string_view> parts{call.request.method, call.request.path};
  for (const auto& [name, value] : call.request.query) {
    parts.emplace_back(name);
    parts.emplace_back(value);
  }
  parts.emplace_back(call.request.body);
  // By the id: two keys may have one name, and what one of them did is not the other's to repeat.
  const Principal& sender = call.principal;
  RAGSIEVE_TRY(
      IdempotentRequest request,
      idempotent_request(*key, sender.key_id.empty() ? sender.name : sender.key_id, parts));
  return std::optional(std::move(request));
}

Route route_of(std::string method, std::string path, std::string summary, RouteAnswer answer) {
  Route route;
  route.method = std::move(method);
  route.path = std::move(path);
  route.summary = std::move(summary);
  route.role = Role::kRead;
  route.answers = {std::move(answer)};
  return route;
}

RouteAnswer refusal(int status, std::string description) {
  return {status, std::move(description), "Problem", "application/problem+json"};
}

RouteAnswer bad_body() { return refusal(422, "the body is not as its schema says"); }

RouteAnswer no_space() { return refusal(507, "the disk of the state is full"); }

}  // namespace ragsieve::api
