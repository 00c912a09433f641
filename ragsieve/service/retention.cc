#include "ragsieve/service/retention.h"

namespace ragsieve {

Result<std::int64_t> forget_what_is_old(StateStore& state, const Clock& clock,
                                        std::uint64_t keep_days) {
  constexpr std::int64_t kDayUs = 86'400'000'000;
  const std::int64_t before = clock.now_ms() * 1000 - static_cast<std::int64_t>(keep_days) * kDayUs;
  std::int64_t n_forgotten = 0;
  RAGSIEVE_CHECK(state.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(n_forgotten, stores.documents.forget_texts_before(before));
    RAGSIEVE_TRY([[maybe_unused]] const std::int64_t keys,
                 stores.idempotency.remove_before(before));
    return ok_status();
  }));
  return n_forgotten;
}

}  // namespace ragsieve
