// From a request to the function of its route: what is unknown, not allowed, without a key or of
// the wrong kind is refused here, before the body is read.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/http_server.h"
#include "server/route_table.h"

namespace ragsieve {

struct RouterOptions {
  // Who has this key; nothing: nobody. Must not block: it is asked on the server's one thread.
  std::function<std::optional<Principal>(std::string_view key)> find_key;
  // Without a key every program of this machine is an admin; pages of a browser, names that are not
  // this machine's own and what comes through a proxy are not.
  bool open_locally = false;
};

// Thread-safe once built; `table` outlives it.
class Router final : public HttpHandler {
 public:
  Router(const RouteTable& table, RouterOptions options)
      : table_(table), options_(std::move(options)) {}

  // 404, 405 with Allow, 401 with WWW-Authenticate, 403, 415; in this order, but an unknown path is
  // 401 too without a key: what there is is nobody's business.
  [[nodiscard]] std::variant<Admission, ServerResponse> admit(const ServerRequest& head) override;

  // The route's function; 400 for a body where none is taken.
  [[nodiscard]] ServerResponse handle(const ServerRequest& request) override;

 private:
  [[nodiscard]] std::optional<Principal> principal_of(const ServerRequest& request) const;

  const RouteTable& table_;
  RouterOptions options_;
};

}  // namespace ragsieve
