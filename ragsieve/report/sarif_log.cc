#include "ragsieve/report/sarif_log.h"

#include <set>
#include <utility>

#include "ragsieve/report/record_json.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

using json::Array;
using json::Object;

}  // namespace

Status SarifLog::open(const Summary& summary, const std::vector<SarifRule>& rules) {
  Object driver = {{"name", "ragsieve"}};
  if (!summary.version.empty()) driver.emplace_back("version", summary.version);
  Array described;
  for (const SarifRule& rule : rules) {
    index_of_rule_.emplace(rule.id, described.size());
    described.emplace_back(Object{{"id", rule.id},
                                  {"shortDescription", Object{{"text", rule.summary}}},
                                  {"help", Object{{"text", rule.help}}},
                                  {"defaultConfiguration", Object{{"level", "warning"}}}});
  }
  driver.emplace_back("rules", std::move(described));
  RAGSIEVE_CHECK(out_.append(
      "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
      "\"runs\":[{\"tool\":"));
  RAGSIEVE_CHECK(put(Object{{"driver", std::move(driver)}}));
  return out_.append(",\n\"results\":[");
}

Status SarifLog::add(SarifFinding finding) {
  RAGSIEVE_CHECK(out_.append(n_results_ == 0 ? "\n" : ",\n"));
  ++n_results_;
  Object object = {{"ruleId", finding.rule}};
  const auto index = index_of_rule_.find(finding.rule);
  if (index != index_of_rule_.end()) object.emplace_back("ruleIndex", index->second);
  object.emplace_back("level", std::move(finding.level));
  object.emplace_back("message", Object{{"text", std::move(finding.message)}});
  object.emplace_back("locations", Array{std::move(finding.location)});
  if (!finding.related.empty()) {
    object.emplace_back("relatedLocations", std::move(finding.related));
  }
  object.emplace_back("partialFingerprints",
                      Object{{"ragsieve/v1", std::move(finding.fingerprint)}});
  object.emplace_back("properties", std::move(finding.properties));
  return put(object);
}

Status SarifLog::close(const Summary& summary, int exit_code, Array notifications) {
  RAGSIEVE_CHECK(out_.append("],\n\"artifacts\":"));
  RAGSIEVE_CHECK(put(locations_.take_artifacts()));
  RAGSIEVE_CHECK(out_.append(",\n\"invocations\":"));
  RAGSIEVE_CHECK(put(Array{Object{{"executionSuccessful", exit_code != 3},
                                  {"exitCode", exit_code},
                                  {"toolExecutionNotifications", std::move(notifications)}}}));
  RAGSIEVE_CHECK(out_.append(",\n\"columnKind\":\"unicodeCodePoints\",\"properties\":"));
  RAGSIEVE_CHECK(put(Object{{"summary", to_json(summary)}}));
  RAGSIEVE_CHECK(out_.append("}]}\n"));
  return out_.flush();
}

Status SarifLog::put(const json::Value& value) {
  return out_.append(visible_json(json::dump(value)));
}

Object sarif_notification(std::string_view id, std::string_view text) {
  return Object{{"level", "error"},
                {"message", Object{{"text", sarif_text(text)}}},
                {"descriptor", Object{{"id", id}}}};
}

Array sarif_notifications(const std::vector<Error>& errors,
                          const std::vector<std::string>& unscored) {
  Array array;
  std::set<std::string> places;
  for (const Error& error : errors) {
    places.insert(error.where.path + ":" + std::to_string(error.where.line));
    Object object = sarif_notification(code_name(error.code), error.message);
    if (!error.where.path.empty()) {
      object.emplace_back("locations", Array{SarifLocations::error(error.where)});
    }
    array.emplace_back(std::move(object));
  }
  for (const std::string& name : unscored) {
    if (places.contains(name)) continue;
    array.emplace_back(sarif_notification("unscored", "not scored: " + name));
  }
  return array;
}

}  // namespace ragsieve
