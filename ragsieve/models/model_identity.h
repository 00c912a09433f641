// What makes a model's output: the weights (by digest), the engine and every setting that changes
// a value. It is part of each cache key, index manifest and report.
#pragma once

#include <cstddef>
#include <string>

#include "ragsieve/base/digest.h"

namespace ragsieve {

struct ModelIdentity {
  std::string name;            // as in manifest.toml, with the weight type: "all-minilm-l6-v2-f32"
  Digest file_digest;          // sha256 of the model file
  std::string engine;          // engine build and CPU class
  std::string tokenizer;       // tokenizer and its version
  std::size_t max_tokens = 0;  // specials counted
  std::string pooling;         // "mean", "cls", "none"
  std::string query_prefix;
  std::string passage_prefix;
  int layer = 0;        // blocks that were kept; 0: all
  std::size_t dim = 0;  // of a vector; 0 of a causal LM
};

}  // namespace ragsieve
