#include "server/api/monitor_routes.h"

#include <utility>

#include "ragsieve/evidence/members.h"
#include "ragsieve/json/reader.h"
#include "server/api/accepted.h"
#include "server/api/answer.h"
#include "server/api/route_parts.h"

namespace ragsieve::api {
namespace {

constexpr std::size_t kTextBytes = 4096;

json::Object monitor_json(const ShownMonitor& shown) {
  const Monitor& monitor = shown.monitor;
  return {{"name", monitor.name},
          {"corpus", monitor.corpus},
          {"schedule", monitor.schedule},
          {"webhook", !monitor.webhook.empty()},
          {"created", time_text(monitor.created_us)},
          {"last_look", optional_time(monitor.last_run_us)},
          {"next_look", optional_time(shown.next_us)},
          {"manifest",
           monitor.last_manifest ? json::Value(to_hex(*monitor.last_manifest)) : json::Value()},
          {"deliveries", json::Object{{"waiting", shown.deliveries.waiting},
                                      {"given_up", shown.deliveries.given_up}}}};
}

Result<json::Object> look_json(const StoredLook& look) {
  json::Object object{{"sequence", look.sequence},
                      {"time", time_text(look.time_us)},
                      {"job", look.job},
                      {"documents", look.documents},
                      {"added", look.added},
                      {"changed", look.changed},
                      {"removed", look.removed},
                      {"flagged", look.flagged},
                      {"newly_flagged", look.newly_flagged},
                      {"rescreened", look.rescreened},
                      {"reopened", look.reopened},
                      {"left_alone", look.left_alone}};
  RAGSIEVE_TRY(json::Value found, json::Reader().parse(look.found));
  object.emplace_back("found", std::move(found));
  return object;
}

Result<ServerResponse> list(Monitors& monitors) {
  RAGSIEVE_TRY(const std::vector<ShownMonitor> all, monitors.list());
  json::Array items;
  for (const ShownMonitor& monitor : all) items.emplace_back(monitor_json(monitor));
  return json_answer(json::Object{{"items", std::move(items)}});
}

Result<ServerResponse> put(Monitors& monitors, const Call& call) {
  RAGSIEVE_TRY(const json::Value body, body_of(call));
  Members members(body, "");
  MonitorRequest request;
  request.corpus = members.text("corpus", kTextBytes);
  request.schedule = members.text("schedule", kTextBytes);
  request.webhook = members.optional_text("webhook", kTextBytes).value_or("");
  RAGSIEVE_CHECK(members.finish());
  RAGSIEVE_TRY(const ShownMonitor monitor,
               monitors.put(call.at("name"), request, call.principal.name));
  return json_answer(monitor_json(monitor));
}

Result<ServerResponse> remove(Monitors& monitors, const Call& call) {
  RAGSIEVE_CHECK(monitors.remove(call.at("name"), call.principal.name));
  ServerResponse response;
  response.status = 204;
  return response;
}

Result<ServerResponse> look(Monitors& monitors, const Call& call) {
  RAGSIEVE_TRY(const auto once, idempotency_of(call));
  RAGSIEVE_TRY(const std::string job, monitors.look(call.at("name"), call.principal.name, once));
  return accepted(job);
}

Result<ServerResponse> looks(Monitors& monitors, const Call& call) {
  RAGSIEVE_TRY(const Page page, page_of(call));
  RAGSIEVE_TRY(const std::vector<StoredLook> found, monitors.looks(call.at("name"), page));
  json::Array items;
  for (const StoredLook& one : found) {
    RAGSIEVE_TRY(json::Object item, look_json(one));
    items.emplace_back(std::move(item));
  }
  return list_answer(std::move(items), next_of(found, page, &StoredLook::sequence));
}

Route put_route(Monitors& monitors) {
  Route route = route_of("PUT", "/v1/monitors/{name}", "Watch a corpus, or change how",
                         {200, "the monitor", "Monitor", ""});
  route.role = Role::kAdmin;
  route.content_types = {"application/json"};
  route.request_schema = "MonitorRequest";
  route.answers.push_back(bad_body());
  route.answers.push_back(no_space());
  route.function = answering([&monitors](const Call& call) { return put(monitors, call); });
  return route;
}

Route look_route(Monitors& monitors) {
  Route route =
      route_of("POST", "/v1/monitors/{name}/looks", "Look now, as a job", accepted_answer());
  route.role = Role::kReview;
  route.answers.push_back({422, "the Idempotency-Key came with another request", "Problem",
                           "application/problem+json"});
  route.answers.push_back(no_space());
  route.function = answering([&monitors](const Call& call) { return look(monitors, call); });
  return route;
}

}  // namespace

std::vector<Route> monitor_routes(Monitors& monitors) {
  Route all = route_of("GET", "/v1/monitors", "The corpora that are watched",
                       {200, "all of them, the oldest first", "MonitorList", ""});
  all.function = answering([&monitors](const Call&) { return list(monitors); });
  Route gone = route_of("DELETE", "/v1/monitors/{name}", "Watch a corpus no more",
                        {204, "it is watched no more, and its looks are forgotten", "", ""});
  gone.role = Role::kAdmin;
  gone.answers.push_back(no_space());
  gone.function = answering([&monitors](const Call& call) { return remove(monitors, call); });
  Route found = route_of("GET", "/v1/monitors/{name}/looks", "What its looks found",
                         {200, "the looks, newest first", "LookList", ""});
  found.query = page_parameters();
  found.function = answering([&monitors](const Call& call) { return looks(monitors, call); });
  return {std::move(all), put_route(monitors), std::move(gone), look_route(monitors),
          std::move(found)};
}

}  // namespace ragsieve::api
