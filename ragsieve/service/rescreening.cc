#include "ragsieve/service/rescreening.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/service/monitors.h"

namespace ragsieve {
namespace {

constexpr std::int64_t kTogether = 64;  // documents whose neighbours are searched together

// A document that was screened, as its latest verdict says.
struct Screened {
  StoredDocument document;
  StoredVerdict verdict;
  ScreenCandidate candidate;
  bool is_named = false;  // its evidence names what changed
};

std::vector<std::string> decisive_of(const StoredVerdict& verdict) {
  std::vector<std::string> rules;
  const Result<json::Value> record = json::Reader().parse(verdict.signals);
  const json::Value* list = record.ok() ? record->find("decisive") : nullptr;
  if (list == nullptr || list->array() == nullptr) return rules;
  for (const json::Value& rule : *list->array()) {
    if (rule.string() != nullptr) rules.push_back(*rule.string());
  }
  return rules;
}

const json::Value* find_in(const json::Value* value, const char* name) {
  return value == nullptr ? nullptr : value->find(name);
}

// Whether a conflict of the record is with one of these documents.
bool names(const json::Value& record, const std::unordered_set<std::string>& ids) {
  const json::Value* signals = record.find("signals");
  const json::Value* conflicts = find_in(find_in(signals, "fact_conflict"), "conflicts");
  if (conflicts == nullptr || conflicts->array() == nullptr) return false;
  return std::ranges::any_of(*conflicts->array(), [&](const json::Value& conflict) {
    const json::Value* id = conflict.find("trusted_id");
    return id != nullptr && id->string() != nullptr && ids.contains(*id->string());
  });
}

class Rescreener {
 public:
  Rescreener(const RescreeningParts& parts, const CorpusLook& look, const RunOptions& run)
      : parts_(parts), look_(look), run_(run) {
    for (const SeenDocument& document : look.seen.documents) in_corpus_.insert(document.text);
    came_ = look.changes.added;
    came_.insert(came_.end(), look.changes.changed.begin(), look.changes.changed.end());
    went_ = look.changes.removed;
    went_.insert(went_.end(), look.changes.changed.begin(), look.changes.changed.end());
    touched_.insert(came_.begin(), came_.end());
    touched_.insert(went_.begin(), went_.end());
  }

  Result<Rescreening> run(const SeenCorpus& seen) {
    const std::string& corpus = parts_.monitor.corpus;
    RAGSIEVE_CHECK(open_gate(corpus));
    note_gate(seen);
    const bool same = look_.changes.empty() && new_probes_.empty() && !is_other_judge_;
    if (seen.documents.empty() || same) return std::move(done_);
    Page page;
    page.limit = kTogether;
    for (;;) {
      RAGSIEVE_TRY(const std::vector<StoredDocument> entries, parts_.state.use([&](Stores& stores) {
        return stores.documents.of_corpus(corpus, page);
      }));
      if (entries.empty()) return std::move(done_);
      page.before = entries.back().sequence;
      RAGSIEVE_CHECK(take(entries));
    }
  }

 private:
  Status open_gate(const std::string& corpus) {
    before_ = parts_.gates.kept(corpus);
    const bool is_current = before_ == nullptr
                                ? look_.changes.empty()
                                : before_->digests().corpus == to_hex(look_.manifest);
    if (is_current) {
      Result<std::shared_ptr<const Gate>> gate = parts_.gates.of(corpus, run_);
      if (gate.ok()) {
        before_ = nullptr;
        now_ = *std::move(gate);
        return ok_status();
      }
      if (gate.error().code != Code::kUnavailable) return gate.error();
    }
    RAGSIEVE_CHECK(parts_.gates.renew(corpus, run_));
    RAGSIEVE_TRY(now_, parts_.gates.of(corpus, run_));
    return ok_status();
  }

  // What was seen without a gate was seen by this one.
  void note_gate(const SeenCorpus& seen) {
    done_.gate = now_->judge();
    done_.probes = now_->probe_digests();
    std::ranges::sort(done_.probes);
    if (!seen.gate) return;
    is_other_judge_ = *seen.gate != done_.gate;
    std::ranges::set_difference(done_.probes, seen.probes, std::back_inserter(new_probes_));
  }

