#include "ragsieve/report/record_json.h"

#include <array>
#include <charconv>
#include <cmath>

namespace ragsieve {
namespace {

using json::Array;
using json::Object;

Array strings(const std::vector<std::string>& values) {
  return Array(values.begin(), values.end());
}

Array spans_json(const std::vector<Span>& spans, bool show_text) {
  Array array;
  for (const Span& span : spans) array.emplace_back(to_json(span, show_text));
  return array;
}

Array anchors_json(const CandidateRecord& record) {
  Array anchors;
  for (const AnchorRecord& anchor : record.anchors) {
    anchors.emplace_back(Object{{"token", anchor.token},
                                {"candidates", anchor.candidates},
                                {"documents", anchor.documents},
                                {"p", rounded(anchor.p)}});
  }
  return anchors;
}

// Of the default profile.
Object term_evidence_json(const CandidateRecord& record) {
  Object values;
  Object p_values;
  for (const FilterTermRecord& term : record.terms) {
    values.emplace_back(term.name, rounded(term.value));
    p_values.emplace_back(term.name, rounded(term.p));
  }
  return Object{{"anchors", anchors_json(record)},
                {"values", std::move(values)},
                {"p_values", std::move(p_values)}};
}

Object evidence_json(const CandidateRecord& record) {
  if (!record.terms.empty()) return term_evidence_json(record);
  Object counts;
  for (const auto& [script, letters] : record.scripts.counts) counts.emplace_back(script, letters);
  return Object{{"anchors", anchors_json(record)},
                {"window", Object{{"start_token", record.window.start_token},
                                  {"tokens", record.window.tokens},
                                  {"kind", record.window.kind},
                                  {"nats", rounded(record.window.nats)}}},
                {"scripts", Object{{"foreign_fraction", rounded(record.scripts.foreign_fraction)},
                                   {"p", rounded(record.scripts.p)},
                                   {"counts", std::move(counts)}}},
                {"jump", Object{{"value", rounded(record.jump.value)},
                                {"p", rounded(record.jump.p)},
                                {"window", record.jump.window},
                                {"n_windows", record.jump.n_windows}}}};
}

Object candidate_json(const CandidateRecord& record, bool show_text) {
  Object object{{"id", record.id}, {"rank", record.rank}, {"score", rounded(record.score)}};
  if (!record.terms.empty()) object.emplace_back("p", rounded(record.p));
  object.emplace_back("flagged", record.flagged);
  object.emplace_back("terms", terms_json(record));
  object.emplace_back("evidence", evidence_json(record));
  object.emplace_back("reasons", strings(record.reasons));
  object.emplace_back("spans", spans_json(record.spans, show_text));
  return object;
}

template <typename Pairs>
Object members(const Pairs& pairs) {
  Object object;
  for (const auto& [name, value] : pairs) object.emplace_back(name, value);
  return object;
}

}  // namespace

double rounded(double value) {
  const double magnitude = std::abs(value);
  if (!(magnitude < 1e6) || magnitude == 0) return magnitude == 0 ? 0.0 : value;
  if (magnitude >= 1e-6) return std::round(value * 1e9) / 1e9;
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                 std::chars_format::scientific, 8);
  double result = value;
  std::from_chars(digits.data(), end.ptr, result);
  return result;
}

Object rsg_json(const RsgRecord& record) {
  Array neighbours;
  for (const NeighbourRecord& neighbour : record.neighbours) {
    neighbours.emplace_back(Object{{"id", neighbour.id},
                                   {"cosine", rounded(neighbour.cosine)},
                                   {"jaccard", rounded(neighbour.jaccard)},
                                   {"eligible", neighbour.eligible}});
  }
  return Object{{"density", rounded(record.density)},
                {"integrity", record.integrity},
                {"p", rounded(record.p)},
                {"kth_similarity", rounded(record.kth_similarity)},
                {"neighbours", std::move(neighbours)}};
}

Object terms_json(const CandidateRecord& record) {
  if (!record.terms.empty()) {
    Object parts;
    for (const FilterTermRecord& term : record.terms) {
      parts.emplace_back(term.name, rounded(term.part));
    }
    return parts;
  }
  return Object{{"anchor", rounded(record.anchor)},
                {"integrity", rounded(record.integrity)},
                {"surprisal", rounded(record.surprisal)},
                {"alignment", rounded(record.alignment)}};
}

Object to_json(const Span& span, bool show_text) {
  Object object = {{"field", span.field},           {"start", span.range.start},
                   {"end", span.range.end},         {"line", span.line},
                   {"column", span.column},         {"rule", span.rule},
                   {"weight", rounded(span.weight)}};
  if (show_text) object.emplace_back("text", span.text);
  return object;
}

Object audit_signals_json(const AuditRecord& record) {
  Object signals{{"rsg", rsg_json(record.rsg)}};
  if (!record.evidence) return signals;
  const AuditEvidenceRecord& evidence = *record.evidence;
  for (const AuditTermRecord& term : evidence.terms) {
    Object object{{"value", rounded(term.value)}, {"p", rounded(term.p)}};
    if (term.name == "crowd") {
      object.emplace_back("copies", evidence.copies);
      object.emplace_back("near_copies", strings(evidence.near_copies));
    }
    if (term.name == "fluency") object.emplace_back("words", evidence.words);
    signals.emplace_back(term.name, std::move(object));
  }
  return signals;
}

Object to_json(const AuditRecord& record, bool show_text) {
  Object object{{"type", "document"},        {"id", record.id},
                {"rank", record.rank},       {"score", rounded(record.score)},
                {"flagged", record.flagged}, {"profile", record.profile}};
  if (record.evidence) {
    object.emplace_back("p", rounded(record.evidence->p));
    object.emplace_back("strongest", record.evidence->strongest);
  }
  object.emplace_back("signals", audit_signals_json(record));
  object.emplace_back("reasons", strings(record.reasons));
  object.emplace_back("spans", spans_json(record.spans, show_text));
  return object;
}

Object to_json(const QueryRecord& record, bool show_text) {
  Array documents;
  for (const CandidateRecord& candidate : record.documents) {
    documents.emplace_back(candidate_json(candidate, show_text));
  }
  Object object{{"type", "query"},
                {"query_id", record.query_id},
                {"query", record.query},
                {"profile", record.profile},
                {"documents", std::move(documents)},
                {"context", strings(record.context)},
                {"removed", strings(record.removed)}};
  if (!record.note.empty()) object.emplace_back("note", record.note);
  return object;
}

Object to_json(const Error& error) {
  return Object{{"type", "error"},
                {"code", code_name(error.code)},
                {"where", Object{{"path", error.where.path},
                                 {"line", error.where.line},
                                 {"field", error.where.field}}},
                {"message", error.message}};
}

Object to_json(const Summary& summary) {
  Object thresholds;
  for (const auto& [name, value] : summary.thresholds)
    thresholds.emplace_back(name, rounded(value));
  Object object{{"type", "summary"},
                {"command", summary.command},
                {"profile", summary.profile},
                {"counts", members(summary.counts)},
                {"thresholds", std::move(thresholds)},
                {"digests", members(summary.digests)},
                {"seed", summary.seed},
                {"version", summary.version},
                {"unscored", strings(summary.unscored)}};
  if (!summary.null_of.empty()) object.emplace_back("null_of", summary.null_of);
  return object;
}

}  // namespace ragsieve
