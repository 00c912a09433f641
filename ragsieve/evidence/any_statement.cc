#include "ragsieve/evidence/any_statement.h"

#include <utility>

#include "ragsieve/core/verdict.h"
#include "ragsieve/evidence/frame.h"

namespace ragsieve {
namespace {

std::string joined(const std::vector<std::string>& rules) {
  std::string out;
  for (const std::string& rule : rules) out += (out.empty() ? "" : ", ") + rule;
  return out.empty() ? "none" : out;
}

}  // namespace

const std::string& subject_of(const AnyStatement& statement) {
  return std::visit([](const auto& held) -> const std::string& { return held.subject; }, statement);
}

const std::string& raw_sha256_of(const AnyStatement& statement) {
  return std::visit([](const auto& held) -> const std::string& { return held.raw_sha256; },
                    statement);
}

const std::string& previous_of(const AnyStatement& statement) {
  return std::visit([](const auto& held) -> const std::string& { return held.previous_sha256; },
                    statement);
}

std::int64_t time_of(const AnyStatement& statement) {
  return std::visit([](const auto& held) { return held.time_s; }, statement);
}

void set_previous(AnyStatement& statement, std::string previous_sha256) {
  std::visit([&](auto& held) { held.previous_sha256 = std::move(previous_sha256); }, statement);
}

std::string to_canonical_json(const AnyStatement& statement) {
  return std::visit([](const auto& held) { return to_canonical_json(held); }, statement);
}

Result<AnyStatement> parse_any_statement(std::string_view bytes) {
  RAGSIEVE_TRY(const Frame frame, parse_frame(bytes));
  if (frame.predicate_type == kScreenPredicate) {
    RAGSIEVE_TRY(Statement statement, parse_statement(bytes));
    return AnyStatement(std::move(statement));
  }
  RAGSIEVE_TRY(ReviewStatement review, parse_review(bytes));
  return AnyStatement(std::move(review));
}

std::string verdict_difference(const Statement& statement) {
  const Decision decision = decide(verdict_input_of(statement));
  if (decision.verdict != statement.verdict) {
    return "the report says " + std::string(verdict_name(statement.verdict)) +
           ", its signals and thresholds give " + std::string(verdict_name(decision.verdict));
  }
  if (decision.score != statement.score) {
    return "the report says a score of " + std::to_string(statement.score) +
           " millionths, its signals give " + std::to_string(decision.score);
  }
  if (decision.decisive != statement.decisive) {
    return "the report says that these rules decided: " + joined(statement.decisive) +
           "; its signals and thresholds give: " + joined(decision.decisive);
  }
  return {};
}

Status check_before_signing(const AnyStatement& statement) {
  RAGSIEVE_TRY(const AnyStatement read, parse_any_statement(to_canonical_json(statement)));
  const auto* screened = std::get_if<Statement>(&read);
  if (screened == nullptr) return ok_status();
  const std::string difference = verdict_difference(*screened);
  if (difference.empty()) return ok_status();
  return make_error(Code::kInternal, difference + "; nothing was sealed");
}

}  // namespace ragsieve
