#include "server/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>
#include <sstream>
#include <vector>

#include "ragsieve/core/verdict.h"

namespace ragsieve {
namespace {

constexpr std::array<std::string_view, 5> kMethods{"GET", "HEAD", "POST", "PUT", "DELETE"};
constexpr std::array kVerdicts{Verdict::kAdmit, Verdict::kQuarantine, Verdict::kReject,
                               Verdict::kIncomplete};

std::string method_label(std::string_view method) {
  const bool known = std::ranges::find(kMethods, method) != kMethods.end();
  return std::string(known ? method : "other");
}

template <typename Builder>
auto& family(Builder builder, prometheus::Registry& registry, const char* name, const char* help) {
  return builder.Name(name).Help(help).Register(registry);
}

// Seconds: from an answer of the state to the time at which a request is cancelled (work_s).
const std::vector<double>& bounds_s() {
  static const std::vector<double> bounds{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
                                          0.5,   1,      2.5,   5,    10,    30,   60,  300};
  return bounds;
}

}  // namespace

// What the process counts, and what it reads of the state: the second is left out where that
// cannot be read.
struct ServiceMetrics::Families {
  explicit Families(const std::string& version) {
    family(prometheus::BuildGauge(), process, "ragsieve_build_info",
           "The program that serves; always 1.")
        .Add({{"version", version}})
        .Set(1);
    for (const Verdict verdict : kVerdicts) {
      verdict_counters.push_back(&verdicts.Add({{"verdict", std::string(verdict_name(verdict))}}));
    }
  }

  prometheus::Registry process;
  prometheus::Registry state;
  prometheus::Family<prometheus::Counter>& requests =
      family(prometheus::BuildCounter(), process, "ragsieve_http_requests_total",
             "Requests that were answered, by route, method and status.");
  prometheus::Family<prometheus::Histogram>& seconds =
      family(prometheus::BuildHistogram(), process, "ragsieve_http_request_seconds",
             "Seconds that a worker spent on a request, by route; without its wait in the queue.");
  prometheus::Gauge& readable = family(prometheus::BuildGauge(), process, "ragsieve_state_readable",
                                       "Whether the state could be read for these numbers.")
                                    .Add({});
  prometheus::Family<prometheus::Counter>& verdicts =
      family(prometheus::BuildCounter(), state, "ragsieve_verdicts_total",
             "Verdicts that the state has, by verdict.");
  std::vector<prometheus::Counter*> verdict_counters;  // in the order of kVerdicts
  prometheus::Gauge& waiting =
      family(prometheus::BuildGauge(), state, "ragsieve_quarantine_waiting",
             "Documents that wait for a reviewer.")
          .Add({});
  prometheus::Family<prometheus::Gauge>& jobs = family(
      prometheus::BuildGauge(), state, "ragsieve_jobs", "Jobs that have not ended, by state.");
  prometheus::Gauge& queued = jobs.Add({{"state", "queued"}});
  prometheus::Gauge& running = jobs.Add({{"state", "running"}});

  std::mutex scrape;  // a counter is raised by the difference to what it is: one at a time
};

ServiceMetrics::ServiceMetrics(const std::string& version)
    : families_(std::make_unique<Families>(version)) {}

ServiceMetrics::~ServiceMetrics() = default;

void ServiceMetrics::answered(std::string_view route, std::string_view method, int status) {
  families_->requests
      .Add({{"route", std::string(route)},
            {"method", method_label(method)},
            {"status", std::to_string(status)}})
      .Increment();
}

void ServiceMetrics::took(std::string_view route, double seconds) {
  families_->seconds.Add({{"route", std::string(route)}}, bounds_s()).Observe(seconds);
}

std::string ServiceMetrics::text(const Result<StateFigures>& figures) {
  const std::lock_guard lock(families_->scrape);
  families_->readable.Set(figures.ok() ? 1 : 0);
  std::vector<prometheus::MetricFamily> all = families_->process.Collect();
  if (figures.ok()) {
    const StateFigures& now = figures.value();
    for (std::size_t i = 0; i < kVerdicts.size(); ++i) {
      prometheus::Counter& counter = *families_->verdict_counters[i];
      const auto index = static_cast<std::size_t>(kVerdicts[i]);
      // Two scrapes may end in the other order: a counter does not fall, so nothing is added then.
      const double more = static_cast<double>(now.verdicts.n[index]) - counter.Value();
      if (more > 0) counter.Increment(more);
    }
    families_->waiting.Set(static_cast<double>(now.waiting));
    families_->queued.Set(static_cast<double>(now.queued));
    families_->running.Set(static_cast<double>(now.running));
    std::ranges::move(families_->state.Collect(), std::back_inserter(all));
  }
  std::ostringstream out;
  prometheus::TextSerializer().Serialize(out, all);
  return std::move(out).str();
}

}  // namespace ragsieve
