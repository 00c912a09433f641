// What is true of oneDNN in the whole process: its version and CPU class, what the CPU can do, and
// that each call computes on the thread that makes it. Private to this folder.
#pragma once

#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/models/onednn/precision.h"

namespace ragsieve {

// While one lives, calls of this thread compute on it alone: oneDNN's OpenMP runtime starts no
// threads for them.
class OnThisThread {
 public:
  OnThisThread();
  OnThisThread(const OnThisThread&) = delete;
  OnThisThread& operator=(const OnThisThread&) = delete;
  ~OnThisThread();

 private:
  int before_;
};

// Version of oneDNN and of the passes around it, and the CPU class.
[[nodiscard]] const std::string& onednn_engine_name();

// Whether a product gives a row the same bits whatever rows it shares the call with: so do oneDNN's
// AVX-512 and AMX kernels (product_test.cc); of its general ones it is not known.
[[nodiscard]] bool rows_are_independent();

// Whether oneDNN finds BF16 instructions (AVX512_BF16 or AMX) on this CPU.
[[nodiscard]] bool cpu_has_bf16();

// kUnavailable, naming the setting to change, where a CPU cannot compute in `precision`.
[[nodiscard]] Status check_cpu(OnednnPrecision precision, bool has_bf16);

}  // namespace ragsieve
