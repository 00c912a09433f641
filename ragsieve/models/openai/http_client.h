// One HTTP exchange as a value in and a value out, so that everything above is tested without
// sockets. The implementation is libcurl's (curl_client.cc): http and https only, certificates
// checked, no redirect followed, one handle a call. Nothing of a body or a key is ever logged.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve {

struct HttpRequest {
  std::string url;
  bool is_get = false;  // without a body; else POST
  std::string bearer;   // secret; empty: no Authorization header
  std::string body;     // JSON
  std::vector<std::pair<std::string, std::string>> headers;  // more; names and values of one line
  std::chrono::milliseconds timeout{60'000};                 // of the whole exchange
  std::chrono::milliseconds connect_timeout{10'000};         // until there is a connection
  std::size_t max_response_bytes = std::size_t{1} << 20;
  std::string ca_file;  // PEM: whom to believe instead of the system's authorities; empty: those
};

struct HttpResponse {
  long status = 0;
  std::string content_type;
  std::optional<std::chrono::seconds> retry_after;
  std::string body;
};

class HttpClient {
 public:
  virtual ~HttpClient() = default;
  // Any status is a response. Errors: kUnavailable where nothing was answered (no connection, or
  // closed before a word), kTimedOut, kInvalidInput where the answer broke off, kTooLarge,
  // kCancelled at most 100 ms after it was asked for. Any thread may call.
  [[nodiscard]] virtual Result<HttpResponse> send(const HttpRequest& request,
                                                  const RunOptions& run) = 0;
};

[[nodiscard]] std::unique_ptr<HttpClient> make_curl_client();

}  // namespace ragsieve
