#include "ragsieve/service/idempotent.h"

#include <algorithm>
#include <utility>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {

Result<IdempotentRequest> idempotent_request(const std::string& key, const std::string& who,
                                             const std::vector<std::string_view>& parts) {
  const bool visible = std::ranges::all_of(key, [](char c) { return c > ' ' && c < 0x7f; });
  if (key.empty() || key.size() > kIdempotencyKeyBytes || !visible) {
    return make_error(Code::kInvalidArgument,
                      "found " + std::to_string(key.size()) + " bytes, expected 1 to " +
                          std::to_string(kIdempotencyKeyBytes) + " of visible ASCII",
                      Where{"", 0, "Idempotency-Key"});
  }
  Sha256 hash;
  for (const std::string_view part : parts) hash.add_field(part);
  return IdempotentRequest{key, who, hash.finish()};
}

Result<DoneOnce> do_once(StateStore& state, const std::optional<IdempotentRequest>& request,
                         std::int64_t now_us,
                         const std::function<Result<std::string>(Stores&)>& work) {
  DoneOnce done;
  RAGSIEVE_CHECK(state.in_transaction([&](Stores& stores) -> Status {
    if (request) {
      RAGSIEVE_TRY(std::optional<std::string> place, stores.idempotency.find(*request));
      if (place) {
        done = {*std::move(place), true};
        return ok_status();
      }
    }
    RAGSIEVE_TRY(done.place, work(stores));
    if (!request || done.place.empty()) return ok_status();
    return stores.idempotency.add(*request, done.place, now_us);
  }));
  return done;
}

}  // namespace ragsieve
