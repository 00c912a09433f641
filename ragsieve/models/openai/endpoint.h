// An OpenAI-compatible endpoint (a hosted service, Ollama, vLLM, llama-server): posts JSON, asks
// again where that may help, and hands back only what is a JSON answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/openai/http_client.h"
#include "ragsieve/models/openai/retry.h"

namespace ragsieve {

struct EndpointOptions {
  std::string url;                                    // up to and with "/v1"; http or https
  std::string model;                                  // as the endpoint names it
  std::string api_key;                                // secret; empty: none is sent
  std::chrono::milliseconds timeout{60'000};          // of one request, 1 ms to 1 h
  std::chrono::milliseconds connect_timeout{10'000};  // of its connection
  RetryPolicy retry;
  // kInvalidConfig: another scheme, a user name, a query or white space in the address, no model,
  // a key with a control character.
  [[nodiscard]] Status validate() const;
};

class Endpoint {
 public:
  // Connects to nothing yet. Errors as EndpointOptions::validate().
  [[nodiscard]] static Result<std::unique_ptr<Endpoint>> open(EndpointOptions options,
                                                              std::unique_ptr<HttpClient> client,
                                                              std::unique_ptr<Sleeper> sleeper);

  [[nodiscard]] const EndpointOptions& options() const { return options_; }
  // Stands for the weights that nobody can see: address and name of the model.
  [[nodiscard]] Digest digest() const;

  // The body of the answer to `body` at url + `path`. kUnavailable with the HTTP status, and with
  // what to do about it; kInvalidInput where the answer is not JSON by its content type; else the
  // client's errors. Any thread may call.
  [[nodiscard]] Result<std::string> post(std::string_view path, std::string body,
                                         std::size_t max_response_bytes, const RunOptions& run);

 private:
  Endpoint(EndpointOptions options, std::unique_ptr<HttpClient> client,
           std::unique_ptr<Sleeper> sleeper);
  EndpointOptions options_;
  std::unique_ptr<HttpClient> client_;
  std::unique_ptr<Sleeper> sleeper_;
};

}  // namespace ragsieve
