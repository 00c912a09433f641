// Plain-English reasons and spans for one audited document, from the evidence of RSG. Pure.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/core/corpus.h"
#include "ragsieve/core/records.h"
#include "ragsieve/detect/rsg.h"

namespace ragsieve {

// Fills reasons and spans of `record` (whose other fields are set) for `document`. A document
// that is not flagged gets none.
void explain_audit(const Document& document, const RsgOptions& options, AuditRecord& record);

}  // namespace ragsieve
