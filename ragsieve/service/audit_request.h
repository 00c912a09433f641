// What is asked of an audit: the body of its request, and what its job keeps of it. Pure,
// thread-safe.
#pragma once

#include <optional>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

struct AuditRequest {
  std::string corpus;                    // names, as CorpusPath takes them
  std::optional<std::string> reference;  //
  std::optional<double> alpha;           // (0, 1); none: as configured
};

// {"corpus", "reference"?, "alpha"?}, nothing else. kInvalidInput with the member.
[[nodiscard]] Result<AuditRequest> audit_request_of(const json::Value& value);
[[nodiscard]] json::Value to_json(const AuditRequest& request);

}  // namespace ragsieve
