// Asks a service that runs, as its own commands do: JSON in, JSON out, and its problems as errors.
// Thread-safe where the HttpClient is.
#pragma once

#include <memory>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/json/value.h"
#include "ragsieve/models/openai/http_client.h"

namespace ragsieve {

struct RestClientOptions {
  std::string url = "http://127.0.0.1:8080";
  std::string key;      // secret
  std::string ca_file;  // see HttpRequest
};

class RestClient {
 public:
  // kInvalidArgument for an address that does not begin with http:// or https://.
  [[nodiscard]] static Result<RestClient> open(RestClientOptions options,
                                               std::unique_ptr<HttpClient> client);

  // `path` begins with "/" and is encoded already. Errors: of the client; a problem by its status
  // with its detail (400, 401 and 403 kInvalidArgument, 404 kNotFound, 429 and 503 kUnavailable,
  // others kInvalidInput); kInvalidInput for an answer that is no JSON.
  [[nodiscard]] Result<json::Value> get(const std::string& path, const RunOptions& run);
  [[nodiscard]] Result<json::Value> post(const std::string& path, const json::Value& body,
                                         const RunOptions& run);

 private:
  RestClient(RestClientOptions options, std::unique_ptr<HttpClient> client)
      : options_(std::move(options)), client_(std::move(client)) {}
  [[nodiscard]] Result<json::Value> send(HttpRequest request, const std::string& path,
                                         const RunOptions& run);
  RestClientOptions options_;
  std::unique_ptr<HttpClient> client_;
};

}  // namespace ragsieve
