// One product of an encoder, rows x weights + bias and what follows it, by oneDNN: a row's numbers
// depend on that row alone. Kernels are made at the first call with a number of rows and kept.
// Private to this folder. Thread-safe; throws dnnl::error as oneDNN does.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <oneapi/dnnl/dnnl.hpp>
#include <span>

#include "ragsieve/models/onednn/precision.h"

namespace ragsieve {

enum class Epilogue {
  kNone,         // f32 output
  kGelu,         // GELU by erf (Hendrycks and Gimpel 2016); output as the inputs are
  kAddToOutput,  // f32, added to what the output holds
};

struct ProductShape {
  std::size_t n_inputs = 0;
  std::size_t n_outputs = 0;
  OnednnPrecision precision = OnednnPrecision::kFloat32;
  Epilogue epilogue = Epilogue::kNone;
};

struct PackedWeights {
  dnnl::memory weight;
  dnnl::memory bias;
};

class Product {
 public:
  Product(const dnnl::engine& engine, const ProductShape& shape);

  // `weight`: n_outputs x n_inputs, row-major; `bias`: n_outputs. Copies both, in the kernels'
  // own order and precision.
  [[nodiscard]] PackedWeights pack(std::span<const float> weight,
                                   std::span<const float> bias) const;

  // `input`: n_rows x n_inputs, f32 or BF16; `output`: n_rows x n_outputs. Computes on the calling
  // thread where an OnThisThread lives.
  void run(std::size_t n_rows, const void* input, const PackedWeights& weights, void* output);

 private:
  struct Kernel {
    dnnl::matmul product;
    dnnl::memory::desc input, output, scratchpad;
  };
  [[nodiscard]] dnnl::matmul::primitive_desc describe(std::size_t n_rows,
                                                      const dnnl::memory::desc& weights) const;
  [[nodiscard]] const Kernel& kernel(std::size_t n_rows);

  dnnl::engine engine_;
  ProductShape shape_;
  dnnl::memory::desc weights_;  // as the kernels like them best
  std::mutex mutex_;
  std::map<std::size_t, Kernel> kernels_;  // by number of rows
};

}  // namespace ragsieve
