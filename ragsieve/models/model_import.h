// What `ragsieve models import` asks of an engine: make a model of its own from a BERT folder
// (config.json, vocab.txt, model.safetensors) or a GGUF file, check it, and enter it into the
// manifest. Nothing is entered that has not been loaded and run once.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/models/model_spec.h"

namespace ragsieve {

struct ImportRequest {
  std::string source;            // a folder or a .gguf file
  std::string models_folder;     // made when absent
  std::string name;              // without the weight type, which is appended: NAME-f32
  std::string role;              // kRole*
  std::string weights = "f32";   // f32, bf16, f16 of an encoder; q8_0, bf16, keep of a GGUF file
  int layers = 0;                // token encoder: keep the first blocks; 0: all
  std::string licence;           // SPDX name, recorded
  std::string pooling = "mean";  // encoder: mean or cls
  std::string query_prefix;
  std::string passage_prefix;
  std::size_t max_tokens = 512;
  [[nodiscard]] Status validate() const;
};

// Lowest cosine between vectors of converted and f32 weights that an import accepts.
inline constexpr double kSmallestImportCosine = 0.9999;

using Importer = std::function<Result<ModelSpec>(const ImportRequest&, const RunOptions&)>;

}  // namespace ragsieve
