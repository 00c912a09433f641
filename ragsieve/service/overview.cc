#include "ragsieve/service/overview.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "ragsieve/stats/population_stability.h"

namespace ragsieve {
namespace {

constexpr std::int64_t kDayUs = 86'400'000'000;
constexpr std::int64_t kWeekDays = 7;
constexpr std::size_t kBins = 10;
constexpr std::array kSignals{"anomaly",       "injection",     "influence",
                              "answer_change", "fact_conflict", "corpus_evidence"};

// The Monday at or before a day: 1970-01-01 was a Thursday.
std::int64_t monday_of(std::int64_t day) { return day - (day + 3) % kWeekDays; }

std::int64_t& count_of(DayOfVerdicts& day, Verdict verdict) {
  switch (verdict) {
    case Verdict::kAdmit:
      return day.admit;
    case Verdict::kQuarantine:
      return day.quarantine;
    case Verdict::kReject:
      return day.reject;
    case Verdict::kIncomplete:
      break;
  }
  return day.incomplete;
}

std::vector<DayOfVerdicts> days_of(const std::vector<VerdictCount>& counts, std::int64_t first,
                                   std::int64_t last) {
  std::vector<DayOfVerdicts> days;
  for (std::int64_t day = first; day <= last; ++day) days.push_back({day, 0, 0, 0, 0});
  for (const VerdictCount& count : counts) {
    if (count.day < first || count.day > last) continue;
    count_of(days[static_cast<std::size_t>(count.day - first)], count.verdict) += count.n;
  }
  return days;
}

std::optional<double> alarm_rate_of(const std::vector<DayOfVerdicts>& days) {
  std::int64_t alarms = 0;
  std::int64_t all = 0;
  for (const DayOfVerdicts& day : days) {
    alarms += day.quarantine + day.reject;
    all += day.admit + day.quarantine + day.reject;
  }
  if (all == 0) return std::nullopt;
  return static_cast<double>(alarms) / static_cast<double>(all);
}

std::int64_t sum_of(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

}  // namespace

Result<OverviewReport> Overview::report(std::int64_t n_days) {
  n_days = std::clamp<std::int64_t>(n_days, 1, kMostDays);
  const std::int64_t today = clock_.now_ms() * 1000 / kDayUs;
  const std::int64_t first = std::max<std::int64_t>(today - n_days + 1, 0);
  OverviewReport report;
  std::vector<VerdictCount> counts;
  RAGSIEVE_CHECK(state_.use([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(report.waiting, stores.verdicts.count_waiting());
    RAGSIEVE_TRY(report.queued, stores.jobs.count(JobState::kQueued));
    RAGSIEVE_TRY(report.running, stores.jobs.count(JobState::kRunning));
    RAGSIEVE_TRY(counts, stores.verdicts.counts_by_day(first * kDayUs, (today + 1) * kDayUs));
    return ok_status();
  }));
  report.days = days_of(counts, first, today);
  report.alarm_rate = alarm_rate_of(report.days);
  RAGSIEVE_TRY(const std::optional<std::int64_t> begin, first_week());
  if (!begin) return report;
  const std::int64_t behind = *begin + kReferenceWeeks * kWeekDays;
  for (const char* signal : kSignals) {
    std::int64_t week = std::max(behind, monday_of(first));
    if (week > today) continue;
    RAGSIEVE_TRY(const std::vector<std::int64_t> expected, reference(signal, *begin));
    for (; week <= today; week += kWeekDays) {
      RAGSIEVE_TRY(WeekOfDrift drift, drift_of(signal, week, expected));
      report.drift.push_back(std::move(drift));
    }
  }
  return report;
}

Result<std::optional<std::int64_t>> Overview::first_week() {
  const std::lock_guard lock(mutex_);
  if (first_week_) return first_week_;
  const std::int64_t until_us = clock_.now_ms() * 1000 + kDayUs;
  RAGSIEVE_TRY(const std::vector<VerdictCount> counts, state_.use([&](Stores& stores) {
    return stores.verdicts.counts_by_day(0, until_us);
  }));
  if (!counts.empty()) first_week_ = monday_of(counts.front().day);
  return first_week_;
}

Result<std::vector<std::int64_t>> Overview::reference(const std::string& signal,
                                                      std::int64_t first_week) {
  const std::lock_guard lock(mutex_);
  const auto known = references_.find(signal);
  if (known != references_.end()) return known->second;
  const std::int64_t behind = first_week + kReferenceWeeks * kWeekDays;
  RAGSIEVE_TRY(std::vector<std::int64_t> counts, state_.use([&](Stores& stores) {
    return stores.verdicts.histogram(signal, first_week * kDayUs, behind * kDayUs);
  }));
  references_[signal] = counts;
  return counts;
}

Result<WeekOfDrift> Overview::drift_of(const std::string& signal, std::int64_t week,
                                       const std::vector<std::int64_t>& reference) {
  RAGSIEVE_TRY(const std::vector<std::int64_t> scores, state_.use([&](Stores& stores) {
    return stores.verdicts.histogram(signal, week * kDayUs, (week + kWeekDays) * kDayUs);
  }));
  WeekOfDrift drift{signal, week, std::nullopt, sum_of(scores)};
  if (drift.n < kFewestScores || sum_of(reference) < kFewestScores) return drift;
  const std::vector<std::size_t> starts = equal_mass_bins(reference, kBins);
  drift.psi =
      population_stability(counts_of_bins(reference, starts), counts_of_bins(scores, starts));
  return drift;
}

}  // namespace ragsieve
