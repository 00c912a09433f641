// A request to stop. Copies share one flag; request() may be called from any thread and from a
// signal handler. Work that can take longer than 100 ms takes a token and returns kCancelled.
#pragma once

#include <atomic>
#include <memory>

namespace ragsieve {

class CancelToken {
 public:
  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}
  void request() const { flag_->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool requested() const { return flag_->load(std::memory_order_relaxed); }

 private:
  static_assert(std::atomic<bool>::is_always_lock_free);
  std::shared_ptr<std::atomic<bool>> flag_;
};

}  // namespace ragsieve
