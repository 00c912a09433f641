#include "ragsieve/service/review_desk.h"

#include <utility>

#include "ragsieve/evidence/limits.h"
#include "ragsieve/pipeline/summaries.h"
#include "ragsieve/service/idempotent.h"
#include "ragsieve/service/review_places.h"
#include "ragsieve/service/stored_ids.h"
#include "ragsieve/text/question_key.h"

namespace ragsieve {
namespace {

Status check_reason(const std::string& reason) {
  const Where where{"", 0, "reason"};
  if (reason.size() > limits::kStatementTextBytes) {
    return make_error(Code::kInvalidInput,
                      "has " + std::to_string(reason.size()) + " bytes, expected 1 to " +
                          std::to_string(limits::kStatementTextBytes),
                      where);
  }
  const bool broken = !may_be_text(reason);
  if (!broken && !question_key(reason).empty()) return ok_status();
  return make_error(Code::kInvalidInput,
                    broken ? "is no text: it holds U+0000 or is no UTF-8"
                           : "says nothing; a decision needs a reason in words",
                    where);
}

// Decides about one document within a transaction.
class Reviewer {
 public:
  Reviewer(Stores& stores, const ReportLog& log, const ReviewRequest& request, std::int64_t now_us)
      : stores_(stores), log_(log), request_(request), now_us_(now_us) {}

  Result<ReviewResult> decide(const std::string& id) {
    ReviewResult result{id, ReviewOutcome::kUnknown, {}, "there is no document of this id"};
    if (!may_be_id(id)) return result;
    RAGSIEVE_TRY(const auto document, stores_.documents.entry(id));
    if (!document) return result;
    RAGSIEVE_TRY(const auto verdict, stores_.verdicts.latest(id));
    RAGSIEVE_CHECK(look(verdict, result));
    if (result.outcome != ReviewOutcome::kDecided) return result;
    result.detail.clear();
    RAGSIEVE_CHECK(keep(verdict, result));
    return result;
  }

 private:
  // Whether it may be decided: kDecided, or why not.
  Status look(const std::optional<StoredVerdict>& verdict, ReviewResult& result) {
    const auto say = [&](ReviewOutcome outcome, std::string detail) {
      result.outcome = outcome;
      result.detail = std::move(detail);
      return ok_status();
    };
    if (request_.report && (!verdict || verdict->report != *request_.report)) {
      return say(ReviewOutcome::kReportChanged,
                 "the latest report of the document is another one: look at it first");
    }
    result.outcome = ReviewOutcome::kDecided;
    if (request_.action == DecisionAction::kNote) return ok_status();
    if (!verdict || verdict->verdict == Verdict::kAdmit) {
      return say(ReviewOutcome::kNotWaiting, verdict ? "the document was admitted and does not wait"
                                                     : "the document has no verdict to decide on");
    }
    RAGSIEVE_TRY(const auto before, stores_.decisions.on_report(verdict->report));
    if (!before) return ok_status();
    return say(ReviewOutcome::kAlreadyDecided,
               "the report was decided on: " + std::string(decision_name(before->action)) + " by " +
                   before->who + "; screen the document again to decide anew");
  }

  Status keep(const std::optional<StoredVerdict>& verdict, ReviewResult& result) {
    StoredDecision& decision = result.decision;
    decision.document = result.document;
    decision.action = request_.action;
    decision.who = request_.who;
    decision.reason = request_.reason;
    decision.time_us = now_us_;
    if (verdict) decision.answers = verdict->report;
    if (request_.action != DecisionAction::kNote) {
      RAGSIEVE_TRY(decision.report, seal(verdict->report));
    }
    RAGSIEVE_TRY(decision.sequence, stores_.decisions.add(decision));
    return stores_.audit_log.append({0, now_us_, request_.who,
                                     std::string(decision_name(request_.action)), result.document,
                                     decision.report ? report_name(*decision.report) : "noted"});
  }

