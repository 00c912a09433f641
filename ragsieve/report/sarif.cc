#include "ragsieve/report/sarif.h"

#include <algorithm>
#include <array>
#include <set>

#include "ragsieve/report/record_json.h"
#include "ragsieve/report/sarif_location.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

using json::Array;
using json::Object;

struct Rule {
  std::string_view id;
  std::string_view summary;
  std::string_view help;
};

constexpr std::array kRules = {
    Rule{"rsg.topology", "Unusually close set of differently worded documents",
         "Several documents mean nearly the same in different words and stand closer together than "
         "their surroundings. Read them side by side: do they push one claim?"},
    Rule{"rsg.script_integrity", "Letters of several scripts mixed",
         "Letters of two scripts meet inside a word, or the document holds three scripts or more. "
         "Look for look-alike letters; names and glossaries can do the same honestly."},
    Rule{"rsq.anchor", "Words concentrated in the top of a retrieval result",
         "The documents that the generator would read share words that the other retrieved "
         "documents lack. Check the claim that these words make."},
    Rule{"rsq.integrity", "More foreign letters than in the other retrieved documents",
         "The share of letters outside the main script is above that of the ranks below."},
    Rule{"rsq.surprisal", "Stretch of text that a language model finds implausible",
         "A run of tokens is far less likely than the rest of the document. Look for gibberish or "
         "pasted instructions there."},
    Rule{"rsq.alignment", "Part of the text fits the query much better than the rest",
         "The document changes from matching the query to something else. Look for a question "
         "that was pasted in front of another text."},
};

std::size_t rule_index(std::string_view id) {
  const auto found = std::ranges::find(kRules, id, &Rule::id);
  return static_cast<std::size_t>(found - kRules.begin());
}

Array rules_json() {
  Array rules;
  for (const Rule& rule : kRules) {
    rules.emplace_back(Object{{"id", rule.id},
                              {"shortDescription", Object{{"text", rule.summary}}},
                              {"help", Object{{"text", rule.help}}},
                              {"defaultConfiguration", Object{{"level", "warning"}}}});
  }
  return rules;
}

std::string message(const std::vector<std::string>& reasons, const Rule& rule) {
  if (reasons.empty()) return std::string(rule.summary) + ".";
  std::string text;
  for (const std::string& reason : reasons) {
    if (!text.empty()) text += " ";
    text += sarif_text(reason);
  }
  return text;
}

// What one flagged document gives, whichever command flagged it.
struct Finding {
  std::string_view rule;
  const std::string& id;
  std::string qualified;
  const std::vector<std::string>& reasons;
  const std::vector<Span>& spans;
  Object properties;
};

Object result(Finding finding, SarifLocations& locations) {
  const std::size_t index = rule_index(finding.rule);
  Object object = {{"ruleId", finding.rule},
                   {"ruleIndex", index},
                   {"level", "warning"},
                   {"message", Object{{"text", message(finding.reasons, kRules[index])}}},
                   {"locations", Array{locations.document(finding.id, finding.qualified)}}};
  Array related;
  for (const Span& span : finding.spans) {
    related.emplace_back(locations.span(finding.id, finding.qualified, span));
  }
  if (!related.empty()) object.emplace_back("relatedLocations", std::move(related));
  object.emplace_back("partialFingerprints", Object{{"ragsieve/v1", finding.qualified}});
  object.emplace_back("properties", std::move(finding.properties));
  return object;
}

// The error of each unscored record, then the unscored records without one of their own.
Array notifications(const std::vector<Error>& errors, const Summary& summary) {
  Array array;
  std::set<std::string> places;
  for (const Error& error : errors) {
    places.insert(error.where.path + ":" + std::to_string(error.where.line));
    Object object = {{"level", "error"},
                     {"message", Object{{"text", sarif_text(error.message)}}},
                     {"descriptor", Object{{"id", code_name(error.code)}}}};
    if (!error.where.path.empty()) {
      object.emplace_back("locations", Array{SarifLocations::error(error.where)});
    }
    array.emplace_back(std::move(object));
  }
  for (const std::string& name : summary.unscored) {
    if (places.contains(name)) continue;
    array.emplace_back(Object{{"level", "error"},
                              {"message", Object{{"text", "not scored: " + sarif_text(name)}}},
                              {"descriptor", Object{{"id", "unscored"}}}});
  }
  return array;
}

