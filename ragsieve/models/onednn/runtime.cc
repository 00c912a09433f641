#include "ragsieve/models/onednn/runtime.h"

#include <oneapi/dnnl/dnnl.hpp>
#include <string_view>
#include <utility>

// Of the OpenMP interface; its header belongs to one compiler, the library to all.
extern "C" {
int omp_get_max_threads(void);
void omp_set_num_threads(int n_threads);
}

namespace ragsieve {
namespace {

constexpr std::string_view kPasses = "bert.1";  // changes when a bit of a vector can change

std::string_view isa_name(dnnl::cpu_isa isa) {
  constexpr std::pair<dnnl::cpu_isa, std::string_view> kNames[] = {
      {dnnl::cpu_isa::sse41, "sse41"},
      {dnnl::cpu_isa::avx, "avx"},
      {dnnl::cpu_isa::avx2, "avx2"},
      {dnnl::cpu_isa::avx2_vnni, "avx2+vnni"},
      {dnnl::cpu_isa::avx512_core, "avx512"},
      {dnnl::cpu_isa::avx512_core_vnni, "avx512+vnni"},
      {dnnl::cpu_isa::avx512_core_bf16, "avx512+bf16"},
      {dnnl::cpu_isa::avx512_core_amx, "avx512+amx"},
  };
  for (const auto& [known, name] : kNames) {
    if (known == isa) return name;
  }
  return "generic";
}

}  // namespace

OnThisThread::OnThisThread() : before_(omp_get_max_threads()) { omp_set_num_threads(1); }
OnThisThread::~OnThisThread() { omp_set_num_threads(before_); }

const std::string& onednn_engine_name() {
  static const std::string name = [] {
    const dnnl_version_t* version = dnnl::version();
    return "onednn-" + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
           std::to_string(version->patch) + "+" + std::string(kPasses) + "/" +
           std::string(isa_name(dnnl::get_effective_cpu_isa()));
  }();
  return name;
}

bool rows_are_independent() {
  const dnnl::cpu_isa isa = dnnl::get_effective_cpu_isa();
  return isa == dnnl::cpu_isa::avx512_core || isa == dnnl::cpu_isa::avx512_core_vnni ||
         cpu_has_bf16();
}

bool cpu_has_bf16() {
  const dnnl::cpu_isa isa = dnnl::get_effective_cpu_isa();
  return isa == dnnl::cpu_isa::avx512_core_bf16 || isa == dnnl::cpu_isa::avx512_core_amx;
}

Status check_cpu(OnednnPrecision precision, bool has_bf16) {
  if (precision == OnednnPrecision::kFloat32 || has_bf16) return ok_status();
  return make_error(Code::kUnavailable,
                    "this CPU has no BF16 instructions; set models.encoder_engine to \"onednn\" "
                    "(f32) or \"llama\"");
}

}  // namespace ragsieve
