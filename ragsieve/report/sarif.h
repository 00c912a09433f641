// SARIF 2.1.0 (OASIS), for code scanning and review tools. Of `audit` and `filter` one result a
// flagged document, with the rule that weighs most; of `screen` one result a verdict and one a
// finding. A notification for everything that could not be scored, which makes
// `executionSuccessful` false: what is unscored is never clean.
//
// A document is a logical location (its id) in the artifact options.input_path. A region counts
// bytes of a field of the record, not of the corpus file, so each field with spans is an artifact
// nested in the corpus ("/<id>/<field>"); of a folder of files, and of a screened file, the file
// itself is the artifact.
#pragma once

#include "ragsieve/core/records.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

[[nodiscard]] Status write_audit_sarif(const AuditReport& report, const ReportOptions& options,
                                       const Sink& sink);
[[nodiscard]] Status write_filter_sarif(const FilterReport& report, const ReportOptions& options,
                                        const Sink& sink);

// A document that is not admitted: "gate.reject" or "gate.quarantine" with its reasons, then its
// findings ("injection.<rule>", "fact_conflict", "answer_change", "anomaly", "corpus_evidence",
// "influence"), "incomplete" where a signal did not finish. Level: error of REJECT, warning of
// QUARANTINE and INCOMPLETE, note in mode `observe` and for what was found but does not count.
[[nodiscard]] Status write_screen_sarif(const ScreenReport& report, const ReportOptions& options,
                                        const Sink& sink);

}  // namespace ragsieve
