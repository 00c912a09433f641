// What every handler needs: its body as JSON, its page of a list, and the way from a Result to an
// answer. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"
#include "server/route_table.h"

namespace ragsieve::api {

// The body as a JSON object. kInvalidInput where it is none.
[[nodiscard]] Result<json::Value> body_of(const Call& call);

[[nodiscard]] ServerResponse json_answer(const json::Value& body, int status = 200);

// {"items": ..., "next": next or null}: `next` is the sequence that the following page lies before,
// or behind.
[[nodiscard]] ServerResponse list_answer(json::Array items, std::optional<std::int64_t> next);

// The error as a problem. What the state or the program cannot do now is 503 with Retry-After:
// the service has no 500. A caller whose queue of jobs is full: 429.
[[nodiscard]] ServerResponse error_answer(const Error& error, const Call& call);

// A route's function from one that returns a Result: errors become problems.
using Handler = std::function<Result<ServerResponse>(const Call&)>;
[[nodiscard]] std::function<ServerResponse(const Call&)> answering(Handler handler);

// A whole number of the query within [least, most]; `otherwise` where it is absent.
// kInvalidArgument naming the parameter, what was found and what is expected.
struct QueryNumber {
  std::string name;
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::int64_t otherwise = 0;
};
[[nodiscard]] Result<std::int64_t> query_number(const Call& call, const QueryNumber& number);

// "2026-11-30T18:00:00.123456Z".
[[nodiscard]] std::string time_text(std::int64_t time_us);
[[nodiscard]] json::Value optional_time(const std::optional<std::int64_t>& time_us);

}  // namespace ragsieve::api
