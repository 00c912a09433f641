// The frame that every statement of ours stands in: an in-toto Statement v1 with one subject, the
// document, and a predicate whose type URI carries its version. Internal to this folder.
#pragma once

#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

inline constexpr std::string_view kStatementType = "https://in-toto.io/Statement/v1";

struct Frame {
  std::string subject;     // name of the document
  std::string raw_sha256;  // hex
  std::string predicate_type;
  json::Value predicate;
};

[[nodiscard]] std::string to_canonical_json(const Frame& frame);

// `bytes` must be canonical JSON. kInvalidInput names the member, what was found and what was
// expected; kTooLarge beyond limits::kReportBytes.
[[nodiscard]] Result<Frame> parse_frame(std::string_view bytes);

// The error of a predicate type that the caller does not read: kInvalidInput.
[[nodiscard]] Error unknown_predicate(const std::string& found);

}  // namespace ragsieve
