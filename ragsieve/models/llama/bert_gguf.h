// A BERT checkpoint as a GGUF file (models.md, "BERT to GGUF"), written with ggml's own functions.
// BERT is post-norm: a file with only the first blocks gives the hidden state after them.
// Private to this folder.
#pragma once

#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/models/bert_config.h"
#include "ragsieve/models/safetensors.h"

namespace ragsieve {

struct BertCheckpoint {
  std::string name;
  BertConfig config;
  std::vector<std::string> vocabulary;  // by id, as in vocab.txt
  std::vector<SafeTensor> tensors;
  std::string path;  // of the tensors, for errors
};

// Writes f32 weights of the first `layers` blocks (0: all) to `path`, all or nothing. A missing
// tensor, a shape or data type that does not fit: kInvalidInput with the tensor's name.
[[nodiscard]] Status write_bert_gguf(const BertCheckpoint& checkpoint, std::size_t layers,
                                     const std::string& pooling, const std::string& path);

}  // namespace ragsieve
