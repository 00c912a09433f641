#include "ragsieve/service/monitor_job.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/pipeline/corpus_look.h"
#include "ragsieve/pipeline/seen_file.h"
#include "ragsieve/service/monitors.h"
#include "ragsieve/service/rescreening.h"

namespace ragsieve {
namespace {

json::Object flagged_json(const AuditRecord& record) {
  json::Object one{{"id", record.id}, {"rank", record.rank}, {"score", record.score}};
  if (record.evidence) one.emplace_back("term", record.evidence->strongest);
  return one;
}

json::Array flagged_page(const CorpusLook& look, std::size_t first) {
  json::Array list;
  for (std::size_t i = first; i < look.newly_flagged.size() && list.size() < kMostTold; ++i) {
    list.emplace_back(flagged_json(look.newly_flagged[i]));
  }
  return list;
}

// The first ones of each kind; `more`: there are others, which the items of the job have.
json::Object found_json(const CorpusLook& look, const Rescreening& rescreening) {
  json::Array reopened;
  for (const ReopenedVerdict& one : rescreening.reopened) {
    if (reopened.size() == kMostTold) break;
    reopened.emplace_back(reopened_verdict_json(one));
  }
  json::Array left_alone;
  for (const std::string& document : rescreening.left_alone) {
    if (left_alone.size() == kMostTold) break;
    left_alone.emplace_back(document);
  }
  const std::size_t most = std::max(
      {look.newly_flagged.size(), rescreening.reopened.size(), rescreening.left_alone.size()});
  return {{"newly_flagged", flagged_page(look, 0)},
          {"reopened", std::move(reopened)},
          {"left_alone", std::move(left_alone)},
          {"more", most > kMostTold}};
}

class LookJob {
 public:
  LookJob(const MonitorJobParts& parts, const StoredJob& job, JobContext& context)
      : parts_(parts), job_(job), context_(context), run_(parts.run) {
    run_.cancel = context.cancel();
    run_.progress = [this](const ProgressEvent& event) {
      if (!told_.ok()) return;
      told_ = context_.progress(std::string(event.stage), static_cast<std::int64_t>(event.done),
                                static_cast<std::int64_t>(event.total));
      if (!told_.ok()) run_.cancel.request();  // the state is gone: nothing could be kept
    };
  }

  Result<std::string> run() {
    RAGSIEVE_TRY(const std::string name, monitor_of_request(job_.request));
    RAGSIEVE_TRY(std::optional<Monitor> monitor,
                 parts_.state.use([&](Stores& stores) { return stores.monitors.find(name); }));
    if (!monitor) return make_error(Code::kNotFound, "the monitor was removed");
    monitor_ = *std::move(monitor);
    Result<std::string> result = look();
    if (!told_.ok()) return told_.error();
    if (!result.ok()) tell_failure(result.error());
    return result;
  }

 private:
  Result<std::string> look() {
    RAGSIEVE_CHECK(context_.begin_again());
    RAGSIEVE_TRY(const SeenCorpus before, seen_before());
    AuditOptions options = parts_.audit;
    RAGSIEVE_TRY(options.corpus, parts_.path(monitor_.corpus));
    RAGSIEVE_TRY(CorpusLook look, look_at_corpus(options, before, parts_.models, run_));
    RAGSIEVE_TRY(const Rescreening rescreening,
                 rescreen({parts_.state, parts_.gates, parts_.desk, parts_.candidates, context_,
                           job_.id, monitor_},
                          look, before, run_));
    look.seen.gate = rescreening.gate;
    look.seen.probes = rescreening.probes;
    RAGSIEVE_CHECK(keep_flagged(look, std::ssize(rescreening.reopened)));
    return keep(before, look, rescreening);
  }

  Result<SeenCorpus> seen_before() {
    RAGSIEVE_TRY(const std::optional<std::string> text, parts_.state.use([&](Stores& stores) {
      return stores.monitors.seen(monitor_.name);
    }));
    if (!text) return SeenCorpus{};
    return parse_seen(*text, "what monitor '" + monitor_.name + "' saw");
  }

  StoredLook stored_look(const CorpusLook& look, const Rescreening& rescreening) const {
    StoredLook stored;
    stored.monitor = monitor_.name;
    stored.job = job_.id;
    stored.documents = std::ssize(look.seen.documents);
    stored.added = std::ssize(look.changes.added);
    stored.changed = std::ssize(look.changes.changed);
    stored.removed = std::ssize(look.changes.removed);
    stored.flagged = static_cast<std::int64_t>(look.n_flagged);
    stored.newly_flagged = std::ssize(look.newly_flagged);
    stored.rescreened = rescreening.n_screened;
    stored.reopened = std::ssize(rescreening.reopened);
    stored.left_alone = std::ssize(rescreening.left_alone);
    stored.found = json::dump(found_json(look, rescreening));
    stored.time_us = parts_.clock.now_ms() * 1000;
    return stored;
  }

