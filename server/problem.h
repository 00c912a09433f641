// Errors as application/problem+json (RFC 9457): what every refusal of the service looks like.
// Pure, thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ragsieve/base/error.h"
#include "server/http_message.h"

namespace ragsieve {

// {"type":"about:blank","title","status","code","detail","where"?,"request_id"}: `code` is stable,
// `detail` is for people. Status and code are the error's (base/error.h).
[[nodiscard]] ServerResponse problem_of(const Error& error, std::string_view request_id);

// Of HTTP itself, with a status of its own: "unauthorized", "method_not_allowed", ...
[[nodiscard]] ServerResponse problem(int status, std::string_view code, std::string_view detail,
                                     std::string_view request_id);

// 429 and 503 say when to come back.
[[nodiscard]] ServerResponse busy(int status, std::string_view detail, std::uint64_t retry_after_s,
                                  std::string_view request_id);

// "Not Found"; "Error" for a status that this service does not use.
[[nodiscard]] std::string_view reason_phrase(int status);

}  // namespace ragsieve
