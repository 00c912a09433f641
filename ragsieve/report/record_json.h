// Records as JSON values, with the field names of the interface: what the JSON and SARIF writers
// print, and what REST answers with.
//
// Numbers are rounded to 1e-9 (those under 1e-6 to 9 significant digits, so that a small p-value
// never becomes 0) and printed in their shortest form: output is the same for machines whose last
// bits differ, and readable. A number that is not finite is null.
#pragma once

#include "ragsieve/core/records.h"
#include "ragsieve/json/value.h"

namespace ragsieve {

// `show_text`: spans carry the spanned document text.
[[nodiscard]] json::Object to_json(const AuditRecord& record, bool show_text);
[[nodiscard]] json::Object to_json(const QueryRecord& record, bool show_text);
[[nodiscard]] json::Object to_json(const Span& span, bool show_text);
[[nodiscard]] json::Object to_json(const Error& error);
[[nodiscard]] json::Object to_json(const Summary& summary);

// Parts that other writers use alone.
[[nodiscard]] json::Object rsg_json(const RsgRecord& record);
[[nodiscard]] json::Object audit_signals_json(const AuditRecord& record);
[[nodiscard]] json::Object terms_json(const CandidateRecord& record);

// The rounding described above.
[[nodiscard]] double rounded(double value);

}  // namespace ragsieve
