// Asking again after what may pass: no connection, HTTP 429 and 5xx. The wait doubles each time and
// is shortened by chance, so that many clients do not come back together; a Retry-After header is
// honoured up to a limit. Nothing that was answered is asked again.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/openai/http_client.h"

namespace ragsieve {

struct RetryPolicy {
  std::size_t retries = 2;                             // beside the first request
  std::chrono::milliseconds first_delay{500};          // doubled each time
  std::chrono::milliseconds most_delay{8'000};         // of the doubling
  std::chrono::milliseconds most_retry_after{30'000};  // a longer one is not waited for
  std::uint64_t seed = 0;                              // of the jitter
};

// Waits, so that tests need not.
class Sleeper {
 public:
  virtual ~Sleeper() = default;
  // kCancelled at most 100 ms after it was asked for.
  [[nodiscard]] virtual Status sleep(std::chrono::milliseconds time, const RunOptions& run) = 0;
};

[[nodiscard]] std::unique_ptr<Sleeper> make_sleeper();

// Wait before the retry after `attempt` (0: the first request): between half of and the whole of
// min(first_delay * 2^attempt, most_delay), by `seed`.
[[nodiscard]] std::chrono::milliseconds backoff(const RetryPolicy& policy, std::size_t attempt);

// The first response that is none of 429 and 5xx, or the last response or error.
[[nodiscard]] Result<HttpResponse> post_with_retries(HttpClient& client, const HttpRequest& request,
                                                     const RetryPolicy& policy, Sleeper& sleeper,
                                                     const RunOptions& run);

}  // namespace ragsieve