  Status take(const std::vector<StoredDocument>& entries) {
    std::vector<Screened> screened;
    for (const StoredDocument& entry : entries) {
      RAGSIEVE_TRY(std::optional<Screened> one, candidate(entry.id));
      if (one) screened.push_back(*std::move(one));
    }
    RAGSIEVE_TRY(const std::vector<bool> leans, lean(screened));
    for (std::size_t i = 0; i < screened.size(); ++i) {
      if (run_.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
      if (leans[i] || screened[i].is_named) RAGSIEVE_CHECK(screen(screened[i]));
    }
    return ok_status();
  }

  // Nothing where the document is left alone.
  Result<std::optional<Screened>> candidate(const std::string& id) {
    std::optional<Screened> none;
    Screened one;
    std::optional<std::string> evidence;
    bool is_left = true;
    RAGSIEVE_CHECK(parts_.state.use([&](Stores& stores) -> Status {
      RAGSIEVE_TRY(const auto document, stores.documents.find(id));
      RAGSIEVE_TRY(const auto verdict, stores.verdicts.latest(id));
      if (!document || !document->text || !verdict) return ok_status();
      RAGSIEVE_TRY(const bool untold, is_untold(stores, *verdict));
      if (untold) return note_reopened(stores, id);
      RAGSIEVE_TRY(const auto decision, stores.decisions.on_report(verdict->report));
      if (decision && decision->action == DecisionAction::kReject) return ok_status();
      RAGSIEVE_TRY(evidence, stores.verdicts.evidence(verdict->report));
      one.document = *document;
      one.verdict = *verdict;
      is_left = false;
      return ok_status();
    }));
    if (is_left) return none;
    Result<ScreenCandidate> candidate =
        candidate_of(one.document.source, *one.document.text, parts_.candidates);
    if (!candidate.ok()) {  // a limit was lowered since
      done_.left_alone.push_back(id);
      return none;
    }
    one.candidate = *std::move(candidate);
    if (in_corpus_.contains(sha256(one.candidate.document.indexed_text))) return none;
    const Result<json::Value> record = json::Reader().parse(evidence.value_or("{}"));
    one.is_named = record.ok() && names(*record, touched_);
    return std::optional(std::move(one));
  }

  // Whether a look that broke off since this monitor's last one has re-opened it.
  Result<bool> is_untold(Stores& stores, const StoredVerdict& verdict) const {
    if (!verdict.job || verdict.time_us < parts_.monitor.last_run_us.value_or(0)) return false;
    RAGSIEVE_TRY(const std::optional<StoredJob> job, stores.jobs.find(*verdict.job));
    return job && job->kind == kMonitorJob && job->state != JobState::kDone;
  }

  Status note_reopened(Stores& stores, const std::string& id) {
    Page two;
    two.limit = 2;
    RAGSIEVE_TRY(const std::vector<StoredVerdict> last, stores.verdicts.history(id, two));
    ++done_.n_screened;
    done_.reopened.push_back(
        {id, last.back().verdict, last.front().verdict, report_name(last.front().report)});
    return ok_status();
  }

  Result<std::vector<bool>> lean(const std::vector<Screened>& screened) {
    if (is_other_judge_) return std::vector<bool>(screened.size(), true);
    std::vector<ScreenCandidate> candidates;
    for (const Screened& one : screened) candidates.push_back(one.candidate);
    RAGSIEVE_TRY(std::vector<bool> leans, now_->leans_on(candidates, {came_, new_probes_}, run_));
    if (before_ == nullptr) return leans;
    RAGSIEVE_TRY(const std::vector<bool> leant, before_->leans_on(candidates, {went_, {}}, run_));
    for (std::size_t i = 0; i < leans.size(); ++i) leans[i] = leans[i] || leant[i];
    return leans;
  }

  Status screen(const Screened& one) {
    const Result<MeasuredDocument> again = parts_.desk.measure_again(one.document, run_);
    if (!again.ok()) {
      const Code code = again.error().code;
      const bool is_its_own = code == Code::kInvalidInput || code == Code::kTooLarge;
      if (!is_its_own) return again.error();
      done_.left_alone.push_back(one.document.id);
      return ok_status();
    }
    const MeasuredDocument& measured = *again;
    ++done_.n_screened;
    const ScreenRecord& record = measured.record;
    const bool same =
        record.verdict == one.verdict.verdict && record.decisive == decisive_of(one.verdict);
    if (same || record.verdict == Verdict::kAdmit) return ok_status();
    if (record.verdict == Verdict::kIncomplete) {
      done_.left_alone.push_back(one.document.id);
      return ok_status();
    }
    ReopenedVerdict reopened{one.document.id, one.verdict.verdict, record.verdict, ""};
    const auto place = std::ssize(done_.reopened);
    RAGSIEVE_CHECK(
        parts_.context.item_done(place, place + 1, [&](Stores& stores) -> Result<std::string> {
          RAGSIEVE_TRY(
              const ScreenedDocument kept,
              parts_.desk.keep(stores, measured, "monitor " + parts_.monitor.name, parts_.job));
          reopened.report = kept.record.report;
          return json::dump(reopened_verdict_json(reopened));
        }));
    done_.reopened.push_back(std::move(reopened));
    return ok_status();
  }

  const RescreeningParts& parts_;
  const CorpusLook& look_;
  const RunOptions& run_;
  std::set<Digest> in_corpus_;  // texts
  bool is_other_judge_ = false;
  std::vector<Digest> new_probes_;
  std::vector<std::string> came_;
  std::vector<std::string> went_;
  std::unordered_set<std::string> touched_;
  std::shared_ptr<const Gate> before_;  // null: it is not open any more
  std::shared_ptr<const Gate> now_;
  Rescreening done_;
};

}  // namespace

json::Object reopened_verdict_json(const ReopenedVerdict& verdict) {
  return {{"document", verdict.document},
          {"before", std::string(verdict_name(verdict.before))},
          {"verdict", std::string(verdict_name(verdict.now))},
          {"report", verdict.report}};
}

Result<Rescreening> rescreen(const RescreeningParts& parts, const CorpusLook& look,
                             const SeenCorpus& before, const RunOptions& run) {
  return Rescreener(parts, look, run).run(before);
}

}  // namespace ragsieve
