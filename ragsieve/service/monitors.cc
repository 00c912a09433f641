#include "ragsieve/service/monitors.h"

#include <algorithm>
#include <utility>

#include "ragsieve/evidence/members.h"
#include "ragsieve/json/reader.h"
#include "ragsieve/service/interval.h"
#include "ragsieve/service/stored_ids.h"
#include "ragsieve/service/webhook.h"

namespace ragsieve {
namespace {

constexpr std::size_t kNameBytes = 64;

Error wrong(Code code, std::string message, const char* member) {
  return make_error(code, std::move(message), Where{"", 0, member});
}

Status check(const MonitorRequest& request, bool can_sign) {
  if (!seconds_of_interval(request.schedule)) {
    return wrong(Code::kInvalidInput,
                 "expected a number of minutes, hours or days from 1m to 31d, as \"1h\"",
                 "schedule");
  }
  if (request.webhook.empty()) return ok_status();
  if (!can_sign) {
    return wrong(Code::kInvalidInput, "there is no key to sign with: set [server] webhook_key_file",
                 "webhook");
  }
  return check_webhook(request.webhook);
}

}  // namespace

std::string monitor_request(const std::string& monitor) {
  return json::dump(json::Object{{"monitor", monitor}});
}

Result<std::string> monitor_of_request(const std::string& request) {
  RAGSIEVE_TRY(const json::Value value, json::Reader().parse(request));
  Members members(value, "");
  std::string monitor = members.text("monitor", kNameBytes);
  RAGSIEVE_CHECK(members.finish());
  return monitor;
}

Result<Monitor> Monitors::stored(const std::string& name) {
  if (is_plain_name(name)) {
    RAGSIEVE_TRY(std::optional<Monitor> monitor,
                 state_.use([&](Stores& stores) { return stores.monitors.find(name); }));
    if (monitor) return *std::move(monitor);
  }
  return wrong(Code::kNotFound, "there is no such monitor", "monitor");
}

Result<ShownMonitor> Monitors::shown(Monitor monitor) {
  ShownMonitor shown;
  RAGSIEVE_TRY(shown.deliveries,
               state_.use([&](Stores& stores) { return stores.deliveries.counts(monitor.name); }));
  if (monitor.last_run_us) {
    shown.next_us =
        *monitor.last_run_us + seconds_of_interval(monitor.schedule).value_or(0) * 1'000'000;
  }
  shown.monitor = std::move(monitor);
  return shown;
}

Result<ShownMonitor> Monitors::put(const std::string& name, const MonitorRequest& request,
                                   const std::string& who) {
  if (!is_plain_name(name)) {
    return wrong(Code::kInvalidArgument,
                 "the name of a monitor is made of a-z, 0-9, _ and -, 1 to 64 of them", "name");
  }
  RAGSIEVE_CHECK(check(request, can_sign_));
  const std::int64_t now_us = clock_.now_ms() * 1000;
  RAGSIEVE_CHECK(state_.in_transaction([&](Stores& stores) -> Status {
    if (!is_plain_name(request.corpus)) {
      return wrong(Code::kInvalidInput, "there is no such corpus", "corpus");
    }
    RAGSIEVE_TRY(const auto corpus, stores.corpora.find(request.corpus));
    if (!corpus) return wrong(Code::kInvalidInput, "there is no such corpus", "corpus");
    RAGSIEVE_CHECK(stores.monitors.put(
        {name, request.corpus, request.schedule, request.webhook, now_us, {}, {}}));
    return stores.audit_log.append({0, now_us, who, "put monitor", name, "done"});
  }));
  return find(name);
}

Result<std::vector<ShownMonitor>> Monitors::list() {
  RAGSIEVE_TRY(std::vector<Monitor> all,
               state_.use([](Stores& stores) { return stores.monitors.list(); }));
  std::vector<ShownMonitor> list;
  for (Monitor& monitor : all) {
    RAGSIEVE_TRY(ShownMonitor one, shown(std::move(monitor)));
    list.push_back(std::move(one));
  }
  return list;
}

Result<ShownMonitor> Monitors::find(const std::string& name) {
  RAGSIEVE_TRY(Monitor monitor, stored(name));
  return shown(std::move(monitor));
}

Status Monitors::remove(const std::string& name, const std::string& who) {
  RAGSIEVE_TRY([[maybe_unused]] const Monitor there, stored(name));
  return state_.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(const bool removed, stores.monitors.remove(name));
    if (!removed) return wrong(Code::kNotFound, "there is no such monitor", "monitor");
    return stores.audit_log.append(
        {0, clock_.now_ms() * 1000, who, "remove monitor", name, "done"});
  });
}

Result<std::string> Monitors::look(const std::string& name, const std::string& who,
                                   const std::optional<IdempotentRequest>& once) {
  RAGSIEVE_TRY([[maybe_unused]] const Monitor there, stored(name));
  RAGSIEVE_TRY(std::optional<std::string> job, state_.use([&](Stores& stores) {
    return stores.jobs.pending(kMonitorJob, monitor_request(name));
  }));
  if (job) return *std::move(job);
  return jobs_.enqueue(kMonitorJob, who, monitor_request(name), 0, once);
}

Result<std::vector<StoredLook>> Monitors::looks(const std::string& name, const Page& page) {
  RAGSIEVE_TRY([[maybe_unused]] const Monitor there, stored(name));
  return state_.use([&](Stores& stores) { return stores.looks.list(name, page); });
}

}  // namespace ragsieve
