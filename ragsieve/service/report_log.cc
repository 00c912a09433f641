#include "ragsieve/service/report_log.h"

#include <string_view>
#include <utility>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/evidence/report_file.h"

namespace ragsieve {

constexpr std::string_view kReportPrefix = "sha256:";

std::string report_name(const Digest& report) {
  return std::string(kReportPrefix) + to_hex(report);
}

Result<Digest> report_of_name(const std::string& name) {
  if (name.starts_with(kReportPrefix)) {
    const auto digest = digest_from_hex(std::string_view(name).substr(kReportPrefix.size()));
    if (digest) return *digest;
  }
  return make_error(Code::kInvalidArgument,
                    "this names no report, expected sha256: and 64 hexadecimal digits",
                    Where{"", 0, "report"});
}

Result<AnyStatement> stored_statement(const StoredReport& report) {
  const Result<ReportFile> file = parse_report_file(report.envelope);
  Result<AnyStatement> statement =
      file.ok() ? parse_any_statement(file->payload) : Result<AnyStatement>(file.error());
  if (statement.ok()) return statement;
  return make_error(Code::kCorrupt,
                    "the report " + report_name(report.digest) +
                        " in the state cannot be read: " + to_string(statement.error()));
}

bool is_sealed(const StoredReport& report) {
  const Result<ReportFile> file = parse_report_file(report.envelope);
  return file.ok() && file->envelope.has_value();
}

Result<Digest> ReportLog::append(Stores& stores, AnyStatement statement,
                                 std::int64_t now_us) const {
  RAGSIEVE_TRY(const ReportHead head, stores.reports.head());
  set_previous(statement, to_hex(head.digest));
  RAGSIEVE_TRY(std::string bytes, report_bytes(statement, key_ ? &key_->key : nullptr));
  const Digest digest = sha256(to_canonical_json(statement));
  RAGSIEVE_TRY([[maybe_unused]] const std::int64_t sequence,
               stores.reports.append({0, digest, head.digest, std::move(bytes), now_us}));
  return digest;
}

std::optional<TrustedKey> ReportLog::public_key() const {
  if (!key_) return std::nullopt;
  return trusted_key(key_->owner, key_->key.public_key());
}

}  // namespace ragsieve
