// Requests that carry an Idempotency-Key: each is done once, and answered again from the place of
// its result. Every POST that changes something goes through here. Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

inline constexpr std::size_t kIdempotencyKeyBytes = 200;

// `parts`: all that was asked (method, path, query, body). kInvalidArgument for a key that is
// empty, longer than kIdempotencyKeyBytes, or holds anything but visible ASCII.
[[nodiscard]] Result<IdempotentRequest> idempotent_request(
    const std::string& key, const std::string& who, const std::vector<std::string_view>& parts);

struct DoneOnce {
  std::string place;     // of the result; "": nothing was changed
  bool earlier = false;  // by an earlier request: nothing was done now
};

// Runs `work` in one transaction; it returns the place of its result, which is noted in the same
// transaction, or "" where it changed nothing: then nothing is noted, and the request may come
// again. A request that was done before gives the place of then, and `work` is not called. Without
// a `request`: `work` alone. Errors of `work` and of the state; kInvalidInput where the key came
// with another request.
[[nodiscard]] Result<DoneOnce> do_once(StateStore& state,
                                       const std::optional<IdempotentRequest>& request,
                                       std::int64_t now_us,
                                       const std::function<Result<std::string>(Stores&)>& work);

}  // namespace ragsieve
