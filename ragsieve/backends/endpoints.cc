#include "ragsieve/backends/endpoints.h"

#include <chrono>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "ragsieve/config/secret_file.h"
#include "ragsieve/models/openai/endpoint.h"
#include "ragsieve/models/openai/openai_answerer.h"
#include "ragsieve/models/openai/openai_encoder.h"

namespace ragsieve {
namespace {

// The error of a key of that section, under its full name.
template <typename T>
Result<T> in_section(Result<T> result, std::string_view section) {
  if (result.ok()) return result;
  Error error = std::move(result).error();
  if (!error.where.field.empty())
    error.where.field = std::string(section) + "." + error.where.field;
  return error;
}

Result<std::unique_ptr<Endpoint>> open_endpoint(const Config::Endpoint& config,
                                                std::string_view section) {
  EndpointOptions options;
  options.url = config.url;
  options.model = config.model;
  RAGSIEVE_TRY(options.api_key, secret_of(config.api_key, config.api_key_file));
  options.timeout = std::chrono::milliseconds(config.timeout_ms);
  options.retry.retries = config.retries;
  options.retry.seed = std::random_device{}();  // of waiting times alone
  return in_section(Endpoint::open(std::move(options), make_curl_client(), make_sleeper()),
                    section);
}

}  // namespace

Result<std::unique_ptr<Answerer>> endpoint_answerer(const Config::Generator& config) {
  RAGSIEVE_TRY(auto endpoint, open_endpoint(config.endpoint, "generator"));
  return std::unique_ptr<Answerer>(
      std::make_unique<OpenAiAnswerer>(std::move(endpoint), config.max_tokens));
}

Result<std::unique_ptr<Encoder>> endpoint_encoder(const Config::Encoder& config) {
  RAGSIEVE_TRY(auto endpoint, open_endpoint(config.endpoint, "encoder"));
  EndpointEncoderOptions options;
  options.dim = config.dim;
  options.max_tokens = config.max_tokens;
  options.batch = config.batch;
  options.query_prefix = config.query_prefix;
  options.passage_prefix = config.passage_prefix;
  return in_section(OpenAiEncoder::create(std::move(endpoint), options), "encoder");
}

}  // namespace ragsieve
