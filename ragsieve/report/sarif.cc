#include "ragsieve/report/sarif.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ragsieve/report/record_json.h"
#include "ragsieve/report/sarif_location.h"
#include "ragsieve/report/sarif_log.h"

namespace ragsieve {
namespace {

std::vector<SarifRule> rules() {
  return {
      {"rsg.topology", "Unusually close set of differently worded documents",
       "Several documents mean nearly the same in different words and stand closer together than "
       "their surroundings. Read them side by side: do they push one claim?"},
      {"rsg.script_integrity", "Letters of several scripts mixed",
       "Letters of two scripts meet inside a word, or the document holds three scripts or more. "
       "Look for look-alike letters; names and glossaries can do the same honestly."},
      {"audit.density", "Unusually close set of differently worded documents",
       "Several documents mean nearly the same in different words, closer together than documents "
       "that nobody attacked. Read them side by side: do they push one claim?"},
      {"audit.crowd", "Crowd of nearly identical documents",
       "More documents than a clean corpus has are nearly the same text. Look at what differs "
       "between them: a shared trigger carries different payloads."},
      {"audit.fluency", "Stretch of text that does not fit the language of the corpus",
       "Words stand there that the corpus does not put together. Look for gibberish, typing "
       "errors on purpose or an optimised prefix."},
      {"audit.injection", "Text that addresses a model",
       "Sentences speak to a language model and not to a reader. Text about such attacks can do "
       "the same honestly."},
      {"audit.scripts", "Words that mix alphabets",
       "Letters of two alphabets stand inside a word. Look for look-alike letters."},
      {"rsq.anchor", "Words concentrated in the top of a retrieval result",
       "The documents that the generator would read share words that the other retrieved "
       "documents lack. Check the claim that these words make."},
      {"rsq.integrity", "More foreign letters than in the other retrieved documents",
       "The share of letters outside the main script is above that of the ranks below."},
      {"rsq.surprisal", "Stretch of text that a language model finds implausible",
       "A run of tokens is far less likely than the rest of the document. Look for gibberish or "
       "pasted instructions there."},
      {"rsq.alignment", "Part of the text fits the query much better than the rest",
       "The document changes from matching the query to something else. Look for a question "
       "that was pasted in front of another text."},
      {"filter.density", "Candidates that say the same in other words",
       "Several of the documents that the generator would read mean the same in different words, "
       "and the ranks below do not. Read them side by side: do they push one claim?"},
      {"filter.similarity", "Nearer to the question than the rest of the ranking",
       "The document stands closer to the question than clean candidates of this corpus do."},
      {"filter.question_pairs", "Repeats the wording of the question",
       "The document holds the question word by word. Look for a question that was pasted in "
       "front of another text."},
      {"filter.question_words", "Holds the rare words of the question",
       "The document holds more of the question's words than clean candidates do."},
      {"filter.focus", "Made of the words of the question",
       "An unusual share of the document's words are the question's."},
      {"filter.anchor", "Words concentrated in the top of a retrieval result",
       "The documents that the generator would read share words that the other retrieved "
       "documents lack. Check the claim that these words make."},
      {"filter.fluency", "A stretch that does not fit the language of the corpus",
       "A run of words is far less likely than anything in clean documents. Look for gibberish, "
       "misspellings or pasted text there."},
      {"filter.rarity", "Words that the corpus rarely uses",
       "The document consists of words that other documents hardly hold."},
      {"filter.injection", "Text that addresses a language model",
       "The document tells a model what to do. Read the sentences before it is given to one."},
  };
}

std::string message(const std::vector<std::string>& reasons, std::string_view rule) {
  std::string text;
  for (const std::string& reason : reasons) {
    if (!text.empty()) text += " ";
    text += sarif_text(reason);
  }
  if (!text.empty()) return text;
  const std::vector<SarifRule> all = rules();
  return std::ranges::find(all, rule, &SarifRule::id)->summary + ".";
}

// What one flagged document gives, whichever command flagged it.
template <typename Record>
SarifFinding finding(std::string_view rule, const Record& record, const std::string& qualified,
                     SarifLog& log) {
  SarifFinding result;
  result.rule = rule;
  result.message = message(record.reasons, rule);
  result.location = log.locations().document(record.id, qualified);
  for (const Span& span : record.spans) {
    result.related.emplace_back(log.locations().span(record.id, qualified, span));
  }
  result.fingerprint = qualified;
  return result;
}

Status close(SarifLog& log, const std::vector<Error>& errors, const Summary& summary) {
  const bool complete = errors.empty() && summary.unscored.empty();
  const int exit_code = !complete ? 3 : log.n_results() > 0 ? 1 : 0;
  return log.close(summary, exit_code, sarif_notifications(errors, summary.unscored));
}

std::string audit_rule(const AuditRecord& record) {
  if (record.evidence) return "audit." + record.evidence->strongest;
  return record.rsg.integrity ? "rsg.script_integrity" : "rsg.topology";
}

// The term that weighs most; the first of equals.
std::string strongest_term(const CandidateRecord& record) {
  if (!record.terms.empty()) {
    return "filter." + std::ranges::max_element(record.terms, {}, &FilterTermRecord::part)->name;
  }
  const std::array terms = {
      std::pair{"rsq.anchor", record.anchor}, std::pair{"rsq.integrity", record.integrity},
      std::pair{"rsq.surprisal", record.surprisal}, std::pair{"rsq.alignment", record.alignment}};
  return std::ranges::max_element(terms, {}, &std::pair<const char*, double>::second)->first;
}

}  // namespace

Status write_audit_sarif(const AuditReport& report, const ReportOptions& options,
                         const Sink& sink) {
  SarifLog log(options, sink);
  RAGSIEVE_CHECK(log.open(report.summary, rules()));
  for (const AuditRecord& record : report.documents) {
    if (!record.flagged) continue;
    SarifFinding result = finding(audit_rule(record), record, record.id, log);
    result.properties = {
        {"score", rounded(record.score)}, {"rank", record.rank}, {"profile", record.profile}};
    if (record.evidence) result.properties.emplace_back("p", rounded(record.evidence->p));
    for (json::Member& signal : audit_signals_json(record)) {
      result.properties.push_back(std::move(signal));
    }
    RAGSIEVE_CHECK(log.add(std::move(result)));
  }
  return close(log, report.errors, report.summary);
}

Status write_filter_sarif(const FilterReport& report, const ReportOptions& options,
                          const Sink& sink) {
  SarifLog log(options, sink);
  RAGSIEVE_CHECK(log.open(report.summary, rules()));
  for (const QueryRecord& query : report.queries) {
    for (const CandidateRecord& record : query.documents) {
      if (!record.flagged) continue;
      SarifFinding result =
          finding(strongest_term(record), record, query.query_id + "/" + record.id, log);
      result.properties = {{"score", rounded(record.score)},
                           {"rank", record.rank},
                           {"profile", query.profile},
                           {"query_id", query.query_id},
                           {"terms", terms_json(record)}};
      RAGSIEVE_CHECK(log.add(std::move(result)));
    }
  }
  return close(log, report.errors, report.summary);
}

}  // namespace ragsieve
