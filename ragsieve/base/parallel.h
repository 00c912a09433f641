// Data parallelism for the numbers: the only place that starts threads for loops. Items are handed
// out in order to `run.threads` workers; the calling thread only watches, reports progress and
// passes a cancel on. What an item computes must not depend on the worker that takes it.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"

namespace ragsieve {

// Work of one item; `worker` is 0..threads-1 and constant on a thread (for scratch memory).
using ItemFunction = std::function<Status(std::size_t item, int worker)>;

// Runs `work` for every item in 0..n_items-1. Returns the error of the lowest item that failed
// among those that ran, or kCancelled; after an error or a cancel no new item starts.
[[nodiscard]] Status parallel_for(std::size_t n_items, std::string_view stage,
                                  const RunOptions& run, const ItemFunction& work);

}  // namespace ragsieve
