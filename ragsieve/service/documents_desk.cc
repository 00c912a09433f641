#include "ragsieve/service/documents_desk.h"

#include <utility>

#include "ragsieve/service/stored_ids.h"

namespace ragsieve {
namespace {

constexpr Page kWholeHistory{.limit = 1000};

}  // namespace

Result<std::vector<StoredDocument>> DocumentsDesk::list(const std::optional<std::string>& source,
                                                        const Page& page) {
  return state_.use([&](Stores& stores) -> Result<std::vector<StoredDocument>> {
    if (!source) return stores.documents.list(page);
    if (!may_be_text(*source)) return std::vector<StoredDocument>();
    return stores.documents.of_source(*source, page);
  });
}

Result<std::optional<DocumentHistory>> DocumentsDesk::find(const std::string& id) {
  if (!may_be_id(id)) return std::optional<DocumentHistory>();
  return state_.use([&](Stores& stores) -> Result<std::optional<DocumentHistory>> {
    RAGSIEVE_TRY(std::optional<StoredDocument> document, stores.documents.find(id));
    if (!document) return std::optional<DocumentHistory>();
    DocumentHistory history;
    history.document = *std::move(document);
    RAGSIEVE_TRY(history.verdicts, stores.verdicts.history(id, kWholeHistory));
    if (!history.verdicts.empty()) {
      RAGSIEVE_TRY(history.record, stores.verdicts.evidence(history.verdicts.front().report));
    }
    RAGSIEVE_TRY(history.decisions, stores.decisions.of_document(id, kWholeHistory));
    return std::optional(std::move(history));
  });
}

Result<std::vector<SourcedVerdict>> DocumentsDesk::verdicts(const std::optional<Verdict>& verdict,
                                                            const Page& page) {
  VerdictFilter filter;
  if (verdict) filter.verdicts = {*verdict};
  return state_.use([&](Stores& stores) -> Result<std::vector<SourcedVerdict>> {
    RAGSIEVE_TRY(std::vector<StoredVerdict> found, stores.verdicts.list(filter, page));
    std::vector<SourcedVerdict> all;
    for (StoredVerdict& one : found) {
      RAGSIEVE_TRY(const auto document, stores.documents.entry(one.document));
      all.push_back({std::move(one), document ? document->source : ""});
    }
    return all;
  });
}

Result<std::optional<StoredReport>> DocumentsDesk::report(const Digest& digest) {
  return state_.use([&](Stores& stores) { return stores.reports.find(digest); });
}

Result<ChainPage> DocumentsDesk::chain(std::int64_t after, std::int64_t limit) {
  return state_.use([&](Stores& stores) -> Result<ChainPage> {
    ChainPage page;
    RAGSIEVE_TRY(page.reports, stores.reports.list(after, limit));
    RAGSIEVE_TRY(page.head, stores.reports.head());
    return page;
  });
}

}  // namespace ragsieve
