// What an id may be. Ids are printed and stand one a line in files, so they hold nothing that
// could steer a terminal, break a line or change the order of what stands beside it.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/base/result.h"

namespace ragsieve {

// kInvalidInput when `id` is blank, ill-formed UTF-8, or holds a control character, a line or
// paragraph separator, a bidirectional override or a byte order mark; kTooLarge over
// limits::kIdBytes. The caller adds the place.
[[nodiscard]] Status check_id(std::string_view id);

// `bytes` for a message: what check_id() refuses becomes \xNN, and all but `max_bytes` is cut.
[[nodiscard]] std::string printable(std::string_view bytes, std::size_t max_bytes = 256);

}  // namespace ragsieve
