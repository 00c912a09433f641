#include "ragsieve/service/screen_desk.h"

#include <array>
#include <string_view>
#include <utility>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/pipeline/screen_seal.h"
#include "ragsieve/report/screen_json.h"
#include "ragsieve/service/random_id.h"
#include "ragsieve/service/stored_ids.h"

namespace ragsieve {
namespace {

constexpr std::size_t kSourceBytes = 1024;
constexpr std::array<std::string_view, 2> kMediaTypes = {"text/plain", "text/markdown"};

Error wrong(std::string message, const char* member) {
  return make_error(Code::kInvalidArgument, std::move(message), Where{"", 0, member});
}

Status check_request(const ScreenRequest& request) {
  if (!may_be_text(request.id)) return wrong("holds U+0000 or is no UTF-8", "id");
  if (request.id.empty() || request.id.size() > kSourceBytes) {
    return wrong("the name of the document has " + std::to_string(request.id.size()) +
                     " bytes, expected 1 to 1024",
                 "id");
  }
  for (const std::string_view type : kMediaTypes) {
    if (request.media_type == type) return ok_status();
  }
  return wrong("no extractor reads this media type, expected text/plain or text/markdown",
               "media_type");
}

StoredDocument new_document(const ScreenRequest& request, std::int64_t now_us) {
  StoredDocument document;
  document.id = random_id();
  document.raw_digest = sha256(request.text);
  document.source = request.id;
  document.media_type = request.media_type;
  document.text = request.text;
  document.corpus = request.corpus;
  document.created_us = now_us;
  return document;
}

StoredVerdict verdict_of(const MeasuredDocument& measured, const ScreenRecord& record,
                         std::int64_t now_us) {
  StoredVerdict verdict;
  verdict.document = measured.document.id;
  verdict.corpus = measured.document.corpus;
  verdict.verdict = record.verdict;
  verdict.score = record.score;
  verdict.p = record.p;
  verdict.alpha = record.alpha;
  verdict.mode = record.mode;
  verdict.profile = record.profile;
  verdict.signals = json::dump(to_json(record, false));
  verdict.evidence = json::dump(to_json(record, true));
  verdict.time_us = now_us;
  return verdict;
}

constexpr std::string_view kScreenedPlace = "screened ";

std::string place_of(const ScreenedDocument& screened) {
  return std::string(kScreenedPlace) + screened.document + " " + screened.record.report;
}

json::Value with_document(json::Value record, const std::string& document) {
  json::Object* object = record.object();
  if (object != nullptr && !object->empty()) {
    object->insert(object->begin() + 1, {"document", document});
  }
  return record;
}

}  // namespace

json::Object screened_json(const ScreenedDocument& screened, bool words) {
  return *with_document(to_json(screened.record, words), screened.document).object();
}

Result<std::vector<Result<MeasuredDocument>>> ScreenDesk::measure(
    const std::string& corpus, const std::vector<ScreenRequest>& requests, const RunOptions& run,
    const MeasureHow& how) {
  RAGSIEVE_TRY(const std::shared_ptr<const Gate> gate,
               how.wait ? parts_.gates.wait_for(corpus, run) : parts_.gates.of(corpus, run));
  const SealContext context = seal_context_of(*gate, parts_.models, &parts_.clock);
  std::vector<Result<MeasuredDocument>> measured;
  std::vector<std::size_t> places;  // of the candidates
  ScreenBatch batch;
  batch.remember = how.remember;
  for (const ScreenRequest& request : requests) {
    const Status fits = check_request(request);
    Result<ScreenCandidate> candidate =
        fits.ok() ? candidate_of(request.id, request.text, parts_.candidates)
                  : Result<ScreenCandidate>(fits.error());
    if (!candidate.ok()) {
      measured.emplace_back(std::move(candidate).error());
      continue;
    }
    MeasuredDocument one;
    one.document = new_document(request, parts_.clock.now_ms() * 1000);
    one.context = context;
    one.supersedes = request.supersedes;
    places.push_back(measured.size());
    measured.emplace_back(std::move(one));
    batch.candidates.push_back(std::move(candidate).value());
    batch.supersedes = request.supersedes;
  }
  if (batch.supersedes && requests.size() != 1) {
    return wrong("one document takes the place of another, a batch does not", "supersedes");
  }
  if (batch.candidates.empty()) return measured;
  RAGSIEVE_TRY(std::vector<ScreenRecord> records, gate->screen(std::move(batch), run));
  for (std::size_t i = 0; i < records.size(); ++i) {
    MeasuredDocument& one = measured[places[i]].value();
    one.statement = decided_statement(records[i], *gate, context);
    one.record = std::move(records[i]);
  }
  return measured;
}

Result<MeasuredDocument> ScreenDesk::measure_one(const ScreenRequest& request,
                                                 const RunOptions& run, const MeasureHow& how) {
  RAGSIEVE_TRY(std::vector<Result<MeasuredDocument>> measured,
               measure(request.corpus, {request}, run, how));
  return std::move(measured.front());
}

Result<ScreenedDocument> ScreenDesk::keep(Stores& stores, const MeasuredDocument& measured,
                                          const std::string& who,
                                          const std::optional<std::string>& job) const {
  const std::int64_t now_us = parts_.clock.now_ms() * 1000;
  ScreenedDocument screened{measured.document.id, measured.record};
  ScreenRecord& record = screened.record;
  if (!measured.is_stored) RAGSIEVE_CHECK(stores.documents.add(measured.document));
  RAGSIEVE_TRY(const Digest report, parts_.reports.append(stores, measured.statement, now_us));
  record.report = report_name(report);
  if (!parts_.reports.seals()) {
    record.notes.emplace_back("the report is unsealed: no key is configured");
  }
  if (measured.supersedes) {
    RAGSIEVE_TRY(const Digest review,
                 parts_.reports.append(stores,
                                       supersede_statement(*measured.supersedes, record,
                                                           measured.context, to_hex(report)),
                                       now_us));
    record.notes.push_back("the reviewer's decision is report " + report_name(review));
  }
  StoredVerdict verdict = verdict_of(measured, record, now_us);
  verdict.report = report;
  verdict.job = job;
  RAGSIEVE_TRY([[maybe_unused]] const std::int64_t sequence,
               stores.verdicts.add(verdict, measured.statement.signals));
  RAGSIEVE_CHECK(stores.audit_log.append(
      {0, now_us, who, "screen", measured.document.id, std::string(verdict_name(record.verdict))}));
  return screened;
}

Result<ScreenedDocument> ScreenDesk::keep_alone(const MeasuredDocument& measured,
                                                const std::string& who,
                                                const KeepWith& with) const {
  ScreenedDocument screened;
  RAGSIEVE_CHECK(parts_.state.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(screened, keep(stores, measured, who));
    return with ? with(stores, screened) : ok_status();
  }));
  return screened;
}

