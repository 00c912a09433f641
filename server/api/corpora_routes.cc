#include "server/api/corpora_routes.h"

#include <utility>

#include "ragsieve/evidence/members.h"
#include "ragsieve/service/screen_jobs.h"
#include "server/api/accepted.h"
#include "server/api/answer.h"
#include "server/api/route_parts.h"

namespace ragsieve::api {
namespace {

json::Object corpus_json(const StoredCorpus& corpus) {
  return {{"name", corpus.name},
          {"path", corpus.path},
          {"state", corpus.state},
          {"manifest", corpus.manifest ? json::Value(to_hex(*corpus.manifest)) : json::Value()},
          {"created", time_text(corpus.created_us)},
          {"updated", time_text(corpus.updated_us)}};
}

Result<ServerResponse> list(Corpora& corpora) {
  RAGSIEVE_TRY(const std::vector<StoredCorpus> all, corpora.list());
  json::Array items;
  for (const StoredCorpus& corpus : all) items.emplace_back(corpus_json(corpus));
  return list_answer(std::move(items), std::nullopt);
}

Result<ServerResponse> put(Corpora& corpora, JobRunner& jobs, const Call& call) {
  RAGSIEVE_TRY(const json::Value value, body_of(call));
  Members members(value, "");
  const std::string path = members.text("path", 4096);
  RAGSIEVE_CHECK(members.finish());
  RAGSIEVE_TRY(const StoredCorpus corpus, corpora.put(call.at("name"), path, call.principal.name));
  RAGSIEVE_TRY(const std::string job, jobs.enqueue_for_caller(kCorpusJob, call.principal.name,
                                                              corpus_request(corpus.name), 0));
  return accepted(job);
}

Route route_of(const char* method, const char* path, const char* summary, Role role) {
  Route route;
  route.method = method;
  route.path = path;
  route.summary = summary;
  route.role = role;
  return route;
}

Route put_route(Corpora& corpora, JobRunner& jobs) {
  Route route = route_of("PUT", "/v1/corpora/{name}",
                         "Register a corpus, or move it, and make it ready as a job", Role::kAdmin);
  route.content_types = {"application/json"};
  route.request_schema = "CorpusRequest";
  route.answers = {accepted_answer(),
                   {422, "the body cannot be read", "Problem", "application/problem+json"},
                   no_space()};
  route.function =
      answering([&corpora, &jobs](const Call& call) { return put(corpora, jobs, call); });
  return route;
}

Route remove_route(Corpora& corpora) {
  Route route = route_of("DELETE", "/v1/corpora/{name}",
                         "Forget a corpus; its files stay, and so do its verdicts", Role::kAdmin);
  route.answers = {{204, "it is no corpus any more", "", ""},
                   {422, "a monitor watches it", "Problem", "application/problem+json"},
                   no_space()};
  route.function = answering([&corpora](const Call& call) -> Result<ServerResponse> {
    RAGSIEVE_CHECK(corpora.remove(call.at("name"), call.principal.name));
    ServerResponse response;
    response.status = 204;
    return response;
  });
  return route;
}

}  // namespace

std::vector<Route> corpora_routes(Corpora& corpora, JobRunner& jobs) {
  Route all = route_of("GET", "/v1/corpora", "The trusted corpora", Role::kScreen);
  all.any_role = true;
  all.answers = {{200, "all of them, the oldest first", "CorpusList", ""}};
  all.function = answering([&corpora](const Call&) { return list(corpora); });
  Route one = route_of("GET", "/v1/corpora/{name}", "One corpus and its state", Role::kScreen);
  one.any_role = true;
  one.answers = {{200, "the corpus", "Corpus", ""}};
  one.function = answering([&corpora](const Call& call) -> Result<ServerResponse> {
    RAGSIEVE_TRY(const StoredCorpus corpus, corpora.find(call.at("name")));
    return json_answer(corpus_json(corpus));
  });
  return {std::move(all), std::move(one), put_route(corpora, jobs), remove_route(corpora)};
}

}  // namespace ragsieve::api
