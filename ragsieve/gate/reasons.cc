#include "ragsieve/gate/reasons.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "ragsieve/gate/reason_words.h"

namespace ragsieve {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kRules{{
    {"injection.strong", "strong language directed at the model"},
    {"injection.finding", "language directed at the model"},
    {"conflict.retrieved",
     "a contradiction of a supported fact, retrieved for a probe about that fact"},
    {"conflict.supported", "a contradiction of a fact that the corpus supports"},
    {"p.reject", "rarer than alpha / 10 among the trusted documents"},
    {"p.quarantine", "rarer than alpha among the trusted documents"},
    {"score.reject", "the fused score reaches the threshold of REJECT"},
    {"score.quarantine", "the fused score reaches the threshold of QUARANTINE"},
}};

bool has_run(const Signal& signal) { return signal.status == SignalStatus::kRan; }

std::string_view how_it_ended(SignalStatus status) {
  if (status == SignalStatus::kTimedOut) return "timed out";
  return status == SignalStatus::kCutOff ? "was cut off" : "failed";
}

// "number" of "number: 600 requests per minute / 25 requests per day": what differs, not the text.
std::string kinds(const ConflictRecord& conflict) {
  std::set<std::string> kinds;
  for (const std::string& difference : conflict.differs) {
    kinds.insert(difference.substr(0, difference.find(':')));
  }
  std::string list;
  for (const std::string& kind : kinds) list += (list.empty() ? "" : ", ") + kind;
  return list;
}

class Reasons {
 public:
  Reasons(const ScreenRecord& record, bool show_text) : record_(record), show_text_(show_text) {}

  std::vector<std::string> write() {
    lines_.push_back(headline());
    decided();
    line("anomaly", record_.anomaly.signal, anomaly(true));
    line("injection", record_.injection.signal, injection());
    line("influence", record_.influence.signal, influence());
    line("answer change", record_.answer_change, answers());
    line("fact conflict", record_.fact_conflict.signal, conflicts(true));
    line("corpus evidence", record_.corpus_evidence.signal, evidence(true));
    return std::move(lines_);
  }

 private:
  [[nodiscard]] bool is_paper() const { return record_.profile == "paper"; }

  [[nodiscard]] std::string headline() const {
    std::string parts;
    const auto add = [&](const std::string& part) {
      if (!part.empty()) parts += (parts.empty() ? "" : "; ") + part;
    };
    if (!counted_conflicts().empty()) add(conflicts(false));
    add(is_paper() ? moved() : answers());
    if (has_run(record_.anomaly.signal)) add(anomaly(false));
    if (has_run(record_.injection.signal)) add(injection());
    if (!record_.corpus_evidence.set.empty()) add(evidence(false));
    add(not_told());
    return std::string(verdict_name(record_.verdict)) + " (" + two_digits(record_.score) +
           "): " + (parts.empty() ? "nothing was looked at" : parts);
  }

  [[nodiscard]] std::string not_told() const {
    std::string list;
    const auto add = [&](const char* name, const Signal& signal) {
      if (!is_unfinished(signal)) return;
      list += (list.empty() ? "could not tell: " : ", ") + std::string(name) + " " +
              std::string(how_it_ended(signal.status));
    };
    add("anomaly", record_.anomaly.signal);
    add("injection", record_.injection.signal);
    if (is_paper()) add("influence", record_.influence.signal);
    if (!is_paper()) {
      add("answer change", record_.answer_change);
      add("fact conflict", record_.fact_conflict.signal);
      add("corpus evidence", record_.corpus_evidence.signal);
    }
    return list;
  }

  void decided() {
    std::string list;
    for (const std::string& rule : record_.decisive) {
      const auto known = std::ranges::find(kRules, rule, &decltype(kRules)::value_type::first);
      list +=
          (list.empty() ? "" : "; ") + (known == kRules.end() ? rule : std::string(known->second));
    }
    if (!list.empty()) list = "decided by: " + list;
    if (record_.p) {
      list += (list.empty() ? "" : "; ") + std::string("p ") + all_digits(*record_.p) +
              " at alpha " + all_digits(record_.alpha);
    }
    if (!list.empty()) lines_.push_back(list);
  }

  // "anomaly: ..., score 0.83, p 0.012", or why there is no such thing. Nothing of a signal that
  // nobody asked for.
  void line(const std::string& name, const Signal& signal, const std::string& what) {
    std::string text = name + ": ";
    if (has_run(signal)) {
      text += what + (what.empty() ? "score " : ", score ") + two_digits(signal.score);
      if (signal.p) text += ", p " + all_digits(*signal.p);
    } else if (is_unfinished(signal)) {
      text += "could not tell: " + std::string(how_it_ended(signal.status));
      if (!signal.reason.empty()) text += " (" + signal.reason + ")";
    } else if (!signal.reason.empty()) {
      text += "not asked: " + signal.reason;
    } else {
      return;
    }
    lines_.push_back(text);
  }

  [[nodiscard]] std::string anomaly(bool with_chunk) const {
    const double percentile = record_.anomaly.percentile;
    std::string text;
    if (percentile >= 100) {
      text = "farther out than every chunk of the corpus";
    } else {
      const double cut = std::floor(std::clamp(percentile, 0.0, 99.0));
      text = ordinal(static_cast<std::size_t>(cut)) + " percentile of corpus outlierness";
    }
    if (with_chunk && !record_.anomaly.chunk.empty()) text += " (" + record_.anomaly.chunk + ")";
    return text;
  }