Result<ScreenedDocument> ScreenDesk::screen(const ScreenRequest& request, const std::string& who,
                                            const RunOptions& run, const KeepWith& with) {
  RAGSIEVE_TRY(const MeasuredDocument measured, measure_one(request, run));
  return keep_alone(measured, who, with);
}

// The place of a request is its document and report, or the job that it became.
Result<std::optional<ScreenAnswer>> ScreenDesk::earlier_answer(const IdempotentRequest& once) {
  RAGSIEVE_TRY(const std::optional<std::string> place,
               parts_.state.use([&](Stores& stores) { return stores.idempotency.find(once); }));
  if (!place) return std::optional<ScreenAnswer>();
  if (!place->starts_with(kScreenedPlace)) {
    return std::optional<ScreenAnswer>(ScreenAnswer{{}, *place});
  }
  const std::size_t space = place->find(' ', kScreenedPlace.size());
  RAGSIEVE_TRY(const Digest report, report_of_name(place->substr(space + 1)));
  std::string text;
  RAGSIEVE_CHECK(parts_.state.use([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(const auto evidence, stores.verdicts.evidence(report));
    RAGSIEVE_TRY(const auto verdict, stores.verdicts.of_report(report));
    if (!verdict) return make_error(Code::kCorrupt, "the verdict of a request is missing");
    text = evidence ? *evidence : verdict->signals;
    return ok_status();
  }));
  json::Reader reader;
  RAGSIEVE_TRY(json::Value record, reader.parse(text));
  const std::string document = place->substr(kScreenedPlace.size(), space - kScreenedPlace.size());
  return std::optional<ScreenAnswer>(ScreenAnswer{with_document(std::move(record), document), ""});
}

Result<ScreenAnswer> ScreenDesk::screen_once(const ScreenRequest& request, const std::string& who,
                                             const RunOptions& run,
                                             const std::optional<IdempotentRequest>& once) {
  if (once) {
    RAGSIEVE_TRY(std::optional<ScreenAnswer> earlier, earlier_answer(*once));
    if (earlier) return *std::move(earlier);
  }
  const auto note = [&](Stores& stores, const ScreenedDocument& screened) -> Status {
    if (!once) return ok_status();
    return stores.idempotency.add(*once, place_of(screened), parts_.clock.now_ms() * 1000);
  };
  const Result<ScreenedDocument> screened = screen(request, who, run, note);
  if (screened.ok()) return ScreenAnswer{screened_json(screened.value(), true), ""};
  if (once && is_duplicate(screened.error())) {  // the same request was faster on another thread
    RAGSIEVE_TRY(std::optional<ScreenAnswer> earlier, earlier_answer(*once));
    if (earlier) return *std::move(earlier);
  }
  return screened.error();
}

Result<StoredDocument> ScreenDesk::stored_document(const std::string& id) {
  std::optional<StoredDocument> stored;
  if (may_be_id(id)) {
    RAGSIEVE_TRY(stored,
                 parts_.state.use([&](Stores& stores) { return stores.documents.find(id); }));
  }
  if (stored) return *std::move(stored);
  return make_error(Code::kNotFound, "there is no such document", Where{"", 0, "document"});
}

Result<MeasuredDocument> ScreenDesk::measure_stored(const StoredDocument& document,
                                                    const RunOptions& run, bool remember) {
  if (!document.text) {
    return make_error(Code::kInvalidInput,
                      "the text of this document was forgotten; upload it again",
                      Where{"", 0, "document"});
  }
  const ScreenRequest request{document.corpus, document.source, document.media_type, *document.text,
                              std::nullopt};
  RAGSIEVE_TRY(MeasuredDocument measured, measure_one(request, run, {false, remember}));
  measured.document = document;
  measured.is_stored = true;
  return measured;
}

Result<MeasuredDocument> ScreenDesk::measure_again(const StoredDocument& document,
                                                   const RunOptions& run) {
  return measure_stored(document, run, false);
}

Result<ScreenedDocument> ScreenDesk::screen_again(const std::string& document,
                                                  const std::string& who, const RunOptions& run,
                                                  const KeepWith& with) {
  RAGSIEVE_TRY(const StoredDocument stored, stored_document(document));
  RAGSIEVE_TRY(const MeasuredDocument measured, measure_stored(stored, run, true));
  return keep_alone(measured, who, with);
}

}  // namespace ragsieve
