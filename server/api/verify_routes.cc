#include "server/api/verify_routes.h"

#include <optional>
#include <string>
#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/json/reader.h"
#include "server/api/answer.h"
#include "server/api/route_parts.h"

namespace ragsieve::api {
namespace {

// The statement as it stands in the report.
Result<json::Value> statement_json(const AnyStatement& statement) {
  return json::Reader().parse(to_canonical_json(statement));
}

Result<ServerResponse> verify(Verification& verification, const Call& call) {
  RAGSIEVE_TRY(const json::Value body, body_of(call));
  Members members(body, "");
  const json::Value& report = members.object("report");
  const auto document = members.optional_text("document", limits::kDocumentBytes);
  RAGSIEVE_CHECK(members.finish());
  const VerifyReport verified = verification.verify(json::dump(report), document);
  json::Array checks;
  for (const Check& check : verified.checks) {
    checks.emplace_back(json::Object{{"name", check.name},
                                     {"status", check_status_name(check.status)},
                                     {"reason", check.reason}});
  }
  const bool known = !verified.report_sha256.empty();
  json::Object answer{
      {"outcome", outcome_name(verified.outcome())},
      {"checks", std::move(checks)},
      {"report", known ? json::Value("sha256:" + verified.report_sha256) : json::Value()},
      {"owner", verified.owner},
      {"key_id", verified.key_id}};
  if (verified.statement) {
    RAGSIEVE_TRY(json::Value statement, statement_json(*verified.statement));
    answer.emplace_back("statement", std::move(statement));
  }
  return json_answer(answer);
}

}  // namespace

std::vector<Route> verify_routes(Verification& verification) {
  Route route;
  route.method = "POST";
  route.path = "/v1/verify";
  route.summary = "Whether a report holds, check by check";
  route.role = Role::kRead;
  route.content_types = {"application/json"};
  route.request_schema = "VerifyRequest";
  route.answers = {{200, "every check that was made, or could not be", "VerifyReport", ""},
                   bad_body()};
  route.function =
      answering([&verification](const Call& call) { return verify(verification, call); });
  return {route};
}

}  // namespace ragsieve::api
