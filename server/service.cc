#include "server/service.h"

#include <algorithm>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/config/secret_file.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/pipeline/configured.h"
#include "ragsieve/pipeline/summaries.h"
#include "ragsieve/service/monitor_job.h"
#include "ragsieve/service/screen_jobs.h"
#include "server/api/audit_routes.h"
#include "server/api/corpora_routes.h"
#include "server/api/coverage_routes.h"
#include "server/api/document_routes.h"
#include "server/api/filter_routes.h"
#include "server/api/health_routes.h"
#include "server/api/job_routes.h"
#include "server/api/key_routes.h"
#include "server/api/metrics_routes.h"
#include "server/api/monitor_routes.h"
#include "server/api/overview_routes.h"
#include "server/api/page_routes.h"
#include "server/api/probe_routes.h"
#include "server/api/quarantine_routes.h"
#include "server/api/report_routes.h"
#include "server/api/schemas.h"
#include "server/api/screen_routes.h"
#include "server/api/settings_routes.h"
#include "server/api/verify_routes.h"
#include "server/embedded_file.h"
#include "server/openapi.h"

namespace ragsieve {
namespace {

void append(std::vector<Route>& all, std::vector<Route> more) {
  for (Route& route : more) all.push_back(std::move(route));
}

}  // namespace

Service::~Service() { stop(); }

Result<std::unique_ptr<Service>> Service::open(ServiceOptions options) {
  std::unique_ptr<Service> service(new Service(std::move(options)));
  RAGSIEVE_CHECK(service->open_state());
  RAGSIEVE_CHECK(service->open_models());
  RAGSIEVE_CHECK(service->open_gates());
  RAGSIEVE_CHECK(service->open_desks());
  RAGSIEVE_CHECK(service->open_monitors());
  RAGSIEVE_CHECK(service->make_routes());
  return service;
}

Status Service::open_state() {
  StateOptions options;
  options.folder = options_.config.state.dir;
  options.postgres = options_.config.state.postgres;
  RAGSIEVE_TRY(state_, StateStore::open(options));
  keys_ = std::make_unique<ApiKeys>(*state_, clock_);
  return keys_->load();
}

// A model that cannot be loaded is a refusal to start, not a surprise of the first request.
Status Service::open_models() {
  RAGSIEVE_TRY(backends_, Backends::open(options_.config, options_.run.threads, options_.run.log));
  Backends::Roles roles;
  roles.encoder = true;
  roles.answerer = options_.config.generator.kind != "extractive";
  RAGSIEVE_TRY(models_, backends_->models(roles));
  const std::string_view word = "ready";
  const auto encoded = models_.encoder->encode({&word, 1}, TextKind::kPassage, options_.run);
  return encoded.ok() ? ok_status() : Status(encoded.error());
}

Status Service::open_gates() {
  if (options_.config.evidence.required && !options_.key) {
    return make_error(Code::kInvalidConfig,
                      "[evidence] required asks for a seal and no key is configured",
                      Where{"", 0, "evidence.key"});
  }
  reports_ = std::make_unique<ReportLog>(std::move(options_.key));
  corpora_ = std::make_unique<Corpora>(*state_, clock_, options_.config.server.corpora_dir);
  RAGSIEVE_TRY(GateOptions gate, configured_gate(options_.config));
  probe_sets_ = std::make_unique<ProbeSets>(*state_, clock_);
  // The set that has the corpus's name.
  const auto find_probes = [this](const std::string& corpus) -> Result<std::optional<ProbesInUse>> {
    RAGSIEVE_TRY(std::optional<KeptProbes> kept, probe_sets_->find(corpus));
    if (!kept) return std::optional<ProbesInUse>();
    return std::optional(ProbesInUse{kept->set.digest, std::move(kept->probes)});
  };
  gates_ = std::make_unique<Gates>(*corpora_, find_probes, std::move(gate), models_,
                                   options_.config.server.open_corpora);
  return ok_status();
}

Status Service::open_desks() {
  CandidateOptions candidates;
  candidates.max_bytes = options_.config.gate.max_bytes;
  screen_desk_ = std::make_unique<ScreenDesk>(
      ScreenDesk::Parts{*state_, clock_, *gates_, *reports_, models_, candidates});
  review_desk_ = std::make_unique<ReviewDesk>(*state_, *reports_, clock_);
  FilteringOptions filtering;
  RAGSIEVE_TRY(filtering.calibration, configured_filter(options_.config));
  filtering.kept = options_.config.server.open_corpora;
  filtering.threads = options_.run.threads;
  filtering.memory_bytes = options_.run.memory_bytes;
  filtering_ = std::make_unique<Filtering>(std::move(filtering), models_, corpus_path());
  documents_ = std::make_unique<DocumentsDesk>(*state_);
  TrustFile trust;
  const std::string& trust_file = options_.config.server.trust;
  if (!trust_file.empty()) {
    RAGSIEVE_TRY(const std::string bytes, read_file(trust_file, limits::kTrustBytes));
    RAGSIEVE_TRY(trust, parse_trust_file(bytes, trust_file));
  }
  verification_ = std::make_unique<Verification>(*state_, *reports_, std::move(trust), clock_);
  overview_ = std::make_unique<Overview>(*state_, clock_);
  metrics_source_ = std::make_unique<MetricsSource>(*state_, clock_);
  metrics_ = std::make_unique<ServiceMetrics>(std::string(program_version()));
  log_ = std::make_unique<ActionLog>(*state_);
  retention_ = std::make_unique<Retention>(
      Retention::Parts{*state_, clock_, options_.config.state.keep_days, options_.run.log, {}});
  RAGSIEVE_TRY(auto kinds, job_kinds());
  jobs_ = std::make_unique<JobRunner>(*state_, clock_, std::move(kinds), options_.run.log);
  jobs_desk_ = std::make_unique<JobsDesk>(*state_, *jobs_);
  audits_ = std::make_unique<Audits>(*state_, *jobs_, corpus_path());
  return ok_status();
}

// Receivers believe a signature: a key that can be guessed is worse than none.
Status Service::open_monitors() {
  const Config::Server& server = options_.config.server;
  RAGSIEVE_TRY(std::string key, secret_of(server.webhook_key, server.webhook_key_file));
  if (!key.empty() && key.size() < kWebhookKeyBytes) {
    return make_error(Code::kInvalidConfig,
                      "has " + std::to_string(key.size()) + " bytes, expected 16 at least",
                      Where{"", 0, "server.webhook_key"});
  }
  webhook_ = std::make_unique<Webhook>(make_curl_client(), std::move(key));
  monitors_ = std::make_unique<Monitors>(*state_, *jobs_, clock_, webhook_->can_sign());
  monitor_clock_ = std::make_unique<MonitorClock>(
      MonitorClock::Parts{*state_, clock_, *monitors_, *webhook_, options_.run.log});
  return ok_status();
}

CorpusPath Service::corpus_path() {
  return [this](const std::string& name) { return corpora_->path_of(name); };
}

Result<std::map<std::string, JobWork>> Service::job_kinds() {
  AuditJobOptions audits;
  RAGSIEVE_TRY(audits.audit, configured_audit(options_.config, options_.config.audit.profile));
  audits.show_text = true;  // a reviewer judges a finding by its words
  CandidateOptions candidates;
  candidates.max_bytes = options_.config.gate.max_bytes;
  const MonitorJobParts monitors{*state_,      clock_,     *gates_,       *screen_desk_, models_,
                                 audits.audit, candidates, corpus_path(), options_.run};
  audits.threads = options_.run.threads;
  audits.memory_bytes = options_.run.memory_bytes;
  return std::map<std::string, JobWork>{
      {kScreensJob, screens_work(*screen_desk_, options_.run)},
      {kCorpusJob, corpus_work(*gates_, options_.run)},
      {kMonitorJob, monitor_work(monitors)},
      {std::string(kAuditKind), audit_work(std::move(audits), models_, corpus_path())}};
}

api::SettingsApi Service::settings() const {
  api::SettingsApi settings;
  settings.version = std::string(program_version());
  settings.engine = engine_name();
  settings.corpora_dir = options_.config.server.corpora_dir;
  settings.config = config_entries(options_.config);
  const ModelIdentity& encoder = models_.encoder->identity();
  settings.models.push_back({"encoder", encoder.name, to_hex(encoder.file_digest)});
  if (models_.answerer != nullptr) {
    const AnswererIdentity& generator = models_.answerer->identity();
    settings.models.push_back({"generator", generator.name, to_hex(generator.file_digest)});
  }
  if (const auto key = reports_->public_key()) settings.key = {key->owner, key->id};
  return settings;
}

Status Service::make_routes() {
  std::vector<Route> all =
      api::health_routes({[this] { return not_ready(); }, [this] { return openapi_; }});
  append(all, api::screen_routes({*screen_desk_, *jobs_, options_.run}));
  append(all, api::filter_routes(*filtering_));
  append(all, api::quarantine_routes(*review_desk_));
  append(all, api::document_routes(*documents_));
  append(all, api::report_routes(*documents_));
  append(all, api::verify_routes(*verification_));
  append(all, api::probe_routes(*probe_sets_));
  append(all, api::overview_routes(*overview_));
  append(all, api::metrics_routes(*metrics_, *metrics_source_));
  append(all, api::job_routes(*jobs_desk_));
  append(all, api::audit_routes(*audits_));
  append(all, api::key_routes(*keys_, *log_));
  append(all, api::settings_routes(settings()));
  append(all, api::page_routes(page_files()));
  append(all, api::corpora_routes(*corpora_, *jobs_));
  append(all, api::coverage_routes(*gates_, options_.run));
  append(all, api::monitor_routes(*monitors_));
  RAGSIEVE_TRY(RouteTable table, RouteTable::of(std::move(all)));
  routes_ = std::make_unique<const RouteTable>(std::move(table));
  RAGSIEVE_TRY(const Schemas schemas, api::builtin_schemas());
  RAGSIEVE_TRY(const json::Value document,
               openapi_document(*routes_, schemas, std::string(program_version())));
  openapi_ = json::dump(document);
  return ok_status();
}

Status Service::start() {
  RAGSIEVE_TRY(const std::vector<StoredCorpus> all, corpora_->list());
  for (const StoredCorpus& corpus : all) {
    RAGSIEVE_CHECK(corpora_->note(corpus.name, "registered", std::nullopt));
  }
  retention_->start();
  RAGSIEVE_CHECK(jobs_->start());
  Page page;
  page.limit = 1000;
  RAGSIEVE_TRY(const std::vector<StoredJob> queued, jobs_desk_->list(JobState::kQueued, page));
  for (const StoredCorpus& corpus : all) {
    const bool waits = std::ranges::any_of(queued, [&](const StoredJob& job) {
      return job.kind == kCorpusJob && job.request == corpus_request(corpus.name);
    });
    if (waits) continue;  // an earlier run has left it
    RAGSIEVE_TRY([[maybe_unused]] const std::string job,
                 jobs_->enqueue(kCorpusJob, "service", corpus_request(corpus.name), 0));
  }
  monitor_clock_->start();
  return ok_status();
}

void Service::stop() {
  if (monitor_clock_) monitor_clock_->stop();
  if (jobs_) jobs_->stop();
  if (retention_) retention_->stop();
}

Result<bool> Service::has_key() {
  RAGSIEVE_TRY(const std::vector<ApiKey> all, keys_->list());
  for (const ApiKey& key : all) {
    if (!key.revoked_us) return true;
  }
  return false;
}

Result<std::vector<std::string>> Service::not_ready() {
  RAGSIEVE_TRY(const std::vector<StoredCorpus> all, corpora_->list());
  std::vector<std::string> missing;
  for (const StoredCorpus& corpus : all) {
    if (corpus.state == "registered" || corpus.state == "indexing") {
      missing.push_back("corpus " + corpus.name + ": " + corpus.state);
    }
  }
  return missing;
}

}  // namespace ragsieve
