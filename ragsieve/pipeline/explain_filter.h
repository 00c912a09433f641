// Plain-English reasons and spans for one candidate of a query, from the evidence of RSQ. Pure.
#pragma once

#include "ragsieve/base/result.h"
#include "ragsieve/core/document.h"
#include "ragsieve/core/records.h"
#include "ragsieve/core/span.h"
#include "ragsieve/detect/rsq.h"

namespace ragsieve {

struct CandidateEvidence {
  ByteRange surprisal_range;  // bytes of the window; empty when the text scores no surprisal
  ByteRange jump_range;       // bytes of the window after the jump
};

// Fills reasons and spans of a flagged `record`; terms and evidence of it are set.
void explain_candidate(const Document& document, const CandidateEvidence& evidence,
                       const RsqOptions& options, CandidateRecord& record);

}  // namespace ragsieve
