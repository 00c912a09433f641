#include "ragsieve/report/screen_signal_text.h"

#include <algorithm>

#include "ragsieve/report/text_page.h"
#include "ragsieve/report/visible_text.h"

namespace ragsieve {
namespace {

std::string anomaly_numbers(const AnomalyRecord& anomaly) {
  return "percentile " + fixed(anomaly.percentile, 1) +
         (anomaly.chunk.empty() ? "" : ", chunk " + visible(anomaly.chunk));
}

std::string influence_numbers(const InfluenceRecord& influence) {
  return "capture " + fixed(influence.capture, 3) + ", mean shift " +
         fixed(influence.mean_shift, 3) + ", largest " + fixed(influence.max_shift, 3);
}

std::string answer_numbers(const InfluenceRecord& influence) {
  const auto n_changed = std::ranges::count_if(influence.probes, &ProbeRecord::changed);
  return std::to_string(n_changed) + " of " + counted(influence.n_probes, "probe");
}

std::string conflict_numbers(const std::vector<ConflictRecord>& conflicts) {
  const auto n_superseded = std::ranges::count_if(conflicts, &ConflictRecord::superseded);
  std::string text = counted(conflicts.size(), "conflict");
  if (n_superseded > 0) text += ", " + std::to_string(n_superseded) + " superseded";
  return text;
}

std::string corpus_numbers(const CorpusEvidenceRecord& evidence) {
  std::string text;
  for (const EvidenceTerm& term : evidence.terms) {
    text += (text.empty() ? "" : ", ") + visible(term.name) + " " + fixed(term.value, 3);
    if (term.p) text += " (p " + fixed(*term.p, 4) + ")";
  }
  return text;
}

}  // namespace

std::string signal_numbers(const ScreenRecord& record, std::string_view name) {
  if (name == "anomaly") return anomaly_numbers(record.anomaly);
  if (name == "injection") return counted(record.injection.findings.size(), "finding");
  if (name == "influence") return influence_numbers(record.influence);
  if (name == "answer_change") return answer_numbers(record.influence);
  if (name == "fact_conflict") return conflict_numbers(record.fact_conflict.conflicts);
  return corpus_numbers(record.corpus_evidence);
}

std::string decimal(Millionths value) {
  const Millionths magnitude = value < 0 ? -value : value;
  const std::string whole = (value < 0 ? "-" : "") + std::to_string(magnitude / kOne);
  std::string fraction = std::to_string(magnitude % kOne);
  fraction.insert(0, 6 - fraction.size(), '0');
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  return fraction.empty() ? whole : whole + "." + fraction;
}

}  // namespace ragsieve
