#include "ragsieve/models/openai/retry.h"

#include <algorithm>
#include <optional>
#include <thread>

namespace ragsieve {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSlice{50};

class RealSleeper final : public Sleeper {
 public:
  Status sleep(milliseconds time, const RunOptions& run) override {
    for (milliseconds left = time; left.count() > 0; left -= kSlice) {
      if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
      std::this_thread::sleep_for(std::min(left, kSlice));
      run.report("endpoint", 0, 1);
    }
    return ok_status();
  }
};

// splitmix64: a number that depends on every bit of `state`.
std::uint64_t mixed(std::uint64_t state) {
  state += 0x9E3779B97F4A7C15ULL;
  state = (state ^ (state >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  state = (state ^ (state >> 27U)) * 0x94D049BB133111EBULL;
  return state ^ (state >> 31U);
}

bool may_pass(const Result<HttpResponse>& result) {
  if (!result.ok()) return result.error().code == Code::kUnavailable;
  return result->status == 429 || (result->status >= 500 && result->status <= 599);
}

// The wait before the next request; nothing where it would be too long.
std::optional<milliseconds> wait_after(const Result<HttpResponse>& result,
                                       const RetryPolicy& policy, std::size_t attempt) {
  const milliseconds own = backoff(policy, attempt);
  if (!result.ok() || !result->retry_after) return own;
  // Compared in seconds: a hostile header is too large for milliseconds.
  const auto most = std::chrono::floor<std::chrono::seconds>(policy.most_retry_after);
  if (*result->retry_after > most) return std::nullopt;
  return std::max<milliseconds>(*result->retry_after, own);
}

}  // namespace

std::unique_ptr<Sleeper> make_sleeper() { return std::make_unique<RealSleeper>(); }

milliseconds backoff(const RetryPolicy& policy, std::size_t attempt) {
  milliseconds whole = std::min(policy.first_delay, policy.most_delay);
  for (std::size_t i = 0; i < attempt && whole < policy.most_delay; ++i) {
    whole = std::min(2 * whole, policy.most_delay);
  }
  const std::uint64_t half = static_cast<std::uint64_t>(whole.count()) / 2;
  const std::uint64_t jitter = mixed(policy.seed + attempt) % (half + 1);
  return whole - milliseconds(half) + milliseconds(jitter);
}

Result<HttpResponse> post_with_retries(HttpClient& client, const HttpRequest& request,
                                       const RetryPolicy& policy, Sleeper& sleeper,
                                       const RunOptions& run) {
  for (std::size_t attempt = 0;; ++attempt) {
    Result<HttpResponse> result = client.send(request, run);
    if (!may_pass(result) || attempt >= policy.retries) return result;
    const std::optional<milliseconds> wait = wait_after(result, policy, attempt);
    if (!wait) return result;
    RAGSIEVE_CHECK(sleeper.sleep(*wait, run));
  }
}

}  // namespace ragsieve
