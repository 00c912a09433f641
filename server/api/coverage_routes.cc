#include "server/api/coverage_routes.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "server/api/answer.h"
#include "server/api/route_parts.h"

namespace ragsieve::api {
namespace {

constexpr std::size_t kMostDocuments = 10'000;
constexpr std::size_t kMostTopics = 1000;
constexpr std::size_t kTopicBytes = 200;

// A title may be a page long.
std::string cut(const std::string& topic) {
  if (topic.size() <= kTopicBytes) return topic;
  std::size_t end = kTopicBytes;
  while (end > 0 && (static_cast<unsigned char>(topic[end]) & 0xc0U) == 0x80U) --end;
  return topic.substr(0, end);
}

json::Array topics_json(const CoverageReport& report) {
  json::Array list;
  for (const TopicRecord& topic : report.topics) {
    if (list.size() == kMostTopics) break;
    list.emplace_back(json::Object{
        {"topic", cut(topic.topic)}, {"documents", topic.documents}, {"reached", topic.reached}});
  }
  return list;
}

json::Array documents_json(const CoverageReport& report) {
  json::Array list;
  for (const CoverageRecord& document : report.documents) {
    if (list.size() == kMostDocuments) break;
    list.emplace_back(json::Object{{"id", document.id},
                                   {"topic", cut(document.topic)},
                                   {"probes", document.probes},
                                   {"best_rank", document.best_rank}});
  }
  return list;
}

Result<ServerResponse> coverage(Gates& gates, RunOptions run, const Call& call) {
  run.cancel = call.request.cancel;
  RAGSIEVE_TRY(const std::shared_ptr<const Gate> gate, gates.of(call.at("name"), run));
  const CoverageReport report = gate->coverage();
  const auto reached = std::ranges::count_if(
      report.documents, [](const CoverageRecord& document) { return document.probes > 0; });
  return json_answer(json::Object{{"corpus", call.at("name")},
                                  {"probes", gate->probes().size()},
                                  {"depth", gate->answer_depth()},
                                  {"documents", report.documents.size()},
                                  {"reached", static_cast<std::int64_t>(reached)},
                                  {"topics", topics_json(report)},
                                  {"items", documents_json(report)},
                                  {"more", report.documents.size() > kMostDocuments}});
}

}  // namespace

std::vector<Route> coverage_routes(Gates& gates, RunOptions run) {
  Route route =
      route_of("GET", "/v1/corpora/{name}/coverage", "Which documents of a corpus its probes reach",
               {200, "documents in their order, and topics", "Coverage", ""});
  route.lane = Lane::kModel;  // a gate that is not open any more is opened
  route.function = answering(
      [&gates, run = std::move(run)](const Call& call) { return coverage(gates, run, call); });
  return {std::move(route)};
}

}  // namespace ragsieve::api
