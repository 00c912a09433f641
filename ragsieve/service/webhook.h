// Tells a monitor's receiver: one signed POST. The receiver knows the sender by
// X-Ragsieve-Signature, "sha256=" and the hexadecimal HMAC-SHA-256 of the body under the shared
// key, and a body that came twice by X-Ragsieve-Delivery. Nothing of URL or body is ever logged.
// Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/openai/http_client.h"
#include "ragsieve/store/deliveries_store.h"

namespace ragsieve {

inline constexpr std::size_t kWebhookKeyBytes = 16;  // at least

// "http://..." or "https://...", at most 2048 visible characters, without a user name.
// kInvalidInput naming `webhook`, without the address.
[[nodiscard]] Status check_webhook(const std::string& url);

class Webhook {
 public:
  // `key`: shared with the receivers; empty: there are none.
  Webhook(std::unique_ptr<HttpClient> client, std::string key)
      : client_(std::move(client)), key_(std::move(key)) {}

  [[nodiscard]] bool can_sign() const { return !key_.empty(); }

  // Ok where the receiver answered 2xx within five seconds. kUnavailable for everything else, with
  // a message that holds nothing of the address; kCancelled.
  [[nodiscard]] Status send(const Delivery& delivery, const RunOptions& run);

 private:
  const std::unique_ptr<HttpClient> client_;
  const std::string key_;
};

}  // namespace ragsieve
