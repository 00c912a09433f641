#include "server/request_log.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace ragsieve {
namespace {

std::string line_of(const ServerRequest& request, int status) {
  return request.id + " " + request.peer + " " + request.method + " " + request.path + " " +
         std::to_string(status);
}

}  // namespace

std::variant<Admission, ServerResponse> RequestLog::admit(const ServerRequest& head) {
  auto admitted = inner_.admit(head);
  if (const auto* refused = std::get_if<ServerResponse>(&admitted)) {
    if (log_) log_(LogLevel::kInfo, line_of(head, refused->status));
  }
  return admitted;
}

ServerResponse RequestLog::handle(const ServerRequest& request) {
  const auto begun = std::chrono::steady_clock::now();
  ServerResponse response = inner_.handle(request);
  const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - begun);
  if (log_) {
    log_(LogLevel::kInfo,
         line_of(request, response.status) + " " + std::to_string(spent.count()) + " ms");
  }
  return response;
}

}  // namespace ragsieve
