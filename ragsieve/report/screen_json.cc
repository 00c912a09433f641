#include "ragsieve/report/screen_json.h"

#include <optional>

#include "ragsieve/report/record_json.h"

namespace ragsieve {
namespace {

using json::Array;
using json::Object;
using json::Value;

Array strings(const std::vector<std::string>& values) {
  return Array(values.begin(), values.end());
}

template <typename Records>
Array array_json(const Records& records, bool show_text) {
  Array array;
  for (const auto& record : records) array.emplace_back(to_json(record, show_text));
  return array;
}

Value decimal_json(std::optional<Millionths> value) {
  return value ? Value(from_millionths(*value)) : Value();
}

// A number that only a signal that ran has.
Value measured(const Signal& signal, double value) {
  return signal.status == SignalStatus::kRan ? Value(rounded(value)) : Value();
}

Object outcome_json(const Signal& signal) {
  const bool ran = signal.status == SignalStatus::kRan;
  Object object = {{"status", status_name(signal.status)}};
  if (!signal.reason.empty()) object.emplace_back("reason", signal.reason);
  object.emplace_back("score", decimal_json(ran ? std::optional(signal.score) : std::nullopt));
  return object;
}

Object signal_json(const Signal& signal) {
  const bool ran = signal.status == SignalStatus::kRan;
  Object object = outcome_json(signal);
  object.emplace_back("p", decimal_json(ran ? signal.p : std::nullopt));
  return object;
}

Object injection_json(const InjectionRecord& record, bool show_text) {
  Object object = signal_json(record.signal);
  object.emplace_back("findings", array_json(record.findings, show_text));
  return object;
}

Object influence_json(const InfluenceRecord& record, bool show_text) {
  Object object = outcome_json(record.signal);
  object.emplace_back("capture", measured(record.signal, record.capture));
  object.emplace_back("mean_shift", measured(record.signal, record.mean_shift));
  object.emplace_back("max_shift", measured(record.signal, record.max_shift));
  object.emplace_back("n_probes", record.n_probes);
  object.emplace_back("probes", array_json(record.probes, show_text));
  return object;
}

Object fact_conflict_json(const FactConflictRecord& record, bool show_text) {
  Object object = signal_json(record.signal);
  object.emplace_back("conflicts", array_json(record.conflicts, show_text));
  return object;
}

Array attribution_json(const std::vector<AttributionRecord>& records, bool show_text) {
  Array array;
  for (const AttributionRecord& record : records) {
    array.emplace_back(
        Object{{"weight", rounded(record.weight)}, {"span", to_json(record.span, show_text)}});
  }
  return array;
}

Object signals_json(const ScreenRecord& record, bool show_text) {
  return Object{{"anomaly", anomaly_json(record.anomaly)},
                {"injection", injection_json(record.injection, show_text)},
                {"influence", influence_json(record.influence, show_text)},
                {"answer_change", signal_json(record.answer_change)},
                {"fact_conflict", fact_conflict_json(record.fact_conflict, show_text)},
                {"corpus_evidence", corpus_evidence_json(record.corpus_evidence)}};
}

Value text_or_null(const std::string& text) { return text.empty() ? Value() : Value(text); }

}  // namespace

Object to_json(const InjectionFinding& finding, bool show_text) {
  Object object = {{"rule", finding.rule},
                   {"category", finding.category},
                   {"language", finding.language},
                   {"view", finding.view},
                   {"weight", rounded(finding.weight)},
                   {"quoted", finding.quoted},
                   {"span", to_json(finding.span, show_text)}};
  if (show_text && !finding.words.empty()) object.emplace_back("words", strings(finding.words));
  return object;
}

Object to_json(const ConflictRecord& conflict, bool show_text) {
  Object object;
  if (show_text) object.emplace_back("sentence", conflict.sentence);
  object.emplace_back("trusted_id", conflict.trusted_id);
  if (show_text) object.emplace_back("trusted_sentence", conflict.trusted_sentence);
  object.emplace_back("cosine", rounded(conflict.cosine));
  object.emplace_back("differs", strings(conflict.differs));
  object.emplace_back("supported", conflict.supported);
  object.emplace_back("superseded", conflict.superseded);
  object.emplace_back("retrieved", conflict.retrieved);
  object.emplace_back("span", to_json(conflict.span, show_text));
  return object;
}

Object to_json(const ProbeRecord& probe, bool show_text) {
  Object object = {{"id", probe.id},
                   {"question", probe.question},
                   {"rank", probe.rank},
                   {"shift", rounded(probe.shift)}};
  if (show_text) {
    object.emplace_back("before", probe.before);
    object.emplace_back("after", probe.after);
  }
  object.emplace_back("changed", probe.changed);
  object.emplace_back("supported", probe.supported);
  return object;
}

Object corpus_evidence_json(const CorpusEvidenceRecord& record) {
  Object terms;
  for (const EvidenceTerm& term : record.terms) {
    terms.emplace_back(term.name, Object{{"value", rounded(term.value)},
                                         {"p", term.p ? Value(rounded(*term.p)) : Value()}});
  }
  Object object = signal_json(record.signal);
  object.emplace_back("terms", std::move(terms));
  object.emplace_back("set", strings(record.set));
  return object;
}

Object anomaly_json(const AnomalyRecord& record) {
  Object object = signal_json(record.signal);
  object.emplace_back("percentile", measured(record.signal, record.percentile));
  object.emplace_back("chunk", text_or_null(record.chunk));
  return object;
}

Object to_json(const ScreenRecord& record, bool show_text) {
  return Object{{"type", "verdict"},
                {"path", record.path},
                {"id", record.id},
                {"verdict", verdict_name(record.verdict)},
                {"score", decimal_json(record.score)},
                {"p", decimal_json(record.p)},
                {"alpha", decimal_json(record.alpha)},
                {"mode", record.mode},
                {"profile", record.profile},
                {"decisive", strings(record.decisive)},
                {"signals", signals_json(record, show_text)},
                {"reasons", strings(record.reasons)},
                {"spans", array_json(record.spans, show_text)},
                {"attribution", attribution_json(record.attribution, show_text)},
                {"notes", strings(record.notes)},
                {"raw_sha256", text_or_null(record.raw_sha256)},
                {"canonical_sha256", text_or_null(record.canonical_sha256)},
                {"raw_form", record.raw_form},
                {"report", text_or_null(record.report)}};
}

}  // namespace ragsieve
