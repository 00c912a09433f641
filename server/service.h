// Everything of the service but its sockets: state, models, corpora, jobs, routes; opened from the
// configuration, in the order in which each needs the other.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/backends/backends.h"
#include "ragsieve/base/clock.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/config/config.h"
#include "ragsieve/service/action_log.h"
#include "ragsieve/service/api_keys.h"
#include "ragsieve/service/audits.h"
#include "ragsieve/service/corpora.h"
#include "ragsieve/service/documents_desk.h"
#include "ragsieve/service/filtering.h"
#include "ragsieve/service/gates.h"
#include "ragsieve/service/job_runner.h"
#include "ragsieve/service/jobs_desk.h"
#include "ragsieve/service/metrics_source.h"
#include "ragsieve/service/monitor_clock.h"
#include "ragsieve/service/monitors.h"
#include "ragsieve/service/overview.h"
#include "ragsieve/service/probe_sets.h"
#include "ragsieve/service/report_log.h"
#include "ragsieve/service/retention.h"
#include "ragsieve/service/review_desk.h"
#include "ragsieve/service/screen_desk.h"
#include "ragsieve/service/verification.h"
#include "ragsieve/service/webhook.h"
#include "server/api/settings_routes.h"
#include "server/metrics.h"
#include "server/route_table.h"

namespace ragsieve {

struct ServiceOptions {
  Config config;
  std::optional<SigningKey> key;  // that seals; none: reports are unsealed
  RunOptions run;                 // threads and log
};

class Service {
 public:
  // Opens the state (locked from then on), loads the models and makes the routes. Errors of the
  // state, the models and the configuration, each before anything is served.
  [[nodiscard]] static Result<std::unique_ptr<Service>> open(ServiceOptions options);
  ~Service();

  // Takes up the jobs that were left, makes every corpus ready, and begins to forget what is old.
  [[nodiscard]] Status start();
  // Ends the job at hand and gives it back; after it nothing is worked on.
  void stop();

  [[nodiscard]] const RouteTable& routes() const { return *routes_; }
  [[nodiscard]] ApiKeys& keys() { return *keys_; }
  [[nodiscard]] ServiceMetrics& metrics() { return *metrics_; }
  // Whether there is a key that is not revoked.
  [[nodiscard]] Result<bool> has_key();

 private:
  explicit Service(ServiceOptions options) : options_(std::move(options)) {}
  [[nodiscard]] Status open_models();
  [[nodiscard]] Status open_state();
  [[nodiscard]] Status open_gates();
  [[nodiscard]] Status open_desks();
  [[nodiscard]] Status open_monitors();
  [[nodiscard]] api::SettingsApi settings() const;
  [[nodiscard]] Status make_routes();
  [[nodiscard]] Result<std::map<std::string, JobWork>> job_kinds();
  [[nodiscard]] CorpusPath corpus_path();
  [[nodiscard]] Result<std::vector<std::string>> not_ready();

  ServiceOptions options_;
  SystemClock clock_;
  std::unique_ptr<Backends> backends_;
  ModelsInUse models_;
  std::unique_ptr<StateStore> state_;
  std::unique_ptr<ApiKeys> keys_;
  std::unique_ptr<ReportLog> reports_;
  std::unique_ptr<Corpora> corpora_;
  std::unique_ptr<Gates> gates_;
  std::unique_ptr<ScreenDesk> screen_desk_;
  std::unique_ptr<ReviewDesk> review_desk_;
  std::unique_ptr<Filtering> filtering_;
  std::unique_ptr<ProbeSets> probe_sets_;
  std::unique_ptr<DocumentsDesk> documents_;
  std::unique_ptr<Verification> verification_;
  std::unique_ptr<Overview> overview_;
  std::unique_ptr<MetricsSource> metrics_source_;
  std::unique_ptr<ServiceMetrics> metrics_;
  std::unique_ptr<ActionLog> log_;
  std::unique_ptr<Retention> retention_;
  std::unique_ptr<JobRunner> jobs_;  // after what its work uses
  std::unique_ptr<JobsDesk> jobs_desk_;
  std::unique_ptr<Audits> audits_;
  std::unique_ptr<Webhook> webhook_;
  std::unique_ptr<Monitors> monitors_;
  std::unique_ptr<MonitorClock> monitor_clock_;  // after what it uses
  std::unique_ptr<const RouteTable> routes_;
  std::string openapi_;
};

}  // namespace ragsieve
