#include "ragsieve/report/screen_document_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ragsieve/report/screen_outcome.h"
#include "ragsieve/report/screen_signal_text.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

constexpr std::size_t kTextCodePoints = 300;  // of a sentence or an answer that a line shows
constexpr std::string_view kIndent = "    ";
constexpr std::string_view kDeeper = "      ";

std::string joined(const std::vector<std::string>& items, const char* between) {
  std::string line;
  for (const std::string& item : items) line += (line.empty() ? "" : between) + visible(item);
  return line;
}

std::string text_of(const std::string& text) { return visible_start(text, kTextCodePoints); }

std::string place(const Span& span) {
  return visible(span.field) + " " + std::to_string(span.line) + ":" + std::to_string(span.column);
}

std::string bytes(const Span& span) {
  return "bytes " + std::to_string(span.range.start) + "-" + std::to_string(span.range.end);
}

Style style_of(Verdict verdict) {
  if (verdict == Verdict::kReject) return Style::kAlarm;
  return verdict == Verdict::kAdmit ? Style::kPlain : Style::kCaution;
}

class DocumentText {
 public:
  DocumentText(const ScreenRecord& record, const ReportOptions& options, TextPage& page)
      : record_(record), show_text_(options.show_text), page_(page) {}

  Status write_brief() {
    RAGSIEVE_CHECK(title());
    if (!record_.reasons.empty()) RAGSIEVE_CHECK(put(visible(record_.reasons.front())));
    RAGSIEVE_CHECK(conflicts());
    RAGSIEVE_CHECK(not_looked_at());
    return notes();
  }

  Status write() {
    RAGSIEVE_CHECK(title());
    for (const std::string& reason : record_.reasons) RAGSIEVE_CHECK(put(visible(reason)));
    RAGSIEVE_CHECK(rules());
    RAGSIEVE_CHECK(signals());
    RAGSIEVE_CHECK(findings());
    RAGSIEVE_CHECK(conflicts());
    RAGSIEVE_CHECK(probes());
    RAGSIEVE_CHECK(set());
    RAGSIEVE_CHECK(attribution());
    RAGSIEVE_CHECK(other_spans());
    RAGSIEVE_CHECK(not_looked_at());
    RAGSIEVE_CHECK(notes());
    return put(record_.report.empty() ? "no report written" : "report " + visible(record_.report));
  }

 private:
  Status put(const std::string& line) { return page_.line(std::string(kIndent) + line); }
  Status put_deeper(const std::string& line) { return page_.line(std::string(kDeeper) + line); }

  // `write` for as many entries as a list shows, behind a heading; nothing for an empty list.
  template <typename Record, typename Write>
  Status list(const std::string& heading, const std::vector<const Record*>& records, Write write) {
    if (records.empty()) return ok_status();
    RAGSIEVE_CHECK(put(page_.paint(heading, Style::kBold)));
    const std::size_t n_shown = page_.shown(records.size());
    for (std::size_t i = 0; i < n_shown; ++i) RAGSIEVE_CHECK(write(*records[i]));
    if (n_shown == records.size()) return ok_status();
    return put_deeper("... and " + std::to_string(records.size() - n_shown) +
                      " more: --format jsonl lists all");
  }

  template <typename Record>
  static std::vector<const Record*> all(const std::vector<Record>& records) {
    std::vector<const Record*> pointers;
    for (const Record& record : records) pointers.push_back(&record);
    return pointers;
  }

  Status title() {
    const std::string name = visible(record_.path.empty() ? record_.id : record_.path);
    const bool named_by_id =
        record_.id.empty() || record_.path.empty() || record_.id == record_.path;
    RAGSIEVE_CHECK(page_.line());
    return page_.line(
        page_.paint(left(verdict_name(record_.verdict), 12), style_of(record_.verdict)) +
        left(decimal(record_.score), 8) + "  " + name +
        (named_by_id ? "" : "  id " + visible(record_.id)) +
        (is_advisory(record_) ? "  (mode " + visible(record_.mode) + ": the verdict is advisory)"
                              : ""));
  }

  Status rules() {
    if (!record_.decisive.empty()) {
      RAGSIEVE_CHECK(put("decided by " + joined(record_.decisive, ", ")));
    }
    if (!record_.p) return ok_status();
    return put("p " + decimal(*record_.p) + " of the whole gate, alpha " + decimal(record_.alpha));
  }

  Status signals() {
    bool first = true;
    for (const auto& [name, signal] : signals_of(record_)) {
      if (signal->status != SignalStatus::kRan) continue;
      if (first) {
        RAGSIEVE_CHECK(put(
            page_.paint(left("SIGNAL", 16) + right("SCORE", 9) + right("P", 10), Style::kFaint)));
      }
      first = false;
      const std::string numbers = signal_numbers(record_, name);
      RAGSIEVE_CHECK(put(left(name, 16) + right(decimal(signal->score), 9) +
                         right(signal->p ? decimal(*signal->p) : "-", 10) +
                         (numbers.empty() ? "" : "  " + numbers)));
    }
    return ok_status();
  }

  Status findings() {
    const std::string heading = "Text that speaks to the model";
    return list(heading, all(record_.injection.findings), [this](const InjectionFinding& found) {
      std::string line = place(found.span) + "  " + visible(found.rule) + "  weight " +
                         fixed(found.weight, 2) + "  " + visible(found.category) + ", " +
                         visible(found.language) + ", view " + visible(found.view);
      if (found.quoted) line += ", quoted";
      line += "  " + bytes(found.span);
      if (show_text_) line += "  \"" + text_of(found.span.text) + "\"";
      if (show_text_ && !found.words.empty()) {
        line += "  mostly for: " + text_of(joined(found.words, ", "));
      }
      return put_deeper(line);
    });
  }

