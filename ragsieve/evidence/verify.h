// Verifies a sealed report offline: with the document, the verifier's own trusted keys, and the
// chain where it is at hand. Every check is made and told by itself; what could not be made is
// told as such and never counts as good.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/evidence/any_statement.h"
#include "ragsieve/evidence/trust.h"

namespace ragsieve {

enum class CheckStatus { kPassed, kFailed, kNotChecked };
// "passed", "failed", "not_checked"
[[nodiscard]] std::string_view check_status_name(CheckStatus status);

struct Check {
  std::string name;
  CheckStatus status = CheckStatus::kNotChecked;
  std::string reason;  // plain English; may quote the report: make it visible before showing it
};

enum class VerifyOutcome { kVerifies, kDoesNotVerify, kCouldNotCheck };
// "verifies", "does_not_verify", "could_not_check"
[[nodiscard]] std::string_view outcome_name(VerifyOutcome outcome);

struct VerifyReport {
  // envelope, signature, key_trust, key_validity, raw_digest, canonical_digest, verdict, chain, in
  // this order. A reviewer's statement has no canonical_digest and no verdict.
  std::vector<Check> checks;
  std::optional<AnyStatement> statement;  // only what a trusted key signed
  std::string report_sha256;              // hex; "" where the report has no form
  std::string owner;                      // of the key that counts; "" where none does
  std::string key_id;
  bool chain_wanted = false;  // a chain was named

  // Does not verify where a check failed. Could not check where one was not made, other than that
  // of a chain when none was named.
  [[nodiscard]] VerifyOutcome outcome() const;
};

struct VerifyRequest {
  std::string_view report;                   // bytes of the report file
  std::optional<std::string_view> document;  // bytes; none: not at hand
  std::optional<std::string> chain;          // folder of the reports; none: not at hand
};

// The clock tells a report that claims to come from the future (five minutes are forgiven). Expiry
// and revocation are judged at the time that the report names. Thread-safe.
[[nodiscard]] VerifyReport verify(const VerifyRequest& request, const TrustFile& trust,
                                  const Clock& clock);

}  // namespace ragsieve
