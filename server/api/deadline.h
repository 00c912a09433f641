// A run that ends at a time: the models' own progress looks at the clock, so that no thread waits.
#pragma once

#include <chrono>
#include <memory>

#include "ragsieve/base/run_options.h"

namespace ragsieve::api {

class Deadline {
 public:
  // `run` with a cancel that is requested when `cancel` is or the time is over. `within` counts
  // from now.
  Deadline(RunOptions run, const CancelToken& cancel, std::chrono::milliseconds within)
      : run_(std::move(run)), passed_(std::make_shared<bool>(false)) {
    run_.cancel = cancel;
    run_.progress = [cancel, passed = passed_,
                     end = std::chrono::steady_clock::now() + within](const ProgressEvent&) {
      if (std::chrono::steady_clock::now() < end || cancel.requested()) return;
      *passed = true;
      cancel.request();
    };
  }

  [[nodiscard]] const RunOptions& run() const { return run_; }
  // Whether it was the time, and not the caller, that ended the run.
  [[nodiscard]] bool passed() const { return *passed_; }

 private:
  RunOptions run_;
  std::shared_ptr<bool> passed_;
};

}  // namespace ragsieve::api
