// What an interrupted screening has left in its chain of reports, so that a second run goes on
// behind it. A report counts only where the same run would write it again.
#pragma once

#include <map>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/screen_records.h"
#include "ragsieve/crypto/ed25519.h"
#include "ragsieve/evidence/statement.h"
#include "ragsieve/pipeline/candidates.h"

namespace ragsieve {

struct EarlierReport {
  Statement statement;
  std::string digest;  // hex, of the report
};

// The reports of the chain in `folder` with the digests, models, policy and version of `context`,
// by subject and raw digest; the newest of several. With `key` only those that it signed; and only
// those whose numbers give their verdict. INCOMPLETE ones are left out: they are tried again. A
// file that is no report is passed over with a word to the log; no folder holds none. kIo.
using EarlierReports = std::map<std::string, EarlierReport>;
[[nodiscard]] Result<EarlierReports> earlier_reports(const std::string& folder,
                                                     const SealContext& context,
                                                     const PrivateKey* key, const RunOptions& run);

[[nodiscard]] const EarlierReport* find_report(const EarlierReports& reports,
                                               const ScreenCandidate& candidate);

// The record that a report keeps: verdict, scores, reasons; findings, probes and spans are gone.
[[nodiscard]] ScreenRecord record_of(const EarlierReport& report, const ScreenCandidate& candidate);

}  // namespace ragsieve
