// What `verify` prints: each check with its reason, then the verdict of the report.
#pragma once

#include <string>

#include "ragsieve/evidence/verify.h"

namespace ragsieve::cli {

[[nodiscard]] std::string verify_text(const VerifyReport& report);

// One object: {"type":"verification","outcome","checks":[{"name","status","reason"}],"report",
// "subject","verdict" or "action","time","owner","key"}; what is not known is absent.
[[nodiscard]] std::string verify_json(const VerifyReport& report);

}  // namespace ragsieve::cli