  [[nodiscard]] std::string injection() const {
    const std::vector<InjectionFinding>& findings = record_.injection.findings;
    if (findings.empty()) return "no language directed at the model";
    const auto speaks = [](const InjectionFinding& finding) { return !finding.quoted; };
    const auto first = std::ranges::find_if(findings, speaks);
    if (first == findings.end()) {
      return "speaks about attacks, makes none (" + counted(findings.size(), "quoted passage") +
             ")";
    }
    const auto n = static_cast<std::size_t>(std::ranges::count_if(findings, speaks));
    std::string text = "speaks to the model in " + counted(n, "place") + ", most (" +
                       two_digits(to_millionths(first->weight)) + ") " + first->rule + " at line " +
                       std::to_string(first->span.line);
    if (!show_text_ || first->words.empty()) return text;
    std::string words;
    for (const std::string& word : first->words) {
      words += (words.empty() ? "" : ", ") + in_quotes(word);
    }
    return text + " for " + words;
  }

  // The probes for which `holds`, and of those the one that moved most.
  struct Moved {
    std::size_t n = 0;
    const ProbeRecord* most = nullptr;
  };
  template <typename Predicate>
  [[nodiscard]] Moved probes(Predicate holds) const {
    Moved moved;
    for (const ProbeRecord& probe : record_.influence.probes) {
      if (!holds(probe)) continue;
      ++moved.n;
      if (moved.most == nullptr || probe.shift > moved.most->shift) moved.most = &probe;
    }
    return moved;
  }

  [[nodiscard]] std::string name_of(const ProbeRecord& probe) const {
    return show_text_ ? in_quotes(probe.question) : "probe " + probe.id;
  }

  [[nodiscard]] std::string of_probes(const std::string& verb, const Moved& moved,
                                      const std::string& what) const {
    std::string text = verb + " " + std::to_string(moved.n) + " of " +
                       std::to_string(record_.influence.n_probes) + " " + what;
    if (moved.most != nullptr) {
      text +=
          ", most (" + two_digits(to_millionths(moved.most->shift)) + ") " + name_of(*moved.most);
    }
    return text;
  }

  // Of the paper's signal: by the distance of the answers.
  [[nodiscard]] std::string moved() const {
    if (!has_run(record_.influence.signal) || record_.influence.n_probes == 0) return "";
    const Moved moved = probes([](const ProbeRecord& p) { return to_millionths(p.shift) > 0; });
    return of_probes("shifts", moved, "probe answers");
  }

  [[nodiscard]] std::string influence() const {
    const Moved retrieved = probes([](const ProbeRecord& probe) { return probe.rank > 0; });
    std::string text = "retrieved for " + std::to_string(retrieved.n) + " of " +
                       counted(record_.influence.n_probes, "probe");
    const std::string shifts = moved();
    return shifts.empty() ? text : text + ", " + shifts;
  }

  // Of the default profile: by what the answers say.
  [[nodiscard]] std::string answers() const {
    if (!has_run(record_.answer_change)) return "";
    const Moved changed = probes([](const ProbeRecord& p) { return p.changed && p.supported; });
    const Moved news = probes([](const ProbeRecord& p) { return p.changed && !p.supported; });
    if (record_.influence.n_probes == 0) {
      return record_.answer_change.score > 0 ? "changes an answer that the corpus supports"
                                             : "changes no answer";
    }
    std::string text =
        of_probes("changes", changed,
                  "probe answers" + std::string(changed.n > 0 ? " that the corpus supports" : ""));
    if (news.n > 0) text += ", answers " + counted(news.n, "question") + " that it could not";
    return text;
  }

  [[nodiscard]] std::vector<const ConflictRecord*> counted_conflicts() const {
    std::vector<const ConflictRecord*> conflicts;
    for (const ConflictRecord& conflict : record_.fact_conflict.conflicts) {
      if (conflict.supported && !conflict.superseded) conflicts.push_back(&conflict);
    }
    return conflicts;
  }

  [[nodiscard]] std::string conflicts(bool with_others) const {
    const std::vector<const ConflictRecord*> counting = counted_conflicts();
    std::string text = "contradicts no fact of the corpus";
    if (!counting.empty()) {
      const ConflictRecord& first = *counting.front();
      const std::string differs = kinds(first);
      text = "contradicts " + counted(counting.size(), "fact") + " that the corpus supports, " +
             (counting.size() > 1 ? "first " : "") + "of " + first.trusted_id +
             (differs.empty() ? "" : " (" + differs + ")");
    }
    if (!with_others) return text;
    const auto superseded = static_cast<std::size_t>(
        std::ranges::count_if(record_.fact_conflict.conflicts, &ConflictRecord::superseded));
    if (superseded > 0) {
      text += ", " + counted(superseded, "difference") + " to the document it supersedes";
    }
    return text;
  }

  [[nodiscard]] std::string evidence(bool with_terms) const {
    const CorpusEvidenceRecord& evidence = record_.corpus_evidence;
    std::string text;
    if (!evidence.set.empty()) {
      text = "stands together with " + counted(evidence.set.size(), "other document");
    }
    if (!with_terms) return text;
    for (const EvidenceTerm& term : evidence.terms) {
      text += (text.empty() ? "" : ", ") + term.name + " " + two_digits(to_millionths(term.value));
    }
    return text;
  }

  const ScreenRecord& record_;
  bool show_text_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> reasons(const ScreenRecord& record, bool show_text) {
  return Reasons(record, show_text).write();
}

}  // namespace ragsieve
