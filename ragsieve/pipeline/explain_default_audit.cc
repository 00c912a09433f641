#include "ragsieve/pipeline/explain_default_audit.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace ragsieve {
namespace {

constexpr std::size_t kNamed = 4;  // documents or rules that a reason names
constexpr std::size_t kSpans = 8;  // of one term

std::string number(double value, const char* format) {
  char buffer[32];
  std::snprintf(buffer, sizeof(buffer), format, value);
  return buffer;
}

std::string counted(std::size_t n, const std::string& one, const std::string& many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

// The first names of a list, and how many more there are.
std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < std::min(kNamed, names.size()); ++i) {
    list += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > kNamed) list += " and " + std::to_string(names.size() - kNamed) + " more";
  return list;
}

class Explanation {
 public:
  Explanation(const Document& document, const AuditTerms& terms, const AuditVerdict& verdict,
              const AuditReasonOptions& options, AuditRecord& record)
      : document_(document), terms_(terms), verdict_(verdict), options_(options), record_(record) {}

  Status add(AuditTerm term) {
    switch (term) {
      case AuditTerm::kDensity:
        density();
        break;
      case AuditTerm::kCrowd:
        crowd();
        break;
      case AuditTerm::kFluency:
        fluency();
        break;
      case AuditTerm::kInjection:
        return injection();
      case AuditTerm::kScripts:
        scripts();
        break;
    }
    return ok_status();
  }

 private:
  [[nodiscard]] double p(AuditTerm term) const {
    return verdict_.p_terms[static_cast<std::size_t>(term)];
  }
  [[nodiscard]] std::string p_text(AuditTerm term) const { return "p " + number(p(term), "%.2g"); }

  void density() {
    std::vector<std::string> names;
    for (const NeighbourRecord& neighbour : record_.rsg.neighbours) {
      if (!neighbour.eligible) continue;
      names.push_back(neighbour.id + " (cosine " + number(neighbour.cosine, "%.3f") + ", " +
                      number(100 * neighbour.jaccard, "%.0f") + " % of words shared)");
    }
    record_.reasons.push_back(
        "says the same as " + counted(names.size(), "other document", "other documents") +
        " in other words (" + p_text(AuditTerm::kDensity) + "): " + listed(names));
  }

  void crowd() {
    std::string reason = "is nearly the same text as " +
                         counted(record_.evidence->near_copies.size(), "neighbour", "neighbours") +
                         " (" + p_text(AuditTerm::kCrowd) +
                         "): " + listed(record_.evidence->near_copies);
    if (terms_.copies > 0) {
      reason += "; " + counted(terms_.copies, "other document holds", "other documents hold") +
                " exactly this text";
    }
    record_.reasons.push_back(std::move(reason));
  }

  // A stretch that starts in the title and ends in the text is two spans.
  void fluency() {
    const ByteRange range = terms_.fluency.range;
    const std::size_t front = document_.stripped_front.size();
    const std::size_t title = document_.title_bytes - std::min(document_.title_bytes, front);
    const std::size_t first = record_.spans.size();
    const double weight = 1 - p(AuditTerm::kFluency);
    record_.spans.push_back(span_of(document_, range, "audit.fluency", weight));
    if (range.start < title && range.end > title + 1) {
      record_.spans.push_back(span_of(document_, {title + 1, range.end}, "audit.fluency", weight));
    }
    const std::size_t words = std::min(options_.terms.fluency.window, terms_.fluency.words);
    const Span& start = record_.spans[first];
    record_.reasons.push_back(
        counted(words, "word", "words") + " from byte " + std::to_string(start.range.start) +
        " of the " + start.field + " do not fit the language of this corpus: " +
        number(terms_.fluency.bits, "%.1f") + " bits a word, median " +
        number(options_.median_bits, "%.1f") + " (" + p_text(AuditTerm::kFluency) + ")");
  }

  Status injection() {
    if (options_.terms.injection == nullptr) return ok_status();
    RAGSIEVE_TRY(InjectionResult found, options_.terms.injection->scan(document_));
    std::vector<std::string> rules;
    for (const InjectionFinding& finding : found.findings) {
      if (std::ranges::find(rules, finding.rule) == rules.end()) rules.push_back(finding.rule);
    }
    record_.reasons.push_back("addresses a model (score " +
                              number(terms_.of(AuditTerm::kInjection), "%.2f") + ", " +
                              p_text(AuditTerm::kInjection) + "): " + listed(rules));
    for (std::size_t i = 0; i < std::min(kSpans, found.findings.size()); ++i) {
      InjectionFinding& finding = found.findings[i];
      finding.span.rule = "injection." + finding.rule;
      finding.span.weight = finding.weight;
      add_span(std::move(finding.span));
    }
    return ok_status();
  }

  void scripts() {
    record_.reasons.push_back(counted(static_cast<std::size_t>(terms_.of(AuditTerm::kScripts)),
                                      "word mixes", "words mix") +
                              " alphabets (" + p_text(AuditTerm::kScripts) +
                              "): look-alike letters hide a word from readers and filters");
    for (const ByteRange word : mixed_words(document_.indexed_text, kSpans)) {
      add_span(span_of(document_, word, "audit.scripts", 1 - p(AuditTerm::kScripts)));
    }
  }

  // A place that a stronger term has shown is not shown again.
  void add_span(Span span) {
    const bool known = std::ranges::any_of(record_.spans, [&](const Span& shown) {
      return shown.field == span.field && shown.range == span.range;
    });
    if (!known) record_.spans.push_back(std::move(span));
  }

  const Document& document_;
  const AuditTerms& terms_;
  const AuditVerdict& verdict_;
  const AuditReasonOptions& options_;
  AuditRecord& record_;
};

}  // namespace

Status explain_default_audit(const Document& document, const AuditTerms& terms,
                             const AuditVerdict& verdict, const AuditReasonOptions& options,
                             AuditRecord& record) {
  if (!record.flagged) return ok_status();
  Explanation explanation(document, terms, verdict, options, record);
  RAGSIEVE_CHECK(explanation.add(verdict.strongest));
  for (const AuditTerm term : kAllAuditTerms) {
    const bool rare = verdict.p_terms[static_cast<std::size_t>(term)] <= options.alpha;
    if (term != verdict.strongest && rare) RAGSIEVE_CHECK(explanation.add(term));
  }
  return ok_status();
}

}  // namespace ragsieve
