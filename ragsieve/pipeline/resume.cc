#include "ragsieve/pipeline/resume.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <variant>

#include "ragsieve/base/file.h"
#include "ragsieve/evidence/chain_files.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/report_file.h"

namespace ragsieve {
namespace {

std::string key_of(std::string_view subject, std::string_view raw_sha256) {
  return std::string(raw_sha256) + " " + std::string(subject);
}

bool same_models(const std::vector<ModelDigest>& a, const std::vector<ModelDigest>& b) {
  return std::ranges::equal(a, b, [](const ModelDigest& one, const ModelDigest& other) {
    return one.role == other.role && one.name == other.name && one.sha256 == other.sha256;
  });
}

bool is_same_run(const Statement& statement, const SealContext& context) {
  return statement.policy_sha256 == context.policy_sha256 &&
         statement.corpus_sha256 == context.corpus_sha256 &&
         statement.calibration_sha256 == context.calibration_sha256 &&
         statement.probes_sha256 == context.probes_sha256 && statement.version == context.version &&
         same_models(statement.models, context.models);
}

bool is_signed_by(const ReportFile& file, const PrivateKey& key) {
  if (!file.envelope) return false;
  return std::ranges::any_of(file.envelope->signatures, [&](const EnvelopeSignature& signature) {
    return signature_holds(*file.envelope, signature, key.public_key());
  });
}

// Nothing where the report speaks of another run, or may not be believed.
Result<std::optional<EarlierReport>> read_report(const std::string& path,
                                                 const SealContext& context,
                                                 const PrivateKey* key) {
  RAGSIEVE_TRY(const std::string bytes, read_file(path, limits::kReportBytes));
  RAGSIEVE_TRY(const ReportFile file, parse_report_file(bytes));
  std::optional<EarlierReport> report;
  if (key != nullptr && !is_signed_by(file, *key)) return report;
  RAGSIEVE_TRY(AnyStatement any, parse_any_statement(file.payload));
  Statement* statement = std::get_if<Statement>(&any);
  if (statement == nullptr || statement->verdict == Verdict::kIncomplete) return report;
  if (!is_same_run(*statement, context) || !verdict_difference(*statement).empty()) return report;
  report = EarlierReport{std::move(*statement), to_hex(file.digest)};
  return report;
}

Signal* signal_named(ScreenRecord& record, std::string_view name) {
  if (name == "anomaly") return &record.anomaly.signal;
  if (name == "injection") return &record.injection.signal;
  if (name == "influence") return &record.influence.signal;
  if (name == "answer_change") return &record.answer_change;
  if (name == "fact_conflict") return &record.fact_conflict.signal;
  if (name == "corpus_evidence") return &record.corpus_evidence.signal;
  return nullptr;
}

}  // namespace

Result<EarlierReports> earlier_reports(const std::string& folder, const SealContext& context,
                                       const PrivateKey* key, const RunOptions& run) {
  EarlierReports reports;
  std::error_code none;
  if (!std::filesystem::exists(folder, none)) return reports;
  RAGSIEVE_TRY(const FolderLock lock, FolderLock::shared(folder));
  RAGSIEVE_TRY(const FolderListing listing, list_links(folder));
  for (const LinkName& link : listing.links) {  // by number: the newest comes last
    if (run.cancel.requested()) return make_error(Code::kCancelled, "cancelled");
    const std::string path = folder + "/" + link.name;
    Result<std::optional<EarlierReport>> report = read_report(path, context, key);
    if (!report.ok()) {
      run.say(LogLevel::kWarning, to_string(report.error()) + "; it is not gone on from");
      continue;
    }
    if (!*report) continue;
    const std::string name = key_of((*report)->statement.subject, (*report)->statement.raw_sha256);
    reports[name] = std::move(**report);
  }
  return reports;
}

const EarlierReport* find_report(const EarlierReports& reports, const ScreenCandidate& candidate) {
  const auto found = reports.find(key_of(candidate.document.id, candidate.raw_sha256));
  return found == reports.end() ? nullptr : &found->second;
}

ScreenRecord record_of(const EarlierReport& report, const ScreenCandidate& candidate) {
  const Statement& statement = report.statement;
  ScreenRecord record;
  record.path = candidate.path;
  record.id = candidate.document.id;
  record.raw_sha256 = candidate.raw_sha256;
  record.canonical_sha256 = candidate.canonical_sha256;
  record.raw_form = candidate.raw_form;
  record.verdict = statement.verdict;
  record.score = statement.score;
  record.p = statement.p;
  record.alpha = statement.alpha;
  record.mode = statement.mode;
  record.profile = statement.profile;
  record.decisive = statement.decisive;
  record.reasons = statement.reasons;
  for (const Signal& signal : statement.signals) {
    if (Signal* own = signal_named(record, signal.name)) *own = signal;
  }
  record.report = "sha256:" + report.digest;
  record.notes = candidate.notes;
  record.notes.emplace_back("screened before: the report says what was found");
  return record;
}

}  // namespace ragsieve