// The log, piece by piece: results go out as they come, what they name follows.
class Log {
 public:
  Log(const ReportOptions& options, const Sink& sink) : out_(sink), locations_(options) {}

  Status open(const Summary& summary) {
    Object driver = {{"name", "ragsieve"}};
    if (!summary.version.empty()) driver.emplace_back("version", summary.version);
    driver.emplace_back("rules", rules_json());
    RAGSIEVE_CHECK(out_.append(
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
        "\"runs\":[{\"tool\":"));
    RAGSIEVE_CHECK(put(Object{{"driver", std::move(driver)}}));
    return out_.append(",\n\"results\":[");
  }

  Status add(Finding finding) {
    RAGSIEVE_CHECK(out_.append(n_results_ == 0 ? "\n" : ",\n"));
    ++n_results_;
    return put(result(std::move(finding), locations_));
  }

  Status close(const std::vector<Error>& errors, const Summary& summary) {
    const bool complete = errors.empty() && summary.unscored.empty();
    const int exit_code = !complete ? 3 : n_results_ > 0 ? 1 : 0;
    RAGSIEVE_CHECK(out_.append("],\n\"artifacts\":"));
    RAGSIEVE_CHECK(put(locations_.take_artifacts()));
    RAGSIEVE_CHECK(out_.append(",\n\"invocations\":"));
    RAGSIEVE_CHECK(
        put(Array{Object{{"executionSuccessful", complete},
                         {"exitCode", exit_code},
                         {"toolExecutionNotifications", notifications(errors, summary)}}}));
    RAGSIEVE_CHECK(out_.append(",\n\"columnKind\":\"unicodeCodePoints\",\"properties\":"));
    RAGSIEVE_CHECK(put(Object{{"summary", to_json(summary)}}));
    RAGSIEVE_CHECK(out_.append("}]}\n"));
    return out_.flush();
  }

 private:
  Status put(json::Value value) { return out_.append(visible_json(json::dump(value))); }

  BufferedSink out_;
  SarifLocations locations_;
  std::size_t n_results_ = 0;
};

// The term that weighs most; the first of equals.
std::string_view strongest_term(const CandidateRecord& record) {
  const std::array terms = {
      std::pair{"rsq.anchor", record.anchor}, std::pair{"rsq.integrity", record.integrity},
      std::pair{"rsq.surprisal", record.surprisal}, std::pair{"rsq.alignment", record.alignment}};
  return std::ranges::max_element(terms, {}, &std::pair<const char*, double>::second)->first;
}

}  // namespace

Status write_audit_sarif(const AuditReport& report, const ReportOptions& options,
                         const Sink& sink) {
  Log log(options, sink);
  RAGSIEVE_CHECK(log.open(report.summary));
  for (const AuditRecord& record : report.documents) {
    if (!record.flagged) continue;
    Object properties = {{"score", rounded(record.score)},
                         {"rank", record.rank},
                         {"profile", record.profile},
                         {"rsg", rsg_json(record.rsg)}};
    RAGSIEVE_CHECK(
        log.add({record.rsg.integrity ? "rsg.script_integrity" : "rsg.topology", record.id,
                 record.id, record.reasons, record.spans, std::move(properties)}));
  }
  return log.close(report.errors, report.summary);
}

Status write_filter_sarif(const FilterReport& report, const ReportOptions& options,
                          const Sink& sink) {
  Log log(options, sink);
  RAGSIEVE_CHECK(log.open(report.summary));
  for (const QueryRecord& query : report.queries) {
    for (const CandidateRecord& record : query.documents) {
      if (!record.flagged) continue;
      Object properties = {{"score", rounded(record.score)},
                           {"rank", record.rank},
                           {"profile", query.profile},
                           {"query_id", query.query_id},
                           {"terms", terms_json(record)}};
      RAGSIEVE_CHECK(log.add({strongest_term(record), record.id, query.query_id + "/" + record.id,
                              record.reasons, record.spans, std::move(properties)}));
    }
  }
  return log.close(report.errors, report.summary);
}

}  // namespace ragsieve
