// The chain of reports in the state: each statement is linked to the one before it, sealed, and
// kept in the transaction of what it tells of. Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/evidence/any_statement.h"
#include "ragsieve/evidence/key_file.h"
#include "ragsieve/evidence/trust.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

// "sha256:" and 64 digits, as records and REST name a report.
[[nodiscard]] std::string report_name(const Digest& report);
// Of that form; kInvalidArgument naming the member `report`.
[[nodiscard]] Result<Digest> report_of_name(const std::string& name);

// The statement of a stored report, sealed or not. kCorrupt naming the report.
[[nodiscard]] Result<AnyStatement> stored_statement(const StoredReport& report);
// Whether its bytes are an envelope.
[[nodiscard]] bool is_sealed(const StoredReport& report);

class ReportLog {
 public:
  // Without a key reports are written unsealed.
  explicit ReportLog(std::optional<SigningKey> key) : key_(std::move(key)) {}

  // Links `statement` to the head, seals and stores it; its digest. Call it inside a transaction:
  // head and link must be of one. Errors of check_before_signing() and of the state.
  [[nodiscard]] Result<Digest> append(Stores& stores, AnyStatement statement,
                                      std::int64_t now_us) const;

  [[nodiscard]] bool seals() const { return key_.has_value(); }
  // The key as a trusted one; nothing without a key.
  [[nodiscard]] std::optional<TrustedKey> public_key() const;

 private:
  std::optional<SigningKey> key_;
};

}  // namespace ragsieve
