#include "server/api/stored_json.h"

#include <optional>
#include <utility>

#include "ragsieve/json/reader.h"
#include "server/api/answer.h"

namespace ragsieve::api {
namespace {

json::Value report_json(const std::optional<Digest>& report) {
  return report ? json::Value(report_name(*report)) : json::Value();
}

// Of the record as it was stored; an empty object where that is none.
json::Value signals_json(const std::string& record) {
  const Result<json::Value> stored = json::Reader().parse(record);
  const json::Value* signals = stored.ok() ? stored->find("signals") : nullptr;
  return signals != nullptr && signals->object() != nullptr ? *signals : json::Object();
}

}  // namespace

json::Object verdict_json(const StoredVerdict& verdict, const std::string& source) {
  return {{"document", verdict.document},
          {"source", source},
          {"verdict", verdict_name(verdict.verdict)},
          {"score", from_millionths(verdict.score)},
          {"p", verdict.p ? json::Value(from_millionths(*verdict.p)) : json::Value()},
          {"alpha", from_millionths(verdict.alpha)},
          {"mode", verdict.mode},
          {"profile", verdict.profile},
          {"corpus", verdict.corpus},
          {"report", report_name(verdict.report)},
          {"time", time_text(verdict.time_us)},
          {"signals", signals_json(verdict.signals)}};
}

json::Object document_json(const StoredDocument& document) {
  return {{"document", document.id},
          {"id", document.source},
          {"source", document.source},
          {"media_type", document.media_type},
          {"corpus", document.corpus},
          {"raw_sha256", to_hex(document.raw_digest)},
          {"created", time_text(document.created_us)}};
}

json::Object decision_json(const StoredDecision& decision) {
  return {{"document", decision.document},
          {"action", decision_name(decision.action)},
          {"who", decision.who},
          {"reason", decision.reason},
          {"answers", report_json(decision.answers)},
          {"report", report_json(decision.report)},
          {"time", time_text(decision.time_us)}};
}

json::Array strings_json(const std::vector<std::string>& values) {
  return {values.begin(), values.end()};
}

}  // namespace ragsieve::api
