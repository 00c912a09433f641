// What both profiles of `filter` share: contexts judged one by one, and the summary of what was
// found. A context that cannot be judged is an error of the report and the rest goes on.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/corpus.h"
#include "ragsieve/core/records.h"
#include "ragsieve/models/model_identity.h"

namespace ragsieve {

// The record of a context, which is the one of that number.
using JudgeContext = std::function<Result<QueryRecord>(const RetrievedContext&, std::size_t)>;

// In order; what `contexts` could not read stands first among the errors. `source` is the file that
// they are of, for the places of errors; empty: they are at hand (connect/jsonl/contexts.h). Errors
// of a single context (kInvalidInput, kTooLarge) are the report's, all others the call's.
// kCancelled. Stage: "filter". The summary is left empty.
[[nodiscard]] Result<FilterReport> judge_contexts(const Contexts& contexts,
                                                  const std::string& source,
                                                  const JudgeContext& judge, const RunOptions& run);

using SummaryDigests = std::vector<std::pair<std::string, std::string>>;

// Counts, digests and what was not scored; thresholds are the profile's own.
[[nodiscard]] Summary filter_summary(const std::string& profile, const FilterReport& report,
                                     SummaryDigests digests);

// Which weights a model has, as a digest of the summary: "encoder all-minilm-l6-v2-f32".
[[nodiscard]] std::pair<std::string, std::string> model_digest(const std::string& role,
                                                               const ModelIdentity& model);

}  // namespace ragsieve
