// What was screened, decided and sealed, to be read: documents with their history, verdicts, and
// the chain of reports. Changes nothing. Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/service/report_log.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

struct SourcedVerdict {
  StoredVerdict verdict;
  std::string source;  // of the document
};

// Of one document; verdicts and decisions newest first, at most 1000 of each.
struct DocumentHistory {
  StoredDocument document;            // with its text, where that is still kept: bytes of any kind
  std::optional<std::string> record;  // JSON, of the latest verdict with the document's words
  std::vector<StoredVerdict> verdicts;
  std::vector<StoredDecision> decisions;
};

struct ChainPage {
  std::vector<StoredReport> reports;  // oldest first
  ReportHead head;                    // of the same moment
};

class DocumentsDesk {
 public:
  explicit DocumentsDesk(StateStore& state) : state_(state) {}

  // Newest first, without texts; of one source where that is named.
  [[nodiscard]] Result<std::vector<StoredDocument>> list(const std::optional<std::string>& source,
                                                         const Page& page);
  [[nodiscard]] Result<std::optional<DocumentHistory>> find(const std::string& id);
  // Newest first; of one kind where that is named.
  [[nodiscard]] Result<std::vector<SourcedVerdict>> verdicts(const std::optional<Verdict>& verdict,
                                                             const Page& page);
  [[nodiscard]] Result<std::optional<StoredReport>> report(const Digest& digest);
  // Links from behind number `after`, at most `limit` (1 to 1000).
  [[nodiscard]] Result<ChainPage> chain(std::int64_t after, std::int64_t limit);

 private:
  StateStore& state_;
};

}  // namespace ragsieve
