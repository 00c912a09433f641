#include "ragsieve/service/audit_job.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "ragsieve/json/reader.h"
#include "ragsieve/report/record_json.h"

namespace ragsieve {
namespace {

constexpr std::size_t kSpanBytes = 400;  // of a spanned text
constexpr std::size_t kUnscored = 100;   // names in the summary; the count tells of all

void cut_text(std::string& text) {
  if (text.size() <= kSpanBytes) return;
  std::size_t end = kSpanBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
  text.resize(end);
}

// What is kept of a record is bounded, whatever its document holds: a word may be a megabyte.
json::Value kept(AuditRecord record, bool show_text) {
  for (Span& span : record.spans) cut_text(span.text);
  return to_json(record, show_text);
}

std::string page_json(std::span<const AuditRecord> records, bool show_text) {
  json::Array page;
  for (const AuditRecord& record : records) page.push_back(kept(record, show_text));
  return json::dump(page);
}

Status keep_records(const AuditReport& report, bool show_text, JobContext& context) {
  const std::span<const AuditRecord> all = report.documents;
  constexpr auto kPage = static_cast<std::size_t>(kAuditPage);
  const std::size_t n_pages = (all.size() + kPage - 1) / kPage;
  for (std::size_t i = 0; i < n_pages; ++i) {
    if (context.cancel().requested()) return make_error(Code::kCancelled, "stopped as asked");
    const auto records = all.subspan(i * kPage, std::min(kPage, all.size() - i * kPage));
    const auto make = [&](Stores&) -> Result<std::string> { return page_json(records, show_text); };
    RAGSIEVE_CHECK(
        context.item_done(static_cast<std::int64_t>(i), static_cast<std::int64_t>(n_pages), make));
  }
  return ok_status();
}

std::string result_json(const AuditRequest& request, const AuditReport& report) {
  std::size_t last_flagged = 0;
  for (const AuditRecord& record : report.documents) {
    if (record.flagged) last_flagged = record.rank;
  }
  Summary summary = report.summary;
  if (summary.unscored.size() > kUnscored) summary.unscored.resize(kUnscored);
  return json::dump(json::Object{{"corpus", request.corpus},
                                 {"documents", report.documents.size()},
                                 {"last_flagged", last_flagged},
                                 {"summary", to_json(summary)}});
}

Result<AuditOptions> options_of(const AuditRequest& request, const AuditOptions& configured,
                                const CorpusPath& path) {
  AuditOptions options = configured;
  RAGSIEVE_TRY(options.corpus, path(request.corpus));
  options.reference.reset();
  if (request.reference) {
    RAGSIEVE_TRY(std::string reference, path(*request.reference));
    options.reference = AuditReferenceSource{std::move(reference), std::nullopt};
  }
  options.alpha = request.alpha.value_or(configured.alpha);
  return options;
}

Result<AuditReport> run_audit(const AuditOptions& audit_options, const AuditJobOptions& options,
                              const ModelsInUse& models, JobContext& context) {
  RunOptions run;
  run.threads = options.threads;
  run.memory_bytes = options.memory_bytes;
  run.cancel = context.cancel();
  Status told = ok_status();
  run.progress = [&](const ProgressEvent& event) {
    if (!told.ok()) return;
    told = context.progress(std::string(event.stage), static_cast<std::int64_t>(event.done),
                            static_cast<std::int64_t>(event.total));
    if (!told.ok()) run.cancel.request();  // the state is gone: nothing could be kept
  };
  Result<AuditReport> report = audit(audit_options, models, run);
  if (!told.ok()) return told.error();
  return report;
}

}  // namespace

JobWork audit_work(AuditJobOptions options, const ModelsInUse& models, CorpusPath path) {
  return [options = std::move(options), models, path = std::move(path)](
             const StoredJob& job, JobContext& context) -> Result<std::string> {
    json::Reader reader;
    RAGSIEVE_TRY(const json::Value value, reader.parse(job.request));
    RAGSIEVE_TRY(const AuditRequest request, audit_request_of(value));
    RAGSIEVE_TRY(const AuditOptions audit_options, options_of(request, options.audit, path));
    RAGSIEVE_CHECK(context.begin_again());
    RAGSIEVE_TRY(const AuditReport report, run_audit(audit_options, options, models, context));
    RAGSIEVE_CHECK(keep_records(report, options.show_text, context));
    return result_json(request, report);
  };
}

}  // namespace ragsieve
