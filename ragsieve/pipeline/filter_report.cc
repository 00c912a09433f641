#include "ragsieve/pipeline/filter_report.h"

#include <cstdint>

#include "ragsieve/connect/jsonl/contexts.h"
#include "ragsieve/pipeline/summaries.h"

namespace ragsieve {
namespace {

Error with_place(Error error, const RetrievedContext& context, const std::string& source) {
  if (!error.where.path.empty()) return error;
  error.where.path = source.empty() ? context_place(context.line) : source;
  error.where.line = source.empty() ? 0 : context.line;
  return error;
}

// Whether an error belongs to one context (go on) or to the whole run (stop).
bool belongs_to_context(const Error& error) {
  return error.code == Code::kInvalidInput || error.code == Code::kTooLarge;
}

}  // namespace

Result<FilterReport> judge_contexts(const Contexts& contexts, const std::string& source,
                                    const JudgeContext& judge, const RunOptions& run) {
  FilterReport report;
  report.errors = contexts.bad;
  for (std::size_t i = 0; i < contexts.contexts.size(); ++i) {
    if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
    Result<QueryRecord> record = judge(contexts.contexts[i], i);
    if (record.ok()) {
      report.queries.push_back(*std::move(record));
    } else if (belongs_to_context(record.error())) {
      report.errors.push_back(with_place(std::move(record).error(), contexts.contexts[i], source));
    } else {
      return std::move(record).error();
    }
    run.report("filter", i + 1, contexts.contexts.size());
  }
  return report;
}

Summary filter_summary(const std::string& profile, const FilterReport& report,
                       SummaryDigests digests) {
  Summary summary = start_summary("filter", profile);
  std::uint64_t removed = 0;
  std::uint64_t candidates = 0;
  for (const QueryRecord& query : report.queries) {
    removed += query.removed.size();
    candidates += query.documents.size();
  }
  summary.counts = {{"queries", report.queries.size()},
                    {"candidates", candidates},
                    {"flagged", removed},
                    {"unscored", report.errors.size()}};
  summary.digests = std::move(digests);
  for (const Error& error : report.errors) summary.unscored.push_back(place_of(error));
  return summary;
}

std::pair<std::string, std::string> model_digest(const std::string& role,
                                                 const ModelIdentity& model) {
  return {role + " " + model.name, to_hex(model.file_digest)};
}

}  // namespace ragsieve
