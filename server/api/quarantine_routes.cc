#include "server/api/quarantine_routes.h"

#include <optional>
#include <string>
#include <utility>

#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/members.h"
#include "server/api/answer.h"
#include "server/api/route_parts.h"
#include "server/api/stored_json.h"
#include "server/problem.h"

namespace ragsieve::api {
namespace {

constexpr std::size_t kReportNameBytes = 71;  // "sha256:" and 64 digits

json::Object waiting_json(const WaitingVerdict& waiting) {
  json::Object object = verdict_json(waiting.verdict, waiting.source);
  object.emplace_back("reasons", strings_json(waiting.reasons));
  object.emplace_back("decisive", strings_json(waiting.decisive));
  return object;
}

Result<ServerResponse> list(ReviewDesk& desk, const Call& call) {
  RAGSIEVE_TRY(const Page page, page_of(call));
  RAGSIEVE_TRY(const std::vector<WaitingVerdict> waiting, desk.waiting(page));
  json::Array items;
  std::vector<StoredVerdict> verdicts;
  for (const WaitingVerdict& one : waiting) {
    items.emplace_back(waiting_json(one));
    verdicts.push_back(one.verdict);
  }
  return list_answer(std::move(items), next_of(verdicts, page, &StoredVerdict::sequence));
}

// What every decision says: why, who, and the report that was seen.
Result<ReviewRequest> request_of(Members& members, const Call& call) {
  ReviewRequest request;
  request.reason = members.text("reason", limits::kStatementTextBytes);
  request.who = call.principal.name;
  RAGSIEVE_TRY(request.once, idempotency_of(call));
  return request;
}

ServerResponse answer_of(const ReviewResult& result, const Call& call) {
  if (result.outcome == ReviewOutcome::kDecided) {
    return json_answer(decision_json(result.decision));
  }
  const int status = result.outcome == ReviewOutcome::kUnknown ? 404 : 409;
  return problem(status, outcome_name(result.outcome), result.detail, call.request.id);
}

Result<ServerResponse> decide(ReviewDesk& desk, DecisionAction action, const Call& call) {
  RAGSIEVE_TRY(const json::Value body, body_of(call));
  Members members(body, "");
  RAGSIEVE_TRY(ReviewRequest request, request_of(members, call));
  request.action = action;
  const auto report = members.optional_text("report", kReportNameBytes);
  RAGSIEVE_CHECK(members.finish());
  if (report) {
    RAGSIEVE_TRY(request.report, report_of_name(*report));
  }
  RAGSIEVE_TRY(const auto results, desk.decide({call.at("document")}, request));
  return answer_of(results.front(), call);
}

json::Object item_json(const ReviewResult& result) {
  json::Object item{{"document", result.document}};
  if (result.outcome == ReviewOutcome::kDecided) {
    item.emplace_back("decision", decision_json(result.decision));
  } else {
    item.emplace_back(
        "problem", json::Object{{"code", outcome_name(result.outcome)}, {"detail", result.detail}});
  }
  return item;
}

Result<ServerResponse> decide_many(ReviewDesk& desk, const Call& call) {
  RAGSIEVE_TRY(const json::Value body, body_of(call));
  Members members(body, "");
  RAGSIEVE_TRY(ReviewRequest request, request_of(members, call));
  const auto action = decision_from_name(members.text("action", 16));
  if (!action || action == DecisionAction::kNote) {
    members.fail("action", "expected \"release\" or \"reject\"");
  }
  const auto documents =
      members.texts("documents", ReviewDesk::kMostDocuments, limits::kStatementTextBytes);
  if (documents.empty()) members.fail("documents", "names none, expected 1 to 200");
  RAGSIEVE_CHECK(members.finish());
  request.action = *action;
  RAGSIEVE_TRY(const auto results, desk.decide(documents, request));
  json::Array items;
  for (const ReviewResult& result : results) items.emplace_back(item_json(result));
  return json_answer(json::Object{{"items", std::move(items)}});
}

Route list_route(ReviewDesk& desk) {
  Route route;
  route.method = "GET";
  route.path = "/v1/quarantine";
  route.summary = "What waits for a reviewer, newest first";
  route.role = Role::kRead;
  route.query = page_parameters();
  route.answers = {{200, "verdicts that nobody has decided on", "WaitingList", ""}};
  route.function = answering([&desk](const Call& call) { return list(desk, call); });
  return route;
}

Route decision_route(ReviewDesk& desk, DecisionAction action, std::string summary) {
  Route route;
  route.method = "POST";
  route.path = "/v1/quarantine/{document}/" + std::string(decision_name(action));
  route.summary = std::move(summary);
  route.role = Role::kReview;
  route.content_types = {"application/json"};
  route.request_schema = "DecisionRequest";
  route.answers = {{200, "the decision", "Decision", ""}, bad_body(), no_space()};
  route.answers.push_back(
      refusal(409, "already_decided, not_waiting, or report_changed: it is not the one seen"));
  route.function =
      answering([&desk, action](const Call& call) { return decide(desk, action, call); });
  return route;
}

Route many_route(ReviewDesk& desk) {
  Route route;
  route.method = "POST";
  route.path = "/v1/quarantine/decisions";
  route.summary = "Releases or rejects many documents, each by itself";
  route.role = Role::kReview;
  route.content_types = {"application/json"};
  route.request_schema = "DecisionsRequest";
  route.answers = {{200, "of each document the decision, or why there is none", "DecisionList", ""},
                   bad_body(),
                   no_space()};
  route.function = answering([&desk](const Call& call) { return decide_many(desk, call); });
  return route;
}

}  // namespace

std::vector<Route> quarantine_routes(ReviewDesk& desk) {
  return {list_route(desk),
          decision_route(desk, DecisionAction::kRelease, "Lets a document in that was held back"),
          decision_route(desk, DecisionAction::kReject, "Keeps a document out for good"),
          decision_route(desk, DecisionAction::kNote, "Notes something about a document"),
          many_route(desk)};
}

}  // namespace ragsieve::api
