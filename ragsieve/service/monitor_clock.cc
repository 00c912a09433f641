#include "ragsieve/service/monitor_clock.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "ragsieve/service/interval.h"

namespace ragsieve {
namespace {

constexpr std::chrono::seconds kTick{1};
constexpr std::int64_t kAtOnce = 4;  // deliveries of one tick
constexpr std::int64_t kSecondUs = 1'000'000;
constexpr std::int64_t kFirstPauseUs = 10 * kSecondUs;
constexpr std::int64_t kLongestPauseUs = 3600 * kSecondUs;
constexpr std::int64_t kGiveUpUs = 24 * 3600 * kSecondUs;

std::int64_t pause_us(std::int64_t attempts) {
  return std::min(kLongestPauseUs, kFirstPauseUs << std::min<std::int64_t>(attempts, 20));
}

auto key_of(const Monitor& monitor) {
  return std::make_tuple(monitor.name, monitor.corpus, monitor.created_us);
}

}  // namespace

MonitorClock::~MonitorClock() { stop(); }

void MonitorClock::start() {
  thread_ = std::thread([this] { loop(); });
}

void MonitorClock::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  cancel_.request();
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void MonitorClock::loop() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    lock.unlock();
    const Status done = tick();
    if (!done.ok() && !failing_) say("monitors cannot be served: " + to_string(done.error()));
    failing_ = !done.ok();
    lock.lock();
    changed_.wait_for(lock, kTick, [this] { return stopped_; });
  }
}

void MonitorClock::say(const std::string& line) const {
  if (parts_.log) parts_.log(LogLevel::kWarning, line);
}

Status MonitorClock::tick() {
  RAGSIEVE_CHECK(look_where_due());
  return deliver_what_is_due();
}

Status MonitorClock::look_where_due() {
  RAGSIEVE_TRY(const std::vector<Monitor> all,
               parts_.state.use([](Stores& stores) { return stores.monitors.list(); }));
  std::erase_if(tried_us_, [&](const auto& tried) {  // of what is watched no more
    return std::ranges::none_of(all,
                                [&](const Monitor& one) { return key_of(one) == tried.first; });
  });
  for (const Monitor& monitor : all) {
    const std::int64_t interval_us = seconds_of_interval(monitor.schedule).value_or(0) * kSecondUs;
    if (interval_us == 0) continue;
    std::int64_t last_us = monitor.last_run_us.value_or(0);
    const auto tried = tried_us_.find(key_of(monitor));
    if (tried != tried_us_.end()) last_us = std::max(last_us, tried->second);
    if (now_us() < last_us + interval_us) continue;
    RAGSIEVE_TRY([[maybe_unused]] const std::string job,
                 parts_.monitors.look(monitor.name, "monitor", {}));
    tried_us_[key_of(monitor)] = now_us();
  }
  return ok_status();
}

Status MonitorClock::deliver_what_is_due() {
  RAGSIEVE_TRY(const std::vector<Delivery> due, parts_.state.use([&](Stores& stores) {
    return stores.deliveries.due(now_us(), kAtOnce);
  }));
  for (const Delivery& delivery : due) RAGSIEVE_CHECK(deliver(delivery));
  return ok_status();
}

Status MonitorClock::deliver(const Delivery& delivery) {
  Status sent = ok_status();
  if (!delivery.webhook.empty()) {  // else the monitor's webhook was taken away meanwhile
    RunOptions run;
    run.cancel = cancel_;
    sent = parts_.webhook.can_sign()
               ? parts_.webhook.send(delivery, run)
               : Status(make_error(Code::kUnavailable, "there is no key to sign with"));
  }
  if (!sent.ok() && sent.error().code == Code::kCancelled) return ok_status();
  const bool old = now_us() - delivery.created_us >= kGiveUpUs;
  if (!sent.ok() && (old || delivery.attempts == 0)) {
    say("monitor '" + delivery.monitor + "', delivery " + std::to_string(delivery.sequence) + ": " +
        sent.error().message + (old ? "; it is given up" : "; it is tried again for a day"));
  }
  return parts_.state.use([&](Stores& stores) {
    if (sent.ok()) return stores.deliveries.delivered(delivery.sequence);
    if (old) return stores.deliveries.give_up(delivery.sequence);
    return stores.deliveries.try_again(delivery.sequence, now_us() + pause_us(delivery.attempts));
  });
}

}  // namespace ragsieve
