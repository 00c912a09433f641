// Any bytes as a report, sealed or not: what is read comes back from its printed form, a statement
// has one spelling only, and no key that nobody used is found to have signed.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ragsieve/base/clock.h"
#include "ragsieve/evidence/report_file.h"
#include "ragsieve/evidence/verify.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

const ragsieve::TrustFile& trust() {
  static const ragsieve::TrustFile file{
      {ragsieve::trusted_key("fuzz", ragsieve::PrivateKey::generate().public_key())}};
  return file;
}

void check_statement(std::string_view payload) {
  const auto statement = ragsieve::parse_any_statement(payload);
  if (!statement.ok()) {
    require(!statement.error().message.empty());
    return;
  }
  require(ragsieve::to_canonical_json(*statement) == payload);
}

void check_report(std::string_view bytes) {
  const auto report = ragsieve::parse_report_file(bytes);
  if (!report.ok()) return;
  check_statement(report->payload);
  if (!report->envelope) return;
  require(ragsieve::trusted_signers(*report->envelope, trust()).empty());
  const auto again = ragsieve::parse_envelope(ragsieve::to_json(*report->envelope));
  require(again.ok() && again->payload == report->payload);
  require(again->signatures.size() == report->envelope->signatures.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_report(bytes);
  check_statement(bytes);
  const auto report =
      ragsieve::verify({bytes, bytes, std::nullopt}, trust(), ragsieve::SystemClock());
  require(report.outcome() == ragsieve::VerifyOutcome::kDoesNotVerify && !report.statement);
  return 0;
}
