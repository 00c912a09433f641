#include "ragsieve/service/screen_jobs.h"

#include <array>
#include <utility>

#include "ragsieve/base/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/report/record_json.h"

namespace ragsieve {
namespace {

using json::Array;
using json::Object;
using json::Value;

Object request_json(const ScreenRequest& request) {
  Object object{{"corpus", request.corpus},
                {"id", request.id},
                {"media_type", request.media_type},
                {"text", request.text}};
  if (request.supersedes) {
    object.emplace_back("supersedes", Object{{"id", request.supersedes->id},
                                             {"reviewer", request.supersedes->reviewer},
                                             {"reason", request.supersedes->reason}});
  }
  return object;
}

Result<ScreenRequest> request_of(const Value& value) {
  Members members(value, "documents.");
  ScreenRequest request;
  request.corpus = members.text("corpus", limits::kDocumentBytes);
  request.id = members.text("id", limits::kDocumentBytes);
  request.media_type = members.text("media_type", limits::kDocumentBytes);
  request.text = members.text("text", limits::kDocumentBytes);
  if (members.has("supersedes")) {
    Members inner(members.object("supersedes"), "supersedes.");
    Supersedes supersedes;
    supersedes.id = inner.text("id", limits::kDocumentBytes);
    supersedes.reviewer = inner.text("reviewer", limits::kDocumentBytes);
    supersedes.reason = inner.text("reason", limits::kDocumentBytes);
    RAGSIEVE_CHECK(inner.finish());
    request.supersedes = std::move(supersedes);
  }
  RAGSIEVE_CHECK(members.finish());
  return request;
}

Result<std::vector<ScreenRequest>> requests_of(const std::string& text) {
  json::Reader reader;
  RAGSIEVE_TRY(const Value value, reader.parse(text));
  Members members(value, "");
  std::vector<ScreenRequest> requests;
  for (const Value& document : *members.array("documents", kMostScreens).array()) {
    RAGSIEVE_TRY(ScreenRequest request, request_of(document));
    requests.push_back(std::move(request));
  }
  RAGSIEVE_CHECK(members.finish());
  return requests;
}

// Progress of the models goes to the job, and its cancel to the models.
RunOptions run_of(RunOptions run, JobContext& job) {
  run.cancel = job.cancel();
  run.progress = [&job, log = run.log](const ProgressEvent& event) {
    const Status written =
        job.progress(std::string(event.stage), static_cast<std::int64_t>(event.done),
                     static_cast<std::int64_t>(event.total));
    if (!written.ok() && log) {
      log(LogLevel::kWarning, "progress cannot be written: " + to_string(written.error()));
    }
  };
  return run;
}

struct BatchCounts {
  std::array<std::int64_t, 4> verdicts{};
  std::int64_t errors = 0;

  void add(const Result<MeasuredDocument>& one) {
    if (one.ok()) {
      ++verdicts[static_cast<std::size_t>(one.value().record.verdict)];
    } else {
      ++errors;
    }
  }
  [[nodiscard]] std::string json() const {
    return json::dump(Object{{"admit", verdicts[0]},
                             {"quarantine", verdicts[1]},
                             {"reject", verdicts[2]},
                             {"incomplete", verdicts[3]},
                             {"errors", errors}});
  }
};

Result<std::string> screen_all(ScreenDesk& desk, const StoredJob& job, JobContext& context,
                               const RunOptions& run) {
  RAGSIEVE_TRY(const std::vector<ScreenRequest> requests, requests_of(job.request));
  if (requests.empty()) return BatchCounts{}.json();
  RAGSIEVE_TRY(const std::set<std::int64_t> done, context.done());
  RAGSIEVE_TRY(const std::vector<Result<MeasuredDocument>> measured,
               desk.measure(requests.front().corpus, requests, run_of(run, context), {true, true}));
  BatchCounts counts;
  const auto total = static_cast<std::int64_t>(measured.size());
  for (std::int64_t place = 0; place < total; ++place) {
    const Result<MeasuredDocument>& one = measured[static_cast<std::size_t>(place)];
    counts.add(one);
    if (done.contains(place)) continue;
    if (context.cancel().requested()) return make_error(Code::kCancelled, "stopped as asked");
    const auto make = [&](Stores& stores) -> Result<std::string> {
      if (!one.ok()) return json::dump(Object{{"error", to_json(one.error())}});
      RAGSIEVE_TRY(const ScreenedDocument screened,
                   desk.keep(stores, one.value(), job.who, job.id));
      return json::dump(screened_json(screened, false));
    };
    RAGSIEVE_CHECK(context.item_done(place, total, make));
  }
  return counts.json();
}

}  // namespace

std::string screens_request(const std::vector<ScreenRequest>& requests) {
  Array documents;
  for (const ScreenRequest& request : requests) documents.emplace_back(request_json(request));
  return json::dump(Object{{"documents", std::move(documents)}});
}

std::string corpus_request(const std::string& corpus) {
  return json::dump(Object{{"corpus", corpus}});
}

JobWork screens_work(ScreenDesk& desk, RunOptions run) {
  return [&desk, run = std::move(run)](const StoredJob& job, JobContext& context) {
    return screen_all(desk, job, context, run);
  };
}

JobWork corpus_work(Gates& gates, RunOptions run) {
  return [&gates, run = std::move(run)](const StoredJob& job,
                                        JobContext& context) -> Result<std::string> {
    json::Reader reader;
    RAGSIEVE_TRY(const Value value, reader.parse(job.request));
    Members members(value, "");
    const std::string corpus = members.text("corpus", limits::kDocumentBytes);
    RAGSIEVE_CHECK(members.finish());
    RAGSIEVE_CHECK(gates.open(corpus, run_of(run, context)));
    return std::string("{}");
  };
}

}  // namespace ragsieve
