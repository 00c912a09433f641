#include "server/api/overview_routes.h"

#include <optional>
#include <string>
#include <utility>

#include "ragsieve/evidence/utc_time.h"
#include "server/api/answer.h"

namespace ragsieve::api {
namespace {

constexpr std::int64_t kUsualDays = 30;

// "2026-11-30"
std::string date_text(std::int64_t day) { return format_utc(day * 86'400).substr(0, 10); }

json::Value number_or_null(const std::optional<double>& number) {
  return number ? json::Value(*number) : json::Value();
}

json::Object day_json(const DayOfVerdicts& day) {
  return {{"day", date_text(day.day)},
          {"admit", day.admit},
          {"quarantine", day.quarantine},
          {"reject", day.reject},
          {"incomplete", day.incomplete}};
}

json::Object drift_json(const WeekOfDrift& drift) {
  return {{"signal", drift.signal},
          {"week", date_text(drift.week)},
          {"psi", number_or_null(drift.psi)},
          {"n", drift.n}};
}

Result<ServerResponse> look(Overview& overview, const Call& call) {
  RAGSIEVE_TRY(const std::int64_t n_days,
               query_number(call, {"days", 1, Overview::kMostDays, kUsualDays}));
  RAGSIEVE_TRY(const OverviewReport report, overview.report(n_days));
  json::Array days;
  for (const DayOfVerdicts& day : report.days) days.emplace_back(day_json(day));
  json::Array drift;
  for (const WeekOfDrift& week : report.drift) drift.emplace_back(drift_json(week));
  return json_answer(
      json::Object{{"waiting", report.waiting},
                   {"jobs", json::Object{{"queued", report.queued}, {"running", report.running}}},
                   {"days", std::move(days)},
                   {"alarm_rate", number_or_null(report.alarm_rate)},
                   {"drift", std::move(drift)}});
}

}  // namespace

std::vector<Route> overview_routes(Overview& overview) {
  Route route;
  route.method = "GET";
  route.path = "/v1/overview";
  route.summary = "Verdicts by day, what waits, the alarm rate, and drift of the signals";
  route.role = Role::kRead;
  route.query = {{"days", "the last days, today included, 1 to 366; without it 30", "integer"}};
  route.answers = {{200, "the service at a glance", "Overview", ""}};
  route.function = answering([&overview](const Call& call) { return look(overview, call); });
  return {route};
}

}  // namespace ragsieve::api
