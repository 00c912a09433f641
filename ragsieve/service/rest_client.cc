#include "ragsieve/service/rest_client.h"

#include <utility>

#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

constexpr std::size_t kAnswerBytes = std::size_t{64} << 20;

Code code_of(long status) {
  if (status == 400 || status == 401 || status == 403) return Code::kInvalidArgument;
  if (status == 404) return Code::kNotFound;
  return status == 429 || status == 503 ? Code::kUnavailable : Code::kInvalidInput;
}

Error problem_error(const HttpResponse& response) {
  const Result<json::Value> value = json::Reader().parse(response.body);
  const json::Value* detail = value.ok() ? value->find("detail") : nullptr;
  std::string message = "the service answered " + std::to_string(response.status);
  if (detail != nullptr && detail->string() != nullptr) message += ": " + *detail->string();
  return make_error(code_of(response.status), std::move(message));
}

}  // namespace

Result<RestClient> RestClient::open(RestClientOptions options, std::unique_ptr<HttpClient> client) {
  if (!options.url.starts_with("http://") && !options.url.starts_with("https://")) {
    return make_error(Code::kInvalidArgument,
                      "expected an address that begins with http:// or https://",
                      Where{"", 0, "server"});
  }
  while (options.url.ends_with('/')) options.url.pop_back();
  return RestClient(std::move(options), std::move(client));
}

Result<json::Value> RestClient::send(HttpRequest request, const std::string& path,
                                     const RunOptions& run) {
  request.url = options_.url + path;
  request.bearer = options_.key;
  request.ca_file = options_.ca_file;
  request.max_response_bytes = kAnswerBytes;
  RAGSIEVE_TRY(const HttpResponse response, client_->send(request, run));
  if (response.status < 200 || response.status >= 300) return problem_error(response);
  Result<json::Value> value = json::Reader().parse(response.body);
  if (value.ok()) return value;
  return make_error(Code::kInvalidInput,
                    options_.url + " answered no JSON; is it the address of a ragsieve service?");
}

Result<json::Value> RestClient::get(const std::string& path, const RunOptions& run) {
  HttpRequest request;
  request.is_get = true;
  return send(std::move(request), path, run);
}

Result<json::Value> RestClient::post(const std::string& path, const json::Value& body,
                                     const RunOptions& run) {
  HttpRequest request;
  request.body = json::dump(body);
  return send(std::move(request), path, run);
}

}  // namespace ragsieve
