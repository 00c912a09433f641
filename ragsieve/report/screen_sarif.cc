// The SARIF log of `screen`; what it holds is said in sarif.h.
#include "ragsieve/report/sarif.h"

#include <set>
#include <utility>

#include "ragsieve/report/record_json.h"
#include "ragsieve/report/sarif_log.h"
#include "ragsieve/report/screen_json.h"
#include "ragsieve/report/screen_outcome.h"
#include "ragsieve/report/text_page.h"

namespace ragsieve {
namespace {

using json::Array;
using json::Object;

std::vector<SarifRule> fixed_rules() {
  return {
      {"gate.reject", "Document rejected by the gate",
       "Keep the document out of the corpus. The related locations and the results beside this "
       "one say what it was rejected for."},
      {"gate.quarantine", "Document held back for a review",
       "A reviewer reads the marked places and releases or rejects the document. A revision that "
       "is meant is screened with --supersedes."},
      {"fact_conflict", "Contradicts a sentence of the trusted corpus",
       "A sentence about the same subject differs in a number, unit, date, name or negation. Find "
       "out which of the two is right before the document is ingested."},
      {"answer_change", "Changes an answer that the corpus supports",
       "With this document a probe question is answered with other facts. Check the question with "
       "the owner of the trusted source."},
      {"anomaly", "Far from everything in the trusted corpus",
       "The document's vectors lie outside the corpus. Does it belong into this corpus at all?"},
      {"corpus_evidence", "Stands in a set of coordinated documents",
       "Documents of different wording stand unusually close together. Review them as a set."},
      {"influence", "Moves many probe answers",
       "The document is retrieved for many probe questions and changes what is answered."},
      {"incomplete", "Not completely screened",
       "A signal did not finish, so nothing says that the document is clean. Repair the cause and "
       "screen it again."},
  };
}

std::vector<SarifRule> rules_of(const ScreenReport& report) {
  std::vector<SarifRule> rules = fixed_rules();
  std::set<std::string_view> known;
  for (const ScreenRecord& record : report.documents) {
    for (const InjectionFinding& finding : record.injection.findings) {
      if (record.verdict == Verdict::kAdmit || !known.insert(finding.rule).second) continue;
      rules.push_back({"injection." + finding.rule,
                       "Text that speaks to the model: " + sarif_text(finding.category),
                       "A document is read, never obeyed. Take the marked text out, or keep the "
                       "document out."});
    }
  }
  return rules;
}

std::string level_of(const ScreenRecord& record) {
  if (record.mode == "observe") return "note";
  return record.verdict == Verdict::kReject ? "error" : "warning";
}

// The results of one document.
class DocumentResults {
 public:
  DocumentResults(const ScreenRecord& record, bool show_text, SarifLog& log)
      : record_(record),
        name_(record.id.empty() ? record.path : record.id),
        show_text_(show_text),
        log_(log) {}

  Status write() {
    if (record_.verdict == Verdict::kReject) RAGSIEVE_CHECK(verdict("gate.reject"));
    if (record_.verdict == Verdict::kQuarantine) RAGSIEVE_CHECK(verdict("gate.quarantine"));
    if (is_unfinished(record_)) RAGSIEVE_CHECK(incomplete());
    for (const InjectionFinding& found : record_.injection.findings) {
      RAGSIEVE_CHECK(injection(found));
    }
    for (const ConflictRecord& conflict : record_.fact_conflict.conflicts) {
      RAGSIEVE_CHECK(fact_conflict(conflict));
    }
    RAGSIEVE_CHECK(answer_changes());
    return measured_signals();
  }

  // One for each signal that did not finish; of an INCOMPLETE document at least one.
  void notify(Array& notifications) {
    const std::size_t n_before = notifications.size();
    for (const auto& [name, signal] : signals_of(record_)) {
      if (!is_unfinished(*signal)) continue;
      std::string text =
          name_ + ": " + std::string(name) + " " + std::string(status_name(signal->status));
      if (!signal->reason.empty()) text += ": " + signal->reason;
      notifications.emplace_back(located(text));
    }
    if (record_.verdict != Verdict::kIncomplete || notifications.size() > n_before) return;
    notifications.emplace_back(located(name_ + ": the verdict is INCOMPLETE"));
  }

 private:
  SarifFile file() const { return {record_.path, name_, record_.raw_form == "record"}; }

  Object located(const std::string& text) {
    Object object = sarif_notification("incomplete", text);
    object.emplace_back("locations", Array{log_.locations().document(file())});
    return object;
  }

  SarifFinding finding(std::string rule, const std::string& key) {
    SarifFinding result;
    result.fingerprint = name_ + "/" + rule + (key.empty() ? "" : "/" + key);
    result.rule = std::move(rule);
    result.level = level_of(record_);
    result.location = log_.locations().document(file());
    return result;
  }

  SarifFinding finding_at(const Span& span, std::string rule, const std::string& key) {
    SarifFinding result = finding(std::move(rule), key);
    result.location = log_.locations().span(file(), span);
    return result;
  }

