// The target of a request line: path and query, percent-decoded. Every byte is hostile: what is not
// plain is refused, never repaired. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "server/http_message.h"

namespace ragsieve {

struct RequestTarget {
  std::string path;              // starts with "/", no empty, "." or ".." segment but a last empty
  std::vector<NamedText> query;  // "+" is a space, as forms write it
};

inline constexpr std::size_t kTargetBytes = 8192;
inline constexpr std::size_t kQueryParameters = 64;

// kInvalidInput, field "target", for what is no origin-form target: a bad percent sequence, a
// control character, an encoded slash or backslash in the path, a dot segment, bytes that are no
// UTF-8, a fragment, or a limit above.
[[nodiscard]] Result<RequestTarget> parse_target(std::string_view target);

}  // namespace ragsieve
