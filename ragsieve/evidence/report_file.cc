#include "ragsieve/evidence/report_file.h"

#include <utility>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/json/canonical.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

ReportFile report_of(std::optional<Envelope> envelope, std::string payload) {
  const Digest digest = sha256(payload);
  return {std::move(envelope), std::move(payload), digest};
}

Result<ReportFile> parse_unsealed(std::string_view bytes) {
  RAGSIEVE_TRY(const json::Value value, json::parse_strict(bytes));
  Members members(value, "");
  const json::Value* sealed = value.find("sealed");
  if (sealed->boolean() == nullptr || *sealed->boolean()) {
    members.fail("sealed", "expected false: a sealed report is a DSSE envelope");
  }
  members.ignore("sealed");
  const json::Value& statement = members.object("statement");
  RAGSIEVE_CHECK(members.finish());
  return report_of(std::nullopt, json::canonical(statement));
}

std::string sealed_bytes(std::string payload, const PrivateKey& key) {
  Envelope envelope{std::string(kInTotoPayload), std::move(payload), {}};
  sign(envelope, key);
  return to_json(envelope);
}

}  // namespace

Result<ReportFile> parse_report_file(std::string_view bytes) {
  if (bytes.size() > limits::kReportBytes) {
    return make_error(Code::kTooLarge, "a report of " + std::to_string(bytes.size()) +
                                           " bytes, at most " +
                                           std::to_string(limits::kReportBytes) + " are read");
  }
  RAGSIEVE_TRY(const json::Value value, json::Reader().parse(bytes));
  const bool unsealed = value.find("sealed") != nullptr && value.find("payload") == nullptr;
  if (unsealed) return parse_unsealed(bytes);
  RAGSIEVE_TRY(Envelope envelope, parse_envelope(bytes));
  std::string payload = envelope.payload;
  return report_of(std::move(envelope), std::move(payload));
}

Result<std::string> report_bytes(const AnyStatement& statement, const PrivateKey* key) {
  RAGSIEVE_CHECK(check_before_signing(statement));
  std::string payload = to_canonical_json(statement);
  if (key != nullptr) return sealed_bytes(std::move(payload), *key);
  return R"({"sealed":false,"statement":)" + payload + "}\n";
}

Result<std::string> seal_report_bytes(const ReportFile& report, const PrivateKey& key) {
  if (report.envelope) {
    return make_error(Code::kInvalidArgument, "is sealed already; seal takes an unsealed report");
  }
  RAGSIEVE_TRY(const AnyStatement statement, parse_any_statement(report.payload));
  return report_bytes(statement, &key);
}

std::string sealed_path(std::string_view unsealed_path) {
  if (unsealed_path.ends_with(kUnsealedSuffix)) {
    unsealed_path.remove_suffix(kUnsealedSuffix.size());
  }
  return std::string(unsealed_path) + std::string(kSealedSuffix);
}

}  // namespace ragsieve