  Status verdict(const char* rule) {
    SarifFinding result = finding(rule, "");
    for (const std::string& reason : record_.reasons) {
      const bool open_end = !result.message.empty() && result.message.back() != '.';
      result.message += result.message.empty() ? "" : open_end ? "; " : " ";
      result.message += sarif_text(reason);
    }
    if (result.message.empty()) result.message = std::string(verdict_name(record_.verdict)) + ".";
    for (const Span& span : record_.spans) {
      result.related.emplace_back(log_.locations().span(file(), span));
    }
    Object whole = to_json(record_, show_text_);
    for (json::Member& member : whole) {
      constexpr std::string_view kKept = " verdict score p alpha mode profile decisive report ";
      if (kKept.find(" " + member.first + " ") != std::string_view::npos) {
        result.properties.push_back(std::move(member));
      }
    }
    return log_.add(std::move(result));
  }

  Status incomplete() {
    SarifFinding result = finding("incomplete", "");
    std::string names;
    for (const auto& [name, signal] : signals_of(record_)) {
      if (is_unfinished(*signal)) names += (names.empty() ? "" : ", ") + std::string(name);
    }
    result.message = "Not completely screened" + (names.empty() ? "" : ": " + names) +
                     ". What was not looked at is not clean.";
    result.properties = {{"verdict", verdict_name(record_.verdict)}};
    return log_.add(std::move(result));
  }

  Status injection(const InjectionFinding& found) {
    SarifFinding result =
        finding_at(found.span, "injection." + found.rule, std::to_string(found.span.range.start));
    if (found.quoted) result.level = "note";
    result.message = "Text that speaks to the model: " + sarif_text(found.category) +
                     ", seen in the view " + sarif_text(found.view) + ", weight " +
                     fixed(found.weight, 2) +
                     (found.quoted ? "; quoted: the text speaks about attacks." : ".");
    result.properties = to_json(found, show_text_);
    return log_.add(std::move(result));
  }

  Status fact_conflict(const ConflictRecord& conflict) {
    const std::string key = conflict.trusted_id + "/" + std::to_string(conflict.span.range.start);
    SarifFinding result = finding_at(conflict.span, "fact_conflict", key);
    if (conflict.superseded || !conflict.supported) result.level = "note";
    result.message = "Contradicts the trusted document " + sarif_text(conflict.trusted_id) + ".";
    for (const std::string& difference : conflict.differs) {
      result.message += " " + sarif_text(difference) + ".";
    }
    if (show_text_) {
      result.message += " Trusted: " + sarif_text(conflict.trusted_sentence) +
                        " This document: " + sarif_text(conflict.sentence);
    }
    if (conflict.superseded) result.message += " It is superseded: listed, not counted.";
    result.properties = to_json(conflict, show_text_);
    return log_.add(std::move(result));
  }

  Status answer_changes() {
    bool any = false;
    for (const ProbeRecord& probe : record_.influence.probes) {
      if (!probe.changed) continue;
      any = any || probe.supported;
      SarifFinding result = finding("answer_change", probe.id);
      if (!probe.supported) result.level = "note";
      result.message = "Changes the answer of probe " + sarif_text(probe.id) + " (shift " +
                       fixed(probe.shift, 2) + ")" +
                       (probe.supported ? "." : "; the corpus did not support the old answer.");
      if (show_text_) {
        result.message +=
            " Before: " + sarif_text(probe.before) + " After: " + sarif_text(probe.after);
      }
      result.properties = to_json(probe, show_text_);
      RAGSIEVE_CHECK(log_.add(std::move(result)));
    }
    if (any || !stands_out(record_.answer_change, record_.alpha)) return ok_status();
    return measured("answer_change", record_.answer_change, {});
  }

  Status measured(const char* rule, const Signal& signal, Object properties) {
    SarifFinding result = finding(rule, "");
    result.message = std::string(rule) + " " + fixed(from_millionths(signal.score), 6);
    if (signal.p) result.message += ", p " + fixed(from_millionths(*signal.p), 6);
    result.message += ".";
    result.properties = std::move(properties);
    return log_.add(std::move(result));
  }

  Status measured_signals() {
    const auto outstanding = [this](const Signal& signal) {
      return stands_out(signal, record_.alpha);
    };
    if (outstanding(record_.anomaly.signal)) {
      RAGSIEVE_CHECK(measured("anomaly", record_.anomaly.signal, anomaly_json(record_.anomaly)));
    }
    if (outstanding(record_.corpus_evidence.signal)) {
      RAGSIEVE_CHECK(measured("corpus_evidence", record_.corpus_evidence.signal,
                              corpus_evidence_json(record_.corpus_evidence)));
    }
    if (!outstanding(record_.influence.signal)) return ok_status();
    return measured("influence", record_.influence.signal,
                    {{"capture", rounded(record_.influence.capture)},
                     {"mean_shift", rounded(record_.influence.mean_shift)},
                     {"max_shift", rounded(record_.influence.max_shift)}});
  }

  const ScreenRecord& record_;
  const std::string name_;
  bool show_text_;
  SarifLog& log_;
};

}  // namespace

Status write_screen_sarif(const ScreenReport& report, const ReportOptions& options,
                          const Sink& sink) {
  SarifLog log(options, sink, SarifInput::kPerDocument);
  RAGSIEVE_CHECK(log.open(report.summary, rules_of(report)));
  Array notifications = sarif_notifications(report.errors, unscored_beside_documents(report));
  for (const ScreenRecord& record : report.documents) {
    DocumentResults results(record, options.show_text, log);
    if (record.verdict != Verdict::kAdmit) RAGSIEVE_CHECK(results.write());
    results.notify(notifications);
  }
  return log.close(summary_of(report), screen_exit_code(report), std::move(notifications));
}

}  // namespace ragsieve
