// config.json of a BERT checkpoint folder: the sizes that its conversion needs. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"

namespace ragsieve {

struct BertConfig {
  std::size_t dim = 0;            // hidden_size
  std::size_t n_layers = 0;       // num_hidden_layers
  std::size_t n_heads = 0;        // num_attention_heads; divides dim
  std::size_t ffn_dim = 0;        // intermediate_size
  std::size_t max_positions = 0;  // max_position_embeddings
  std::size_t vocab_size = 0;
  std::size_t n_token_types = 0;  // type_vocab_size
  double layer_norm_epsilon = 0;  // layer_norm_eps
};

// kInvalidInput naming the key, what was found and what is expected: model_type other than "bert",
// an activation other than "gelu", position embeddings other than "absolute", a size out of range.
[[nodiscard]] Result<BertConfig> read_bert_config(std::string_view text, const std::string& path);

}  // namespace ragsieve