  // The statement is about what the report that it answers is about.
  Result<Digest> seal(const Digest& answers) {
    RAGSIEVE_TRY(const auto stored, stores_.reports.find(answers));
    if (!stored) {
      return make_error(Code::kCorrupt, report_name(answers) + " is missing in the state");
    }
    RAGSIEVE_TRY(const AnyStatement answered, stored_statement(*stored));
    ReviewStatement statement;
    statement.subject = subject_of(answered);
    statement.raw_sha256 = raw_sha256_of(answered);
    statement.action = request_.action == DecisionAction::kRelease ? ReviewAction::kRelease
                                                                   : ReviewAction::kReject;
    statement.reviewer = request_.who;
    statement.reason = request_.reason;
    statement.answers_sha256 = to_hex(answers);
    statement.version = std::string(program_version());
    statement.time_s = now_us_ / 1'000'000;
    return log_.append(stores_, std::move(statement), now_us_);
  }

  Stores& stores_;
  const ReportLog& log_;
  const ReviewRequest& request_;
  std::int64_t now_us_;
};

// A waiting verdict with its report still to be read.
struct Unread {
  WaitingVerdict waiting;
  std::optional<StoredReport> report;
};

Result<std::vector<Unread>> unread(Stores& stores, const Page& page) {
  VerdictFilter filter;
  filter.waiting = true;
  RAGSIEVE_TRY(std::vector<StoredVerdict> verdicts, stores.verdicts.list(filter, page));
  std::vector<Unread> all;
  for (StoredVerdict& verdict : verdicts) {
    Unread one;
    RAGSIEVE_TRY(const auto document, stores.documents.entry(verdict.document));
    if (document) one.waiting.source = document->source;
    RAGSIEVE_TRY(one.report, stores.reports.find(verdict.report));
    one.waiting.verdict = std::move(verdict);
    all.push_back(std::move(one));
  }
  return all;
}

// A report that cannot be read does not hide the others.
WaitingVerdict read(Unread one) {
  std::vector<std::string>& reasons = one.waiting.reasons;
  if (!one.report) {
    reasons = {"the report of this verdict is missing in the state"};
    return std::move(one.waiting);
  }
  const Result<AnyStatement> statement = stored_statement(*one.report);
  const auto* screened = statement.ok() ? std::get_if<Statement>(&*statement) : nullptr;
  if (screened != nullptr) {
    reasons = screened->reasons;
    one.waiting.decisive = screened->decisive;
  } else {
    reasons = {statement.ok() ? "the report of this verdict is none of a screening"
                              : statement.error().message};
  }
  return std::move(one.waiting);
}

}  // namespace

std::string_view outcome_name(ReviewOutcome outcome) {
  switch (outcome) {
    case ReviewOutcome::kDecided:
      return "decided";
    case ReviewOutcome::kNotWaiting:
      return "not_waiting";
    case ReviewOutcome::kAlreadyDecided:
      return "already_decided";
    case ReviewOutcome::kReportChanged:
      return "report_changed";
    case ReviewOutcome::kUnknown:
      break;
  }
  return "not_found";
}

Result<std::vector<WaitingVerdict>> ReviewDesk::waiting(const Page& page) {
  RAGSIEVE_TRY(std::vector<Unread> found,
               state_.use([&](Stores& stores) { return unread(stores, page); }));
  std::vector<WaitingVerdict> all;
  for (Unread& one : found) all.push_back(read(std::move(one)));
  return all;
}

Result<std::vector<ReviewResult>> ReviewDesk::decide(const std::vector<std::string>& documents,
                                                     const ReviewRequest& request) {
  RAGSIEVE_CHECK(check_reason(request.reason));
  if (documents.size() > kMostDocuments) {
    return make_error(Code::kTooLarge, "found " + std::to_string(documents.size()) +
                                           " documents, at most " + std::to_string(kMostDocuments) +
                                           " are decided at once");
  }
  const std::int64_t now_us = clock_.now_ms() * 1000;
  std::vector<ReviewResult> results;
  const auto work = [&](Stores& stores) -> Result<std::string> {
    Reviewer reviewer(stores, log_, request, now_us);
    for (const std::string& document : documents) {
      RAGSIEVE_TRY(ReviewResult result, reviewer.decide(document));
      results.push_back(std::move(result));
    }
    return place_of_results(results);
  };
  RAGSIEVE_TRY(const DoneOnce done, do_once(state_, request.once, now_us, work));
  if (!done.earlier) return results;
  return state_.use([&](Stores& stores) { return results_at(stores, documents, done.place); });
}

}  // namespace ragsieve
