#include "server/api/probe_routes.h"

#include <optional>
#include <string>
#include <utility>

#include "ragsieve/evidence/members.h"
#include "server/api/answer.h"
#include "server/api/route_parts.h"
#include "server/api/stored_json.h"

namespace ragsieve::api {
namespace {

json::Object set_json(const StoredProbeSet& set) {
  return {{"name", set.name},
          {"version", set.version},
          {"digest", to_hex(set.digest)},
          {"who", set.who},
          {"time", time_text(set.created_us)}};
}

json::Object probe_json(const Probe& probe) {
  json::Object object{{"id", probe.id}, {"question", probe.question}};
  if (!probe.expected_fact.empty()) object.emplace_back("expected_fact", probe.expected_fact);
  object.emplace_back("weight", probe.weight);
  return object;
}

json::Object finding_json(const ProbeFinding& finding) {
  json::Object object{{"kind", finding.kind}, {"id", finding.id}};
  if (!finding.other.empty()) object.emplace_back("other", finding.other);
  object.emplace_back("message", finding.message);
  return object;
}

Result<ServerResponse> list(ProbeSets& sets) {
  RAGSIEVE_TRY(const std::vector<StoredProbeSet> all, sets.list());
  json::Array items;
  for (const StoredProbeSet& set : all) items.emplace_back(set_json(set));
  return list_answer(std::move(items), std::nullopt);
}

Result<ServerResponse> one(ProbeSets& sets, const Call& call) {
  RAGSIEVE_TRY(const auto kept, sets.find(call.at("name")));
  if (!kept) return make_error(Code::kNotFound, "there is no probe set of this name");
  json::Object answer = set_json(kept->set);
  json::Array probes;
  for (const Probe& probe : kept->probes) probes.emplace_back(probe_json(probe));
  answer.emplace_back("probes", std::move(probes));
  return json_answer(answer);
}

Result<ServerResponse> put(ProbeSets& sets, const Call& call) {
  RAGSIEVE_TRY(const json::Value body, body_of(call));
  Members members(body, "");
  const json::Value& given = members.array("probes", ProbeSets::kMostProbes);
  RAGSIEVE_CHECK(members.finish());
  RAGSIEVE_TRY(std::vector<Probe> probes, ProbeSets::read(*given.array()));
  RAGSIEVE_TRY(const CheckedProbes checked,
               sets.put(call.at("name"), std::move(probes), call.principal.name));
  json::Array findings;
  for (const ProbeFinding& finding : checked.findings) findings.emplace_back(finding_json(finding));
  json::Object answer = set_json(checked.set);
  answer.emplace_back("findings", std::move(findings));
  answer.emplace_back("not_checked", strings_json(checked.not_checked));
  return json_answer(answer);
}

}  // namespace

std::vector<Route> probe_routes(ProbeSets& sets) {
  Route all = route_of("GET", "/v1/probes", "The probe sets, each in its latest version",
                       {200, "sets without their probes", "ProbeSetList", ""});
  all.function = answering([&sets](const Call&) { return list(sets); });
  Route set = route_of("GET", "/v1/probes/{name}", "A probe set in its latest version",
                       {200, "the set", "ProbeSet", ""});
  set.function = answering([&sets](const Call& call) { return one(sets, call); });
  Route change = route_of("PUT", "/v1/probes/{name}", "Makes a new version of a probe set",
                          {200, "the version, and what is doubtful about it", "PutProbeSet", ""});
  change.role = Role::kReview;
  change.content_types = {"application/json"};
  change.request_schema = "ProbeSetRequest";
  change.answers.push_back(bad_body());
  change.answers.push_back(no_space());
  change.function = answering([&sets](const Call& call) { return put(sets, call); });
  return {all, set, change};
}

}  // namespace ragsieve::api
