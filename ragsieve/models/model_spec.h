// manifest.toml of the models folder: which models there are, what each is for, and the digests
// that its files must have. `ragsieve models import` writes it; nothing is used that it does not
// name. Values; reading and writing are thread-safe for different folders.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/models/model_identity.h"

namespace ragsieve {

inline constexpr std::string_view kRoleEncoder = "encoder";
inline constexpr std::string_view kRoleTokenEncoder = "token_encoder";
inline constexpr std::string_view kRoleCausalLm = "causal_lm";

struct ModelSpec {
  std::string name;  // unique: "all-minilm-l6-v2-f32"
  std::string role;  // one of kRole*
  std::string file;  // inside the models folder
  Digest sha256;
  std::string vocab_file;  // vocab.txt of a WordPiece encoder; "" when the GGUF's tokenizer is used
  Digest vocab_sha256;     // zeros without a vocab_file
  std::string licence;
  std::string weights;  // "f32", "bf16", "q8_0", ...
  std::string pooling;  // "mean", "cls", "none"
  std::string query_prefix;
  std::string passage_prefix;
  std::size_t max_tokens = 0;  // specials counted
  int layers = 0;              // blocks that were kept; 0: all
  std::size_t dim = 0;         // of a vector; 0 of a causal LM
};

struct ModelManifest {
  std::string folder;
  std::vector<ModelSpec> models;  // by name

  // The model called `name`; kUnavailable, naming the command that brings it, where it is missing
  // or has another role.
  [[nodiscard]] Result<ModelSpec> find(std::string_view name, std::string_view role) const;
};

// An absent manifest is an empty one. kCorrupt with the entry and key where it cannot be read.
[[nodiscard]] Result<ModelManifest> read_manifest(const std::string& folder);

// Adds or replaces the entry of that name, by rename.
[[nodiscard]] Status write_manifest_entry(const std::string& folder, const ModelSpec& spec);

// The file's bytes against the manifest; kCorrupt naming both digests, kNotFound.
[[nodiscard]] Status verify_files(const std::string& folder, const ModelSpec& spec);

// What the cache and the reports know a model by. `engine` names the engine build and CPU class.
[[nodiscard]] ModelIdentity identity_of(const ModelSpec& spec, std::string_view engine);

}  // namespace ragsieve
