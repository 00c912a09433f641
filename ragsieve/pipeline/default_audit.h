// The profile `default` of the audit (docs/design/audit.md): RSG's figures and the other terms, a
// null from a trusted snapshot or from the bulk of the corpus, one p-value a document.
#pragma once

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/records.h"
#include "ragsieve/pipeline/audit.h"

namespace ragsieve {

// As audit(). Errors of the reference's records stand before those of the corpus.
[[nodiscard]] Result<AuditReport> default_audit(const AuditOptions& options,
                                                const ModelsInUse& models, const RunOptions& run);

}  // namespace ragsieve
