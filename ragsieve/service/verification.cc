#include "ragsieve/service/verification.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ragsieve/evidence/report_file.h"

namespace ragsieve {
namespace {

// A report with the links around it.
struct Links {
  std::optional<StoredReport> report;
  std::optional<StoredReport> before;
  std::optional<StoredReport> after;
  ReportHead head;
};

Result<Links> links_around(Stores& stores, const Digest& digest) {
  Links links;
  RAGSIEVE_TRY(links.report, stores.reports.find(digest));
  if (!links.report) return links;
  RAGSIEVE_TRY(links.before, stores.reports.at(links.report->sequence - 1));
  RAGSIEVE_TRY(links.after, stores.reports.at(links.report->sequence + 1));
  RAGSIEVE_TRY(links.head, stores.reports.head());
  return links;
}

std::string link_name(const StoredReport& report) {
  return "link " + std::to_string(report.sequence);
}

// What is wrong with a link by itself: its bytes, its seal, and what it says comes before it.
std::string link_problem(const StoredReport& stored, const TrustFile& trust) {
  const Result<ReportFile> file = parse_report_file(stored.envelope);
  if (!file.ok()) return link_name(stored) + " was altered: " + to_string(file.error());
  if (file->digest != stored.digest) return link_name(stored) + " was altered";
  const Result<AnyStatement> statement = parse_any_statement(file->payload);
  if (!statement.ok()) {
    return link_name(stored) + " was altered: " + to_string(statement.error());
  }
  if (previous_of(*statement) != to_hex(stored.previous)) {
    return link_name(stored) + " says that it follows another report than its row does";
  }
  if (!file->envelope) return "";
  const auto signers = trusted_signers(*file->envelope, trust);
  if (signers.empty()) return link_name(stored) + " is foreign: no trusted key signed it";
  if (valid_signer(signers, time_of(*statement)) != nullptr) return "";
  return link_name(stored) + ": " + validity_problem(*signers.front(), time_of(*statement));
}

std::string order_problem(const Links& links) {
  const StoredReport& report = *links.report;
  if (report.sequence > 1 && !links.before) return "the link before it is missing";
  const Digest before = links.before ? links.before->digest : Digest();
  if (report.previous != before) return "it does not follow the link before it";
  const bool is_last = report.sequence == links.head.sequence;
  if (!is_last && !links.after) return "the link behind it is missing";
  if (links.after && links.after->previous != report.digest) {
    return "the link behind it does not follow it";
  }
  return "";
}

std::string chain_problem(const Links& links, const TrustFile& trust) {
  for (const auto* link : {&links.before, &links.report, &links.after}) {
    if (!*link) continue;
    std::string problem = link_problem(**link, trust);
    if (!problem.empty()) return problem;
  }
  return order_problem(links);
}

}  // namespace

Verification::Verification(StateStore& state, const ReportLog& log, TrustFile trust,
                           const Clock& clock)
    : state_(state), clock_(clock), own_(log.public_key()), trust_(std::move(trust)) {
  if (own_ && std::ranges::find(trust_.keys, own_->id, &TrustedKey::id) == trust_.keys.end()) {
    trust_.keys.push_back(*own_);
  }
}

VerifyReport Verification::verify(std::string_view report,
                                  const std::optional<std::string_view>& document) {
  VerifyReport verified = ragsieve::verify({report, document, std::nullopt}, trust_, clock_);
  std::erase_if(verified.checks, [](const Check& check) { return check.name == "chain"; });
  verified.checks.push_back(chain_check(verified));
  verified.chain_wanted = true;
  return verified;
}

Check Verification::chain_check(const VerifyReport& verified) {
  const auto told = [](CheckStatus status, std::string reason) {
    return Check{"chain", status, std::move(reason)};
  };
  const auto digest = digest_from_hex(verified.report_sha256);
  if (!digest) return told(CheckStatus::kNotChecked, "there is no report to look for");
  const Result<Links> links =
      state_.use([&](Stores& stores) { return links_around(stores, *digest); });
  if (!links.ok()) {
    return told(CheckStatus::kNotChecked, "the state could not be read: " + links.error().message);
  }
  if (!links->report) {
    const bool foreign = !verified.key_id.empty() && (!own_ || verified.key_id != own_->id);
    if (!foreign) return told(CheckStatus::kFailed, "the report is no link of this chain");
    return told(CheckStatus::kNotChecked,
                "the report is no link of this chain, and another key than this service's signed "
                "it: check it where its own chain is");
  }
  std::string problem = chain_problem(*links, trust_);
  if (!problem.empty()) return told(CheckStatus::kFailed, std::move(problem));
  return told(CheckStatus::kPassed, "link " + std::to_string(links->report->sequence) + " of " +
                                        std::to_string(links->head.sequence) +
                                        ", and its neighbours follow it; the last is " +
                                        to_hex(links->head.digest).substr(0, 12));
}

}  // namespace ragsieve
