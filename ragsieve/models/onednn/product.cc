#include "ragsieve/models/onednn/product.h"

#include <cstring>

namespace ragsieve {
namespace {

using dnnl::memory;
using Tag = memory::format_tag;
using Type = memory::data_type;

constexpr std::size_t kTypicalRows = 64;  // for which the order of the weights is chosen

memory::dim dim_of(std::size_t size) { return static_cast<memory::dim>(size); }

Type type_of(OnednnPrecision precision) {
  return precision == OnednnPrecision::kFloat32 ? Type::f32 : Type::bf16;
}

dnnl::primitive_attr attributes(Epilogue epilogue) {
  dnnl::post_ops after;
  if (epilogue == Epilogue::kGelu) {
    after.append_eltwise(1.0F, dnnl::algorithm::eltwise_gelu_erf, 0.0F, 0.0F);
  }
  if (epilogue == Epilogue::kAddToOutput) after.append_sum(1.0F);
  dnnl::primitive_attr attributes;
  attributes.set_post_ops(after);
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);  // kernels serve several threads
  return attributes;
}

}  // namespace

Product::Product(const dnnl::engine& engine, const ProductShape& shape)
    : engine_(engine), shape_(shape) {
  const memory::desc any({dim_of(shape.n_inputs), dim_of(shape.n_outputs)},
                         type_of(shape.precision), Tag::any);
  weights_ = describe(kTypicalRows, any).weights_desc();
}

dnnl::matmul::primitive_desc Product::describe(std::size_t n_rows,
                                               const memory::desc& weights) const {
  const Type type = type_of(shape_.precision);
  const memory::desc input({dim_of(n_rows), dim_of(shape_.n_inputs)}, type, Tag::ab);
  const memory::desc bias({1, dim_of(shape_.n_outputs)}, Type::f32, Tag::ab);
  const memory::desc output({dim_of(n_rows), dim_of(shape_.n_outputs)},
                            shape_.epilogue == Epilogue::kGelu ? type : Type::f32, Tag::ab);
  return {dnnl::matmul::desc(input, weights, bias, output), attributes(shape_.epilogue), engine_};
}

PackedWeights Product::pack(std::span<const float> weight, std::span<const float> bias) const {
  dnnl::stream stream(engine_);
  const memory::desc rows({dim_of(shape_.n_inputs), dim_of(shape_.n_outputs)}, Type::f32, Tag::ba);
  // Read only; oneDNN has no memory of constants.
  memory from(rows, engine_, const_cast<float*>(weight.data()));
  PackedWeights packed{memory(weights_, engine_),
                       memory({{1, dim_of(shape_.n_outputs)}, Type::f32, Tag::ab}, engine_)};
  dnnl::reorder(from, packed.weight).execute(stream, from, packed.weight);
  std::memcpy(packed.bias.get_data_handle(), bias.data(), bias.size_bytes());
  return packed;
}

const Product::Kernel& Product::kernel(std::size_t n_rows) {
  const std::lock_guard lock(mutex_);
  const auto known = kernels_.find(n_rows);
  if (known != kernels_.end()) return known->second;
  const dnnl::matmul::primitive_desc made = describe(n_rows, weights_);
  const Kernel kernel{dnnl::matmul(made), made.src_desc(), made.dst_desc(), made.scratchpad_desc()};
  return kernels_.emplace(n_rows, kernel).first->second;
}

void Product::run(std::size_t n_rows, const void* input, const PackedWeights& weights,
                  void* output) {
  const Kernel& chosen = kernel(n_rows);
  dnnl::stream stream(engine_);
  chosen.product.execute(stream,
                         {{DNNL_ARG_SRC, memory(chosen.input, engine_, const_cast<void*>(input))},
                          {DNNL_ARG_WEIGHTS, weights.weight},
                          {DNNL_ARG_BIAS, weights.bias},
                          {DNNL_ARG_DST, memory(chosen.output, engine_, output)},
                          {DNNL_ARG_SCRATCHPAD, memory(chosen.scratchpad, engine_)}});
}

}  // namespace ragsieve
