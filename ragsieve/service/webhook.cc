#include "ragsieve/service/webhook.h"

#include <algorithm>
#include <chrono>

#include "ragsieve/crypto/hmac_sha256.h"

namespace ragsieve {
namespace {

constexpr std::size_t kUrlBytes = 2048;
constexpr std::chrono::milliseconds kTimeout{5000};
constexpr std::size_t kAnswerBytes = 65'536;  // of an answer that nobody reads

Error wrong(std::string message) {
  return make_error(Code::kInvalidInput, std::move(message), Where{"", 0, "webhook"});
}

}  // namespace

Status check_webhook(const std::string& url) {
  const auto visible = [](char c) { return c > ' ' && c < 0x7f; };
  if (url.size() > kUrlBytes || !std::ranges::all_of(url, visible)) {
    return wrong("has " + std::to_string(url.size()) +
                 " bytes or characters that no address has, expected at most 2048 visible ones");
  }
  const std::size_t begin = url.starts_with("https://") ? 8 : url.starts_with("http://") ? 7 : 0;
  const std::string host = url.substr(begin, url.find_first_of("/?#", begin) - begin);
  if (begin == 0 || host.empty()) return wrong("expected an address that begins with https://");
  if (host.find('@') != host.npos) {
    return wrong("holds a user name; the receiver knows the sender by its signature");
  }
  return ok_status();
}

Status Webhook::send(const Delivery& delivery, const RunOptions& run) {
  HttpRequest request;
  request.url = delivery.webhook;
  request.body = delivery.body;
  request.headers = {
      {"X-Ragsieve-Signature", "sha256=" + to_hex(hmac_sha256(key_, delivery.body))},
      {"X-Ragsieve-Delivery", delivery.monitor + "-" + std::to_string(delivery.sequence)}};
  request.timeout = kTimeout;
  request.connect_timeout = kTimeout;
  request.max_response_bytes = kAnswerBytes;
  const Result<HttpResponse> response = client_->send(request, run);
  if (!response.ok()) {
    const Code code = response.error().code;
    if (code == Code::kCancelled) return response.error();
    return make_error(Code::kUnavailable,
                      "the receiver could not be told (" + std::string(code_name(code)) + ")");
  }
  if (response->status >= 200 && response->status < 300) return ok_status();
  return make_error(Code::kUnavailable,
                    "the receiver answered " + std::to_string(response->status));
}

}  // namespace ragsieve
