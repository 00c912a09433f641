#include "ragsieve/store/decisions_store.h"

namespace ragsieve {
namespace {

constexpr const char* kSelect =
    "SELECT sequence, document, action, who, reason, answers, report, time FROM decisions ";

StoredDecision read_decision(SqlReader& reader) {
  StoredDecision decision;
  decision.sequence = reader.integer();
  decision.document = reader.text();
  const auto action = decision_from_name(reader.text());
  if (!action) reader.refuse();
  decision.action = action.value_or(DecisionAction::kNote);
  decision.who = reader.text();
  decision.reason = reader.text();
  decision.answers = reader.maybe_digest();
  decision.report = reader.maybe_digest();
  decision.time_us = reader.integer();
  return decision;
}

}  // namespace

std::string_view decision_name(DecisionAction action) {
  switch (action) {
    case DecisionAction::kRelease:
      return "release";
    case DecisionAction::kReject:
      return "reject";
    case DecisionAction::kNote:
      break;
  }
  return "note";
}

std::optional<DecisionAction> decision_from_name(std::string_view name) {
  for (const auto action :
       {DecisionAction::kRelease, DecisionAction::kReject, DecisionAction::kNote}) {
    if (name == decision_name(action)) return action;
  }
  return std::nullopt;
}

Result<std::int64_t> DecisionsStore::add(const StoredDecision& decision) {
  const auto rows = database_.run(
      "INSERT INTO decisions (document, action, who, reason, answers, report, time) "
      "VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING sequence",
      {decision.document, decision_name(decision.action), decision.who, decision.reason,
       decision.answers, decision.report, decision.time_us});
  if (!rows.ok()) {
    return adding_error(rows.error(), "a decision on document '" + decision.document + "'");
  }
  RAGSIEVE_TRY(const auto sequence,
               read_first(*rows, [](SqlReader& reader) { return reader.integer(); }));
  return sequence.value_or(0);
}

Result<std::vector<StoredDecision>> DecisionsStore::of_document(const std::string& document,
                                                                const Page& page) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run(std::string(kSelect) + "WHERE document = $1 AND sequence < $2 "
                                                    "ORDER BY sequence DESC LIMIT $3",
                             {document, page.before, rows_of(page)}));
  return read_rows(rows, read_decision);
}

Result<std::optional<StoredDecision>> DecisionsStore::on_report(const Digest& answers) {
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run(std::string(kSelect) + "WHERE answers = $1 AND action <> 'note'", {answers}));
  return read_first(rows, read_decision);
}

}  // namespace ragsieve
