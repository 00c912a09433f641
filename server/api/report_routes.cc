#include "server/api/report_routes.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "server/api/answer.h"

namespace ragsieve::api {
namespace {

constexpr const char* kEnvelopeType = "application/vnd.dsse.envelope.v1+json";

// 64 digits, with "sha256:" before them or not.
Result<ServerResponse> one(DocumentsDesk& desk, const Call& call) {
  const std::string& name = call.at("digest");
  RAGSIEVE_TRY(const Digest digest, report_of_name(name.size() == 64 ? "sha256:" + name : name));
  RAGSIEVE_TRY(const auto report, desk.report(digest));
  if (!report) return make_error(Code::kNotFound, "there is no report of this digest");
  ServerResponse response;
  response.body = report->envelope;
  if (is_sealed(*report)) response.content_type = kEnvelopeType;
  return response;
}

Result<ServerResponse> chain(DocumentsDesk& desk, const Call& call) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  RAGSIEVE_TRY(const std::int64_t after, query_number(call, {"after", 0, kMost, 0}));
  RAGSIEVE_TRY(const std::int64_t limit, query_number(call, {"limit", 1, 1000, 100}));
  RAGSIEVE_TRY(const ChainPage page, desk.chain(after, limit));
  json::Array items;
  for (const StoredReport& report : page.reports) {
    items.emplace_back(json::Object{{"sequence", report.sequence},
                                    {"digest", report_name(report.digest)},
                                    {"previous", report_name(report.previous)},
                                    {"time", time_text(report.time_us)}});
  }
  const bool more = !page.reports.empty() && page.reports.back().sequence < page.head.sequence;
  const json::Value next = more ? json::Value(page.reports.back().sequence) : json::Value();
  return json_answer(json::Object{
      {"items", std::move(items)},
      {"next", next},
      {"head",
       json::Object{{"sequence", page.head.sequence}, {"digest", report_name(page.head.digest)}}}});
}

}  // namespace

std::vector<Route> report_routes(DocumentsDesk& desk) {
  Route list;
  list.method = "GET";
  list.path = "/v1/reports";
  list.summary = "The chain of reports, oldest first, and its head";
  list.role = Role::kRead;
  list.query = {{"after", "the `next` of the page before", "integer"},
                {"limit", "links of the page, 1 to 1000; without it 100", "integer"}};
  list.answers = {{200, "links of the chain", "ReportChain", ""}};
  list.function = answering([&desk](const Call& call) { return chain(desk, call); });
  Route report;
  report.method = "GET";
  report.path = "/v1/reports/{digest}";
  report.summary = "A report, byte for byte as it was sealed";
  report.role = Role::kRead;
  report.answers = {{200, "the envelope, or the unsealed report", "Envelope", kEnvelopeType},
                    {200, "the envelope, or the unsealed report", "UnsealedReport", ""}};
  report.function = answering([&desk](const Call& call) { return one(desk, call); });
  return {list, report};
}

}  // namespace ragsieve::api
