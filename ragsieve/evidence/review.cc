#include "ragsieve/evidence/review.h"

#include <array>

#include "ragsieve/evidence/frame.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/evidence/utc_time.h"
#include "ragsieve/json/value.h"

namespace ragsieve {
namespace {

struct ActionRow {
  ReviewAction action;
  std::string_view name;
  std::string_view predicate_type;
};

constexpr std::array<ActionRow, 3> kActions{{
    {ReviewAction::kRelease, "release", "https://ragsieve.dev/attestation/release/v1"},
    {ReviewAction::kReject, "reject", "https://ragsieve.dev/attestation/reject/v1"},
    {ReviewAction::kSupersede, "supersede", "https://ragsieve.dev/attestation/supersede/v1"},
}};

const ActionRow& row(ReviewAction action) {
  for (const ActionRow& candidate : kActions) {
    if (candidate.action == action) return candidate;
  }
  return kActions.front();
}

Result<ReviewAction> action_of(const std::string& type) {
  for (const ActionRow& candidate : kActions) {
    if (candidate.predicate_type == type) return candidate.action;
  }
  return unknown_predicate(type);
}

std::string not_empty(Members& members, std::string_view name) {
  std::string text = members.text(name, limits::kStatementTextBytes);
  if (text.empty()) members.fail(name, "is empty");
  return text;
}

}  // namespace

std::string_view predicate_type(ReviewAction action) { return row(action).predicate_type; }
std::string_view action_name(ReviewAction action) { return row(action).name; }

std::string to_canonical_json(const ReviewStatement& statement) {
  json::Object predicate{{"reviewer", statement.reviewer},
                         {"reason", statement.reason},
                         {"answers_sha256", statement.answers_sha256},
                         {"version", statement.version},
                         {"time", format_utc(statement.time_s)},
                         {"previous_sha256", statement.previous_sha256}};
  if (statement.action == ReviewAction::kSupersede) {
    predicate.emplace_back("supersedes", statement.supersedes);
  }
  return to_canonical_json(Frame{statement.subject, statement.raw_sha256,
                                 std::string(predicate_type(statement.action)),
                                 std::move(predicate)});
}

Result<ReviewStatement> parse_review(std::string_view bytes) {
  RAGSIEVE_TRY(const Frame frame, parse_frame(bytes));
  ReviewStatement statement;
  RAGSIEVE_TRY(statement.action, action_of(frame.predicate_type));
  statement.subject = frame.subject;
  statement.raw_sha256 = frame.raw_sha256;
  Members members(frame.predicate, "predicate.");
  statement.reviewer = not_empty(members, "reviewer");
  statement.reason = not_empty(members, "reason");
  statement.answers_sha256 = members.digest("answers_sha256");
  if (statement.action == ReviewAction::kSupersede) {
    statement.supersedes = not_empty(members, "supersedes");
  }
  statement.version = members.text("version", limits::kStatementTextBytes);
  statement.time_s = members.time("time");
  statement.previous_sha256 = members.digest("previous_sha256");
  RAGSIEVE_CHECK(members.finish());
  return statement;
}

}  // namespace ragsieve
