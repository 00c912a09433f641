// In which numbers the oneDNN encoder multiplies. Sums, residuals, norms and attention are f32 in
// both. A value.
#pragma once

namespace ragsieve {

enum class OnednnPrecision {
  kFloat32,
  kBFloat16,  // weights and inputs of products rounded to BF16
};

}  // namespace ragsieve
