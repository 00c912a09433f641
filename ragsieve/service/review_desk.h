// What waits for a reviewer, and what a reviewer decides: each release or rejection is a statement
// of its own in the chain, kept with the decision and its line of the audit log in one transaction.
// Nothing is decided without a reason, and no report twice. Thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/service/report_log.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

// A verdict that waits, with what its report says of it.
struct WaitingVerdict {
  StoredVerdict verdict;
  std::string source;                 // of the document
  std::vector<std::string> reasons;   // plain English; of a report that cannot be read, that
  std::vector<std::string> decisive;  // rules
};

struct ReviewRequest {
  DecisionAction action = DecisionAction::kNote;
  std::string who;
  std::string reason;            // 1..4096 bytes with a letter or digit among them
  std::optional<Digest> report;  // that the reviewer saw; none: the latest one, whatever it is
  std::optional<IdempotentRequest> once;
};

enum class ReviewOutcome {
  kDecided,
  kUnknown,         // there is no such document
  kNotWaiting,      // it was admitted, or has no verdict
  kAlreadyDecided,  // its latest report was decided on
  kReportChanged,   // its latest report is not the one that the reviewer saw
};
// "decided", "not_found", "not_waiting", "already_decided", "report_changed"
[[nodiscard]] std::string_view outcome_name(ReviewOutcome outcome);

struct ReviewResult {
  std::string document;
  ReviewOutcome outcome = ReviewOutcome::kUnknown;
  StoredDecision decision;  // where it is kDecided
  std::string detail;       // else: why not, and what stands instead
};

class ReviewDesk {
 public:
  static constexpr std::size_t kMostDocuments = 200;  // of one decide()

  // `log` outlives the desk.
  ReviewDesk(StateStore& state, const ReportLog& log, const Clock& clock)
      : state_(state), log_(log), clock_(clock) {}

  // Newest first.
  [[nodiscard]] Result<std::vector<WaitingVerdict>> waiting(const Page& page);

  // Decides about each document by itself and tells of each, in their order; what is decided is
  // kept in one transaction. A note decides nothing, may be made of any document at any time, and
  // is no statement of the chain. A request that was done before gives the first results again.
  // kInvalidInput for a reason that says nothing, kTooLarge for too many documents, errors of the
  // state: then nothing was decided.
  [[nodiscard]] Result<std::vector<ReviewResult>> decide(const std::vector<std::string>& documents,
                                                         const ReviewRequest& request);

 private:
  StateStore& state_;
  const ReportLog& log_;
  const Clock& clock_;
};

}  // namespace ragsieve
