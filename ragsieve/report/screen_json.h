// The record of a screened document as JSON ("type":"verdict"), with the field names of the
// interface: what the JSON and SARIF writers print, and what REST answers with.
//
// Scores and p-values are the millionths that the verdict was made of, in the shortest form that
// gives the same millionths back. Of a signal that did not run the numbers are null, never 0, and
// "reason" says why. Other numbers are rounded as record_json.h says. Without `show_text` the
// sentences, answers and spanned text are left out; the values that differ and the probes'
// questions stay, as words do in other records.
#pragma once

#include "ragsieve/core/screen_records.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

[[nodiscard]] json::Object to_json(const ScreenRecord& record, bool show_text);

// Parts that other writers use alone.
[[nodiscard]] json::Object to_json(const InjectionFinding& finding, bool show_text);
[[nodiscard]] json::Object to_json(const ConflictRecord& conflict, bool show_text);
[[nodiscard]] json::Object to_json(const ProbeRecord& probe, bool show_text);
[[nodiscard]] json::Object corpus_evidence_json(const CorpusEvidenceRecord& record);
[[nodiscard]] json::Object anomaly_json(const AnomalyRecord& record);

}  // namespace ragsieve
