#include "ragsieve/service/retention.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ragsieve {
namespace {

// Microseconds since 1970 of that many days ago.
std::int64_t days_ago(const Clock& clock, std::uint64_t days) {
  constexpr std::int64_t kDayUs = 86'400'000'000;
  return clock.now_ms() * 1000 - static_cast<std::int64_t>(days) * kDayUs;
}

// A caller may still ask for what it began a moment ago, however short texts are kept.
std::int64_t a_day_ago_or_more(const Clock& clock, std::uint64_t days) {
  return days_ago(clock, std::max<std::uint64_t>(days, 1));
}

}  // namespace

Result<std::int64_t> forget_what_is_old(StateStore& state, const Clock& clock,
                                        std::uint64_t keep_days) {
  const std::int64_t texts_before = days_ago(clock, keep_days);
  const std::int64_t before = a_day_ago_or_more(clock, keep_days);
  std::int64_t n_forgotten = 0;
  RAGSIEVE_CHECK(state.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(n_forgotten, stores.documents.forget_texts_before(texts_before));
    RAGSIEVE_CHECK(stores.idempotency.remove_before(before));
    RAGSIEVE_CHECK(stores.looks.remove_before(before));
    RAGSIEVE_CHECK(stores.deliveries.remove_before(before));
    return ok_status();
  }));
  return n_forgotten;
}

Result<std::int64_t> remove_old_jobs(StateStore& state, const Clock& clock, std::uint64_t keep_days,
                                     std::int64_t most) {
  const std::int64_t before = a_day_ago_or_more(clock, keep_days);
  return state.use([&](Stores& stores) { return stores.jobs.remove_ended_before(before, most); });
}

Retention::Retention(Parts parts) : parts_(std::move(parts)) {
  if (!parts_.wait) {
    parts_.wait = [this](std::chrono::milliseconds time) { return really_wait(time); };
  }
}

Retention::~Retention() { stop(); }

void Retention::start() {
  thread_ = std::thread([this] { loop(); });
}

void Retention::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool Retention::really_wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return !changed_.wait_for(lock, time, [this] { return stopped_; });
}

void Retention::say(LogLevel level, const std::string& line) const {
  if (parts_.log) parts_.log(level, line);
}

void Retention::loop() {
  bool fails = false;
  bool more = true;
  while (more) {
    const Status done = round();
    if (!done.ok() && !fails) {
      say(LogLevel::kWarning,
          "what is old cannot be forgotten and is tried again: " + to_string(done.error()));
    }
    if (done.ok() && fails) say(LogLevel::kInfo, "what is old is forgotten again");
    fails = !done.ok();
    more = parts_.wait(fails ? std::chrono::milliseconds(kAfterFault) : kBetween);
  }
}

Status Retention::round() {
  RAGSIEVE_TRY(const std::int64_t texts,
               forget_what_is_old(parts_.state, parts_.clock, parts_.keep_days));
  if (texts > 0) {
    say(LogLevel::kInfo, "the texts of " + std::to_string(texts) + " old documents were forgotten");
  }
  std::int64_t jobs = 0;
  std::int64_t portion = 0;
  do {
    RAGSIEVE_TRY(portion,
                 remove_old_jobs(parts_.state, parts_.clock, parts_.keep_days, kJobsAtOnce));
    jobs += portion;
  } while (portion == kJobsAtOnce && parts_.wait(kBetweenPortions));
  if (jobs > 0) say(LogLevel::kInfo, std::to_string(jobs) + " old jobs were removed");
  return ok_status();
}

}  // namespace ragsieve