  static json::Object counts_json(const StoredLook& look) {
    return {{"documents", look.documents},   {"added", look.added},
            {"changed", look.changed},       {"removed", look.removed},
            {"flagged", look.flagged},       {"newly_flagged", look.newly_flagged},
            {"rescreened", look.rescreened}, {"reopened", look.reopened},
            {"left_alone", look.left_alone}};
  }

  json::Object named(json::Object object, std::string type) const {
    object.insert(object.begin(), {{"type", std::move(type)},
                                   {"monitor", monitor_.name},
                                   {"corpus", monitor_.corpus},
                                   {"job", job_.id}});
    return object;
  }

  // All of the newly flagged ones, a hundred to an item, behind the items of re-opened verdicts.
  Status keep_flagged(const CorpusLook& look, std::int64_t place) {
    for (std::size_t first = 0; first < look.newly_flagged.size(); first += kMostTold, ++place) {
      RAGSIEVE_CHECK(context_.item_done(place, place + 1, [&](Stores&) -> Result<std::string> {
        return json::dump(json::Object{{"newly_flagged", flagged_page(look, first)}});
      }));
    }
    return ok_status();
  }

  // What the next look begins with; nothing where that is what this one began with.
  static Result<std::optional<std::string>> seen_to_keep(const SeenCorpus& before,
                                                         const CorpusLook& look) {
    const bool same = !look.audited && !before.documents.empty() && before.gate == look.seen.gate &&
                      before.probes == look.seen.probes;
    if (same) return std::optional<std::string>();
    std::string text = seen_text(look.seen);
    if (text.size() <= kSeenBytes) return std::optional(std::move(text));
    return make_error(Code::kTooLarge, "what a look of " +
                                           std::to_string(look.seen.documents.size()) +
                                           " documents saw is longer than 1 GiB");
  }

  Result<std::string> keep(const SeenCorpus& before, const CorpusLook& look,
                           const Rescreening& rescreening) {
    const StoredLook stored = stored_look(look, rescreening);
    const bool tells = stored.newly_flagged > 0 || stored.reopened > 0 || stored.left_alone > 0;
    json::Object body = named(counts_json(stored), "look");
    body.emplace_back("found", found_json(look, rescreening));
    RAGSIEVE_TRY(const std::optional<std::string> seen, seen_to_keep(before, look));
    RAGSIEVE_CHECK(context_.keep([&](Stores& stores) -> Status {
      RAGSIEVE_CHECK(stores.monitors.ran(monitor_, look.manifest, seen, stored.time_us));
      RAGSIEVE_CHECK(stores.looks.add(stored));
      // A webhook that was given meanwhile is told too; without one the delivery is dropped.
      return tells ? stores.deliveries.add(monitor_.name, json::dump(body), stored.time_us)
                   : ok_status();
    }));
    json::Object result = counts_json(stored);
    result.insert(result.begin(), {{"monitor", monitor_.name}, {"corpus", monitor_.corpus}});
    return json::dump(result);
  }

  // Where nothing could be looked at, silence would say that all is well.
  void tell_failure(const Error& error) {
    if (error.code == Code::kCancelled || monitor_.webhook.empty()) return;
    const json::Object body = named(
        {{"code", std::string(code_name(error.code))}, {"message", error.message}}, "look_failed");
    const Status kept = parts_.state.use([&](Stores& stores) {
      return stores.deliveries.add(monitor_.name, json::dump(body), parts_.clock.now_ms() * 1000);
    });
    if (!kept.ok()) {
      run_.say(LogLevel::kWarning, "that monitor '" + monitor_.name +
                                       "' failed cannot be told: " + to_string(kept.error()));
    }
  }

  const MonitorJobParts& parts_;
  const StoredJob& job_;
  JobContext& context_;
  RunOptions run_;
  Status told_ = ok_status();
  Monitor monitor_;
};

}  // namespace

JobWork monitor_work(MonitorJobParts parts) {
  return [parts = std::move(parts)](const StoredJob& job, JobContext& context) {
    return LookJob(parts, job, context).run();
  };
}

}  // namespace ragsieve
