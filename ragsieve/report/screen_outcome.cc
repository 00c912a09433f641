#include "ragsieve/report/screen_outcome.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace ragsieve {

std::array<std::pair<std::string_view, const Signal*>, 6> signals_of(const ScreenRecord& record) {
  return {{{"anomaly", &record.anomaly.signal},
           {"injection", &record.injection.signal},
           {"influence", &record.influence.signal},
           {"answer_change", &record.answer_change},
           {"fact_conflict", &record.fact_conflict.signal},
           {"corpus_evidence", &record.corpus_evidence.signal}}};
}

bool is_unfinished(const ScreenRecord& record) {
  return record.verdict == Verdict::kIncomplete ||
         std::ranges::any_of(signals_of(record),
                             [](const auto& entry) { return is_unfinished(*entry.second); });
}

bool stands_out(const Signal& signal, Millionths alpha) {
  if (signal.status != SignalStatus::kRan) return false;
  return signal.p ? *signal.p <= alpha : signal.score >= kOne / 2;
}

bool is_advisory(const ScreenRecord& record) {
  return record.mode == "observe" || record.mode == "tag";
}

ScreenCounts count_verdicts(const ScreenReport& report) {
  const auto count = [&report](Verdict verdict) {
    return static_cast<std::size_t>(
        std::ranges::count(report.documents, verdict, &ScreenRecord::verdict));
  };
  ScreenCounts counts;
  counts.admit = count(Verdict::kAdmit);
  counts.quarantine = count(Verdict::kQuarantine);
  counts.reject = count(Verdict::kReject);
  counts.incomplete = count(Verdict::kIncomplete);
  counts.unfinished = static_cast<std::size_t>(std::ranges::count_if(
      report.documents, [](const ScreenRecord& record) { return is_unfinished(record); }));
  return counts;
}

std::vector<std::string> unscored_beside_documents(const ScreenReport& report) {
  std::set<std::string_view> known;
  for (const ScreenRecord& record : report.documents) {
    if (!is_unfinished(record)) continue;
    known.insert(record.id);
    known.insert(record.path);
  }
  std::vector<std::string> names;
  std::ranges::copy_if(report.summary.unscored, std::back_inserter(names),
                       [&known](const std::string& name) { return !known.contains(name); });
  return names;
}

Summary summary_of(const ScreenReport& report) {
  Summary summary = report.summary;
  const std::set<std::string> named(summary.unscored.begin(), summary.unscored.end());
  for (const ScreenRecord& record : report.documents) {
    if (!is_unfinished(record) || named.contains(record.id) || named.contains(record.path)) {
      continue;
    }
    summary.unscored.push_back(record.id.empty() ? record.path : record.id);
  }
  return summary;
}

int screen_exit_code(const ScreenReport& report) {
  const ScreenCounts counts = count_verdicts(report);
  if (counts.unfinished > 0 || !report.errors.empty() || !report.summary.unscored.empty()) return 3;
  return counts.quarantine + counts.reject > 0 ? 1 : 0;
}

}  // namespace ragsieve
