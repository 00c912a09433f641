// The numbers of the service for a Prometheus server: requests by route and status, the time that
// they took, and what the state says. A label is a word of this program (a route's pattern, a
// method, a status, a verdict), never what a caller sent: their number is bounded. Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/service/metrics_source.h"

namespace ragsieve {

class ServiceMetrics {
 public:
  explicit ServiceMetrics(const std::string& version);
  ~ServiceMetrics();
  ServiceMetrics(const ServiceMetrics&) = delete;
  ServiceMetrics& operator=(const ServiceMetrics&) = delete;

  // A request was answered. `route` is a pattern of the route table; a method that no route has is
  // counted as "other".
  void answered(std::string_view route, std::string_view method, int status);

  // A worker spent that many seconds on a request of the route.
  void took(std::string_view route, double seconds);

  // All of it in Prometheus's text format. Where the state cannot be read ragsieve_state_readable
  // is 0 and what it says is left out.
  [[nodiscard]] std::string text(const Result<StateFigures>& figures);

 private:
  struct Families;
  std::unique_ptr<Families> families_;
};

}  // namespace ragsieve
