// Plain-English reasons and spans for one document of the default audit, from its terms. A term is
// a reason where it is as rare by itself as the alarm rate allows; the strongest comes first. Pure.
#pragma once

#include "ragsieve/base/result.h"
#include "ragsieve/core/document.h"
#include "ragsieve/core/records.h"
#include "ragsieve/detect/audit_default.h"

namespace ragsieve {

struct AuditReasonOptions {
  double alpha = 0.01;     // largest p of a term that is a reason
  double median_bits = 0;  // fluency of the documents that the null comes from
  AuditTermOptions terms;  // of the audit; its injection rules are asked again for their findings
};

// Fills reasons and spans of `record` (whose other fields are set). A document that is not flagged
// gets none. Rules of the spans: "audit.fluency", "audit.scripts" (weight 1 - p of the term),
// "injection.<rule>" (weight of the finding); at most eight a term, none twice. Errors
// are those of the injection rules.
[[nodiscard]] Status explain_default_audit(const Document& document, const AuditTerms& terms,
                                           const AuditVerdict& verdict,
                                           const AuditReasonOptions& options, AuditRecord& record);

}  // namespace ragsieve
