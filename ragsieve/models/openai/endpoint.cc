#include "ragsieve/models/openai/endpoint.h"

#include <algorithm>
#include <utility>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::size_t kShownTypeBytes = 60;

bool has_control(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

Error bad_option(std::string_view name, std::string message) {
  return make_error(Code::kInvalidConfig, std::move(message), Where{"", 0, std::string(name)});
}

// A header of hostile origin as it may stand in a message.
std::string shown_type(std::string_view type) {
  if (type.empty()) return "no content type";
  std::string shown;
  for (const char c : type.substr(0, kShownTypeBytes)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown;
}

bool is_json(std::string_view type) {
  type = type.substr(0, type.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  return std::ranges::equal(type, kJson, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

std::string_view advice(long status) {
  if (status == 401 || status == 403) return "; check its api_key";
  if (status == 404) return "; check url and model";
  if (status >= 300 && status < 400) return "; redirects are not followed, give the final url";
  if (status == 429) return "; it is asked too often, try again later";
  if (status >= 500) return "; see the endpoint's own log, or try again later";
  return "; check url, model and the length of the passages";
}

Status check_response(const HttpResponse& response, const std::string& url) {
  const std::string found = url + " answered HTTP " + std::to_string(response.status) + " (" +
                            shown_type(response.content_type) + ")";
  if (response.status != 200) {
    return make_error(Code::kUnavailable,
                      found + ", expected 200" + std::string(advice(response.status)));
  }
  if (is_json(response.content_type)) return ok_status();
  return make_error(Code::kInvalidInput, found + ", expected " + std::string(kJson) +
                                             "; is it the address of the API, with /v1?");
}

}  // namespace

Status EndpointOptions::validate() const {
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    return bad_option("url", "expected an address that begins with http:// or https://");
  }
  if (has_control(url) || url.find_first_of(" @?#\\") != std::string::npos) {
    return bad_option("url",
                      "expected an address without white space, user name, query or fragment");
  }
  if (model.empty() || has_control(model)) {
    return bad_option("model", "expected the name of the endpoint's model");
  }
  if (has_control(api_key)) {
    return bad_option("api_key", "found a control character, expected one line (not shown)");
  }
  if (timeout.count() < 1 || timeout > std::chrono::hours(1) || connect_timeout.count() < 1) {
    return bad_option("timeout_ms", "expected 1 to 3600000");
  }
  return ok_status();
}

Result<std::unique_ptr<Endpoint>> Endpoint::open(EndpointOptions options,
                                                 std::unique_ptr<HttpClient> client,
                                                 std::unique_ptr<Sleeper> sleeper) {
  RAGSIEVE_CHECK(options.validate());
  while (options.url.ends_with('/')) options.url.pop_back();
  return std::unique_ptr<Endpoint>(
      new Endpoint(std::move(options), std::move(client), std::move(sleeper)));
}

Endpoint::Endpoint(EndpointOptions options, std::unique_ptr<HttpClient> client,
                   std::unique_ptr<Sleeper> sleeper)
    : options_(std::move(options)), client_(std::move(client)), sleeper_(std::move(sleeper)) {}

Digest Endpoint::digest() const {
  return Sha256().add_field(options_.url).add_field(options_.model).finish();
}

Result<std::string> Endpoint::post(std::string_view path, std::string body,
                                   std::size_t max_response_bytes, const RunOptions& run) {
  HttpRequest request;
  request.url = options_.url + std::string(path);
  request.bearer = options_.api_key;
  request.body = std::move(body);
  request.timeout = options_.timeout;
  request.connect_timeout = options_.connect_timeout;
  request.max_response_bytes = max_response_bytes;
  RAGSIEVE_TRY(HttpResponse response,
               post_with_retries(*client_, request, options_.retry, *sleeper_, run));
  RAGSIEVE_CHECK(check_response(response, request.url));
  return std::move(response.body);
}

}  // namespace ragsieve
