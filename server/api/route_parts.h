// What the routes of many nouns share: the page of a list, the key of a repeated request, and the
// refusals that a route lists among its answers. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/service/idempotent.h"
#include "server/route_table.h"

namespace ragsieve::api {

// ?before and ?limit; kInvalidArgument naming the parameter.
[[nodiscard]] Result<Page> page_of(const Call& call);
[[nodiscard]] std::vector<RouteParameter> page_parameters();

// `sequence` of the last row of a full page: where the next one begins. Nothing: it was the last.
template <typename Row>
[[nodiscard]] std::optional<std::int64_t> next_of(const std::vector<Row>& rows, const Page& page,
                                                  std::int64_t Row::* sequence) {
  if (rows.empty() || std::ssize(rows) < page.limit) return std::nullopt;
  return rows.back().*sequence;
}

// Of the header Idempotency-Key: the request's method, path, query and body. Nothing without one;
// kInvalidArgument for one that is none.
[[nodiscard]] Result<std::optional<IdempotentRequest>> idempotency_of(const Call& call);

// A route that needs the role `read` and has this answer of its own; what else it is comes after.
[[nodiscard]] Route route_of(std::string method, std::string path, std::string summary,
                             RouteAnswer answer);

// An answer that is a problem.
[[nodiscard]] RouteAnswer refusal(int status, std::string description);
// Of a body that is not as its schema says; of a state whose disk is full.
[[nodiscard]] RouteAnswer bad_body();
[[nodiscard]] RouteAnswer no_space();

}  // namespace ragsieve::api
