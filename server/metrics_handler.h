// Counts every request that the handler behind it answers or refuses, and times what it answers.
// A path that no route has is counted as the route "none". What the sockets' own limits refuse (a
// full queue, a header too long) never comes here. Thread-safe.
#pragma once

#include "server/http_server.h"
#include "server/metrics.h"
#include "server/route_table.h"

namespace ragsieve {

class MetricsHandler final : public HttpHandler {
 public:
  // All three outlive it.
  MetricsHandler(HttpHandler& inner, const RouteTable& table, ServiceMetrics& metrics)
      : inner_(inner), table_(table), metrics_(metrics) {}

  [[nodiscard]] std::variant<Admission, ServerResponse> admit(const ServerRequest& head) override;
  [[nodiscard]] ServerResponse handle(const ServerRequest& request) override;

 private:
  [[nodiscard]] std::string_view route_of(const ServerRequest& request) const;

  HttpHandler& inner_;
  const RouteTable& table_;
  ServiceMetrics& metrics_;
};

}  // namespace ragsieve
