#include "cli/verify_output.h"

#include <cstdio>
#include <utility>

#include "ragsieve/evidence/utc_time.h"
#include "ragsieve/json/value.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve::cli {
namespace {

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  out.resize(std::max(width, text.size() + 1), ' ');
  return out;
}

std::string words(std::string_view name) {
  std::string out(name);
  for (char& c : out) c = c == '_' ? ' ' : c;
  return out;
}

// "ADMIT", or "release by R. Viewer: checked"
std::string decision_of(const AnyStatement& statement) {
  if (const auto* screened = std::get_if<Statement>(&statement)) {
    return std::string(verdict_name(screened->verdict));
  }
  const auto& review = std::get<ReviewStatement>(statement);
  return std::string(action_name(review.action)) + " by " + review.reviewer + " (" + review.reason +
         ")";
}

std::string last_line(const VerifyReport& report) {
  if (!report.statement) return "No verdict: nothing in the report can be relied on.\n";
  const std::string decision = decision_of(*report.statement) + " for " +
                               subject_of(*report.statement) + " at " +
                               format_utc(time_of(*report.statement));
  switch (report.outcome()) {
    case VerifyOutcome::kVerifies:
      return visible(decision + ", sealed by " + report.owner + ": verifies.") + "\n";
    case VerifyOutcome::kDoesNotVerify:
      return visible("The report says " + decision + ": DOES NOT VERIFY.") + "\n";
    case VerifyOutcome::kCouldNotCheck:
      break;
  }
  return visible("The report says " + decision + ": could not be checked in full.") + "\n";
}

void add_statement(const AnyStatement& statement, json::Object& object) {
  object.emplace_back("subject", subject_of(statement));
  object.emplace_back("time", format_utc(time_of(statement)));
  if (const auto* screened = std::get_if<Statement>(&statement)) {
    object.emplace_back("verdict", verdict_name(screened->verdict));
    object.emplace_back("profile", screened->profile);
    object.emplace_back("mode", screened->mode);
    return;
  }
  const auto& review = std::get<ReviewStatement>(statement);
  object.emplace_back("action", action_name(review.action));
  object.emplace_back("reviewer", review.reviewer);
  object.emplace_back("reason", review.reason);
  object.emplace_back("answers", "sha256:" + review.answers_sha256);
}

}  // namespace

std::string verify_text(const VerifyReport& report) {
  std::string out;
  for (const Check& check : report.checks) {
    out += padded(words(check_status_name(check.status)), 13) + padded(words(check.name), 18) +
           visible(check.reason) + "\n";
  }
  return out + last_line(report);
}

std::string verify_json(const VerifyReport& report) {
  json::Array checks;
  for (const Check& check : report.checks) {
    checks.emplace_back(json::Object{{"name", check.name},
                                     {"status", check_status_name(check.status)},
                                     {"reason", check.reason}});
  }
  json::Object object{{"type", "verification"},
                      {"outcome", outcome_name(report.outcome())},
                      {"checks", std::move(checks)}};
  if (!report.report_sha256.empty())
    object.emplace_back("report", "sha256:" + report.report_sha256);
  if (report.statement) add_statement(*report.statement, object);
  if (!report.owner.empty()) {
    object.emplace_back("owner", report.owner);
    object.emplace_back("key", report.key_id);
  }
  return visible_json(json::dump(object)) + "\n";
}

}  // namespace ragsieve::cli
