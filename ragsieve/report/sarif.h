// SARIF 2.1.0 (OASIS), for code scanning and review tools. One result a flagged document, with the
// rule that weighs most; a notification for every record that could not be scored, which makes
// `executionSuccessful` false: an unscored record is never a clean one.
//
// A document is a logical location (its id) in the artifact options.input_path. A region counts
// bytes of a field of the record, not of the corpus file, so each field with spans is an artifact
// nested in the corpus ("/<id>/<field>"); of a folder of files the file itself is the artifact.
#pragma once

#include "ragsieve/core/records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/sink.h"

namespace ragsieve {

[[nodiscard]] Status write_audit_sarif(const AuditReport& report, const ReportOptions& options,
                                       const Sink& sink);
[[nodiscard]] Status write_filter_sarif(const FilterReport& report, const ReportOptions& options,
                                        const Sink& sink);

}  // namespace ragsieve