  Status conflicts() {
    const std::string heading = "Facts that differ from the trusted corpus (- trusted, + this)";
    return list(heading, all(record_.fact_conflict.conflicts),
                [this](const ConflictRecord& conflict) { return this->conflict(conflict); });
  }

  Status conflict(const ConflictRecord& conflict) {
    std::string line = place(conflict.span) + "  cosine " + fixed(conflict.cosine, 3);
    if (!conflict.differs.empty()) line += "  " + joined(conflict.differs, "; ");
    if (!show_text_) line += "  [" + visible(conflict.trusted_id) + "]";
    if (conflict.superseded) line += "  (superseded: not counted)";
    if (!conflict.supported) line += "  (not supported by the corpus)";
    if (conflict.retrieved) line += "  (retrieved for a probe about it)";
    RAGSIEVE_CHECK(put_deeper(line));
    if (!show_text_) return ok_status();
    RAGSIEVE_CHECK(put_deeper("- " + text_of(conflict.trusted_sentence) + "  [" +
                              visible(conflict.trusted_id) + "]"));
    return put_deeper("+ " + text_of(conflict.sentence));
  }

  Status probes() {
    const bool by_shift = record_.profile == "paper";
    std::vector<const ProbeRecord*> moved;
    for (const ProbeRecord& probe : record_.influence.probes) {
      if (probe.changed || (by_shift && probe.shift > 0)) moved.push_back(&probe);
    }
    const std::string heading = "Probes moved (" + std::to_string(moved.size()) + " of " +
                                std::to_string(record_.influence.n_probes) + ")";
    return list(heading, moved, [this](const ProbeRecord& probe) { return this->probe(probe); });
  }

  Status probe(const ProbeRecord& probe) {
    std::string line = visible(probe.id) + "  rank " + std::to_string(probe.rank) + "  shift " +
                       fixed(probe.shift, 3);
    if (probe.changed) {
      line += probe.supported ? "  the corpus supports the answer before"
                              : "  the corpus does not support the answer before";
    }
    if (show_text_) line += "  \"" + text_of(probe.question) + "\"";
    RAGSIEVE_CHECK(put_deeper(line));
    if (!show_text_) return ok_status();
    RAGSIEVE_CHECK(put_deeper("  before: " + text_of(probe.before)));
    return put_deeper("  after:  " + text_of(probe.after));
  }

  Status set() {
    const std::string heading = "Stands together with other documents of this batch";
    return list(heading, all(record_.corpus_evidence.set),
                [this](const std::string& id) { return put_deeper(visible(id)); });
  }

  Status attribution() {
    std::vector<const AttributionRecord*> heaviest = all(record_.attribution);
    std::ranges::sort(heaviest, {}, [](const AttributionRecord* sentence) {
      return std::pair(-sentence->weight, sentence);  // equal ones in the order given
    });
    return list("Sentences that weigh most", heaviest, [this](const AttributionRecord& sentence) {
      std::string line =
          fixed(sentence.weight, 3) + "  " + place(sentence.span) + "  " + bytes(sentence.span);
      if (show_text_) line += "  \"" + text_of(sentence.span.text) + "\"";
      return put_deeper(line);
    });
  }

  // The spans that no list above has shown.
  Status other_spans() {
    std::vector<ByteRange> shown;
    for (const auto& found : record_.injection.findings) shown.push_back(found.span.range);
    for (const auto& conflict : record_.fact_conflict.conflicts) {
      shown.push_back(conflict.span.range);
    }
    for (const auto& sentence : record_.attribution) shown.push_back(sentence.span.range);
    std::vector<const Span*> others;
    for (const Span& span : record_.spans) {
      if (std::ranges::find(shown, span.range) == shown.end()) others.push_back(&span);
    }
    return list("Marked", others,
                [this](const Span& span) { return page_.details({}, {span}, kDeeper.size()); });
  }

  // Signals that share a status and a reason share a line.
  Status not_looked_at() {
    std::vector<std::pair<const Signal*, std::string>> lines;
    for (const auto& [name, signal] : signals_of(record_)) {
      if (signal->status == SignalStatus::kRan) continue;
      const auto same = std::ranges::find_if(lines, [other = signal](const auto& line) {
        return line.first->status == other->status && line.first->reason == other->reason;
      });
      if (same == lines.end()) {
        lines.emplace_back(signal, name);
      } else {
        same->second += ", " + std::string(name);
      }
    }
    for (const auto& [signal, names] : lines) {
      std::string line =
          "not looked at: " + names + " (" + std::string(status_name(signal->status)) + ")";
      if (!signal->reason.empty()) line += " " + visible(signal->reason);
      RAGSIEVE_CHECK(
          put(page_.paint(line, is_unfinished(*signal) ? Style::kCaution : Style::kFaint)));
    }
    return ok_status();
  }

  Status notes() {
    for (const std::string& note : record_.notes) RAGSIEVE_CHECK(put("note: " + visible(note)));
    return ok_status();
  }

  const ScreenRecord& record_;
  bool show_text_;
  TextPage& page_;
};

}  // namespace

Status write_screen_document(const ScreenRecord& record, const ReportOptions& options, bool brief,
                             TextPage& page) {
  DocumentText document(record, options, page);
  return brief ? document.write_brief() : document.write();
}

}  // namespace ragsieve
