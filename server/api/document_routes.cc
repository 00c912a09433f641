#include "server/api/document_routes.h"

#include <optional>
#include <string>
#include <utility>

#include "ragsieve/json/reader.h"
#include "server/api/answer.h"
#include "server/api/route_parts.h"
#include "server/api/stored_json.h"

namespace ragsieve::api {
namespace {

Result<ServerResponse> list(DocumentsDesk& desk, const Call& call) {
  RAGSIEVE_TRY(const Page page, page_of(call));
  const std::string* source = call.request.parameter("source");
  RAGSIEVE_TRY(const auto documents,
               desk.list(source == nullptr ? std::nullopt : std::optional(*source), page));
  json::Array items;
  for (const StoredDocument& document : documents) items.emplace_back(document_json(document));
  return list_answer(std::move(items), next_of(documents, page, &StoredDocument::sequence));
}

Result<ServerResponse> one(DocumentsDesk& desk, const Call& call) {
  RAGSIEVE_TRY(const auto history, desk.find(call.at("id")));
  if (!history) return make_error(Code::kNotFound, "there is no document of this id");
  json::Array verdicts;
  for (const StoredVerdict& verdict : history->verdicts) {
    verdicts.emplace_back(verdict_json(verdict, history->document.source));
  }
  json::Array decisions;
  for (const StoredDecision& decision : history->decisions) {
    decisions.emplace_back(decision_json(decision));
  }
  json::Object body{{"document", document_json(history->document)}};
  if (history->document.text) body.emplace_back("text", *history->document.text);
  if (history->record) {
    RAGSIEVE_TRY(json::Value record, json::Reader().parse(*history->record));
    body.emplace_back("record", std::move(record));
  }
  body.emplace_back("verdicts", std::move(verdicts));
  body.emplace_back("decisions", std::move(decisions));
  return json_answer(body);
}

Result<std::optional<Verdict>> wanted_verdict(const Call& call) {
  const std::string* name = call.request.parameter("verdict");
  if (name == nullptr) return std::optional<Verdict>();
  const std::optional<Verdict> verdict = verdict_from_name(*name);
  if (verdict) return verdict;
  return make_error(Code::kInvalidArgument,
                    "this is no verdict, expected ADMIT, QUARANTINE, REJECT or INCOMPLETE",
                    Where{"", 0, "verdict"});
}

Result<ServerResponse> verdicts(DocumentsDesk& desk, const Call& call) {
  RAGSIEVE_TRY(const Page page, page_of(call));
  RAGSIEVE_TRY(const std::optional<Verdict> wanted, wanted_verdict(call));
  RAGSIEVE_TRY(const auto found, desk.verdicts(wanted, page));
  json::Array items;
  std::vector<StoredVerdict> rows;
  for (const SourcedVerdict& one : found) {
    items.emplace_back(verdict_json(one.verdict, one.source));
    rows.push_back(one.verdict);
  }
  return list_answer(std::move(items), next_of(rows, page, &StoredVerdict::sequence));
}

}  // namespace

std::vector<Route> document_routes(DocumentsDesk& desk) {
  Route all = route_of("GET", "/v1/documents", "The documents that were screened, newest first",
                       {200, "documents without their texts", "DocumentList", ""});
  all.query = page_parameters();
  all.query.push_back({"source", "only those of this name", "string"});
  all.function = answering([&desk](const Call& call) { return list(desk, call); });
  Route document = route_of("GET", "/v1/documents/{id}", "A document with its history",
                            {200, "newest first", "DocumentHistory", ""});
  document.function = answering([&desk](const Call& call) { return one(desk, call); });
  Route given = route_of("GET", "/v1/verdicts", "The verdicts, newest first",
                         {200, "verdicts", "VerdictList", ""});
  given.query = page_parameters();
  given.query.push_back({"verdict", "ADMIT, QUARANTINE, REJECT or INCOMPLETE", "string"});
  given.function = answering([&desk](const Call& call) { return verdicts(desk, call); });
  return {all, document, given};
}

}  // namespace ragsieve::api
