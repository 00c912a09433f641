// Tells the log of every request that was answered: its id, method, path, who, status and time. No
// query, header or body is told. Thread-safe.
#pragma once

#include "ragsieve/base/log.h"
#include "server/http_server.h"

namespace ragsieve {

class RequestLog final : public HttpHandler {
 public:
  // `inner` outlives it.
  RequestLog(HttpHandler& inner, LogSink log) : inner_(inner), log_(std::move(log)) {}

  [[nodiscard]] std::variant<Admission, ServerResponse> admit(const ServerRequest& head) override;
  [[nodiscard]] ServerResponse handle(const ServerRequest& request) override;

 private:
  HttpHandler& inner_;
  const LogSink log_;
};

}  // namespace ragsieve
