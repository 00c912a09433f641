#include "ragsieve/service/audits.h"

#include <utility>
#include <vector>

#include "ragsieve/evidence/members.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

constexpr std::size_t kPageBytes = std::size_t{8} << 20;  // of the items that a page is made of
constexpr std::int64_t kMostRecords = std::int64_t{1} << 40;

struct AuditResult {
  std::int64_t documents = 0;
  std::int64_t last_flagged = 0;
  json::Value summary;
};

// What audit_work() returned.
Result<AuditResult> result_of(const std::string& text) {
  RAGSIEVE_TRY(const json::Value value, json::Reader().parse(text));
  Members members(value, "result.", Code::kCorrupt);
  AuditResult result;
  result.documents = members.integer("documents", kMostRecords);
  result.last_flagged = members.integer("last_flagged", kMostRecords);
  result.summary = members.object("summary");
  RAGSIEVE_CHECK(members.status());
  return result;
}

bool is_flagged(const json::Value& record) {
  const json::Value* flagged = record.find("flagged");
  return flagged != nullptr && flagged->boolean() != nullptr && *flagged->boolean();
}

}  // namespace

Result<std::string> Audits::start(const AuditRequest& request, const std::string& who,
                                  const std::optional<IdempotentRequest>& once) {
  RAGSIEVE_CHECK(path_(request.corpus));
  if (request.reference) RAGSIEVE_CHECK(path_(*request.reference));
  return jobs_.enqueue_for_caller(std::string(kAuditKind), who, json::dump(to_json(request)), 0,
                                  once);
}

Result<StoredJob> Audits::find(const std::string& id) {
  RAGSIEVE_TRY(std::optional<StoredJob> job,
               state_.use([&](Stores& stores) { return stores.jobs.find(id); }));
  if (job && job->kind == kAuditKind) return *std::move(job);
  return make_error(Code::kNotFound, "there is no audit of this id", Where{"", 0, "id"});
}

Result<std::string> Audits::item(const std::string& job, std::int64_t place) {
  RAGSIEVE_TRY(std::vector<JobItem> items,
               state_.use([&](Stores& stores) { return stores.job_items.list(job, place, 1); }));
  if (!items.empty() && items[0].item == place) return std::move(items[0].result);
  return make_error(Code::kCorrupt, "item " + std::to_string(place) + " of audit '" + job +
                                        "' is missing, expected a hundred records");
}

Status Audits::add_records(const AuditPageQuery& query, std::int64_t last, AuditPage& page) {
  json::Reader reader;
  std::size_t n_bytes = 0;
  std::int64_t rank = query.first;
  while (rank <= last && std::ssize(page.documents) < query.limit && n_bytes < kPageBytes) {
    RAGSIEVE_TRY(const std::string text, item(page.job.id, (rank - 1) / kAuditPage));
    n_bytes += text.size();
    RAGSIEVE_TRY(json::Value value, reader.parse(text));
    const json::Array none;
    const json::Array& records = value.array() != nullptr ? *value.array() : none;
    const std::int64_t end = rank + kAuditPage - (rank - 1) % kAuditPage;
    for (; rank < end && rank <= last && std::ssize(page.documents) < query.limit; ++rank) {
      const std::size_t place = static_cast<std::size_t>((rank - 1) % kAuditPage);
      if (place >= records.size()) {
        return make_error(Code::kCorrupt, "an item of audit '" + page.job.id + "' has " +
                                              std::to_string(records.size()) +
                                              " records, expected more");
      }
      if (!query.flagged || is_flagged(records[place])) page.documents.push_back(records[place]);
    }
  }
  if (rank <= last) page.next = rank;
  return ok_status();
}

Result<AuditPage> Audits::page(const AuditPageQuery& query) {
  AuditPage page;
  RAGSIEVE_TRY(page.job, find(query.id));
  if (page.job.state != JobState::kDone || !page.job.result) return page;
  RAGSIEVE_TRY(AuditResult result, result_of(*page.job.result));
  page.summary = std::move(result.summary);
  RAGSIEVE_CHECK(add_records(query, query.flagged ? result.last_flagged : result.documents, page));
  return page;
}

}  // namespace ragsieve
