#include "ragsieve/models/model_import.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ragsieve {
namespace {

constexpr std::array<std::string_view, 5> kWeights{"f32", "bf16", "f16", "q8_0", "keep"};
constexpr std::size_t kLargestMaxTokens = 1 << 20;
constexpr int kLargestLayers = 1024;

Error refuse(std::string field, std::string message) {
  return make_error(Code::kInvalidArgument, std::move(message), Where{"", 0, std::move(field)});
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

}  // namespace

Status ImportRequest::validate() const {
  // The name becomes a file name.
  if (name.empty() || name.size() > 100 || name[0] == '.' ||
      !std::ranges::all_of(name, is_name_character)) {
    return refuse("name", "expected letters, digits, '.', '-' and '_'");
  }
  if (role != kRoleEncoder && role != kRoleTokenEncoder && role != kRoleCausalLm) {
    return refuse("role", "expected encoder, token_encoder or causal_lm, found " + role);
  }
  if (std::ranges::find(kWeights, weights) == kWeights.end()) {
    return refuse("weights", "expected f32, bf16, f16, q8_0 or keep, found " + weights);
  }
  if (role != kRoleCausalLm && weights == "q8_0") {
    return refuse("weights", "q8_0 moves an encoder's similarities too far; take f32 or bf16");
  }
  if (pooling != "mean" && pooling != "cls") {
    return refuse("pooling", "expected mean or cls, found " + pooling);
  }
  if (layers < 0 || layers > kLargestLayers) return refuse("layers", "expected 0 to 1024");
  if (max_tokens < 8 || max_tokens > kLargestMaxTokens) {
    return refuse("max_tokens", "expected 8 to 1048576");
  }
  return ok_status();
}

}  // namespace ragsieve
