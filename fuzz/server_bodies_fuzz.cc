// Any bytes as the body of a request that changes or checks something: the first byte chooses the
// route, the rest is its body. Every answer is JSON of a status that its route lists, and what was
// refused has changed nothing.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/json/reader.h"
#include "ragsieve/service/screened_testing.h"
#include "server/api/key_routes.h"
#include "server/api/probe_routes.h"
#include "server/api/quarantine_routes.h"
#include "server/api/verify_routes.h"
#include "server/openapi.h"

namespace {

using namespace ragsieve;  // a program of its own

void require(bool holds) {
  if (!holds) std::abort();
}

class Target : private ScreenedState {
 public:
  Target() {
    add_screened("held", kQuarantined);
    for (auto routes : {api::quarantine_routes(desk_), api::verify_routes(verification_),
                        api::key_routes(keys_, actions_), api::probe_routes(sets_)}) {
      for (Route& route : routes) {
        if (!route.content_types.empty()) routes_.push_back(std::move(route));
      }
    }
  }

  void run(std::size_t choice, std::string body) {
    const Route& route = routes_[choice % routes_.size()];
    ServerRequest request;
    request.method = route.method;
    request.path = route.path;
    request.body = std::move(body);
    const std::int64_t before = last_action();
    const ServerResponse answer = route.function(
        {request, {{"document", "held"}, {"name", "notes"}}, {"fuzzer", Role::kAdmin}});
    const std::vector<int> listed = statuses_of(route);
    require(std::ranges::find(listed, answer.status) != listed.end());
    require(answer.status != 503 && json::Reader().parse(answer.body).ok());
    require(answer.status < 400 || last_action() == before);
  }

 private:
  std::int64_t last_action() {
    const std::vector<LoggedAction> newest = actions_.list({.limit = 1}).value();
    return newest.empty() ? 0 : newest.front().sequence;
  }

  ReviewDesk desk_{*state_, log_, clock_};
  Verification verification_{*state_, log_, {}, clock_};
  ApiKeys keys_{*state_, clock_};
  ActionLog actions_{*state_};
  ProbeSets sets_{*state_, clock_};
  std::vector<Route> routes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static Target* const target = new Target();  // never taken down: the state lives as long
  target->run(data[0], std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
