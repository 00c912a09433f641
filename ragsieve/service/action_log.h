// The audit log, to be read: who did what, when, to what. What is done appends to it in its own
// transaction. Thread-safe.
#pragma once

#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

class ActionLog {
 public:
  explicit ActionLog(StateStore& state) : state_(state) {}

  // Newest first.
  [[nodiscard]] Result<std::vector<LoggedAction>> list(const Page& page) {
    return state_.use([&](Stores& stores) { return stores.audit_log.list(page); });
  }

 private:
  StateStore& state_;
};

}  // namespace ragsieve
