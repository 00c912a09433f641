// The tensors of a BERT encoder in a GGUF file (architecture bert, f32), in place: the file stays
// mapped and the spans point into it. Private to this folder. Immutable; thread-safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/base/result.h"
#include "ragsieve/models/bert_config.h"

namespace ragsieve {

struct LinearWeights {
  std::span<const float> weight;  // n_outputs x n_inputs, row-major
  std::span<const float> bias;    // n_outputs
};

struct NormWeights {
  std::span<const float> weight;  // dim
  std::span<const float> bias;    // dim
};

struct BertBlockWeights {
  LinearWeights query, key, value, attention_output;  // dim x dim
  NormWeights attention_norm;
  LinearWeights up;    // ffn_dim x dim
  LinearWeights down;  // dim x ffn_dim
  NormWeights output_norm;
};

struct BertWeights {
  BertConfig config;
  std::span<const float> token_embeddings;     // vocab_size x dim
  std::span<const float> position_embeddings;  // max_positions x dim
  std::span<const float> token_types;          // n_token_types x dim
  NormWeights embedding_norm;
  std::vector<BertBlockWeights> blocks;
  MappedFile file;
};

// kUnavailable where ggml cannot read the file, the architecture is another, a size is out of
// range or a weight is not f32; kCorrupt, naming the tensor, where one is missing, has another
// shape or lies outside the file.
[[nodiscard]] Result<BertWeights> read_bert_weights(const std::string& path);

}  // namespace ragsieve
