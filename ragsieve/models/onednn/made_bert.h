// A small BERT of random weights in a scratch folder, as import would leave it: for tests alone.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/models/llama/bert_gguf.h"
#include "ragsieve/models/model_spec.h"

namespace ragsieve {

class MadeBert {
 public:
  // Sizes that differ from each other; heads of 16.
  static BertConfig small() { return {48, 3, 3, 80, 160, 26, 2, 1e-6}; }

  explicit MadeBert(const BertConfig& config = small()) : config_(config) {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "ragsieve-bert-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    write();
  }
  MadeBert(const MadeBert&) = delete;
  MadeBert& operator=(const MadeBert&) = delete;
  ~MadeBert() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  const std::string& folder() const { return folder_; }
  std::string path() const { return folder_ + "/made.gguf"; }
  ModelSpec spec() const {
    ModelSpec made;
    made.name = "made-f32";
    made.role = kRoleEncoder;
    made.file = "made.gguf";
    made.sha256 = sha256_file(path()).value();
    made.vocab_file = "vocab.txt";
    made.vocab_sha256 = sha256_file(folder_ + "/vocab.txt").value();
    made.weights = "f32";
    made.pooling = "mean";
    made.max_tokens = config_.max_positions;
    made.dim = config_.dim;
    return made;
  }

 private:
  void write() {
    BertCheckpoint checkpoint{
        "made", config_, {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}, {}, {}};
    for (char c = 'a'; checkpoint.vocabulary.size() < config_.vocab_size; ++c) {
      checkpoint.vocabulary.emplace_back(1, c);
    }
    std::string vocab;
    for (const std::string& word : checkpoint.vocabulary) vocab += word + "\n";
    ASSERT_TRUE(write_file(folder_ + "/vocab.txt", vocab).ok());
    add_tensors();
    for (const auto& [name, shape, values] : tensors_) {
      checkpoint.tensors.push_back(
          {name,
           "F32",
           shape,
           {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)}});
    }
    const Status written = write_bert_gguf(checkpoint, 0, "mean", path());
    ASSERT_TRUE(written.ok()) << to_string(written.error());
  }

  void add_tensors() {
    add("embeddings.word_embeddings.weight", {config_.vocab_size, config_.dim});
    add("embeddings.position_embeddings.weight", {config_.max_positions, config_.dim});
    add("embeddings.token_type_embeddings.weight", {config_.n_token_types, config_.dim});
    add("embeddings.LayerNorm.weight", {config_.dim});
    add("embeddings.LayerNorm.bias", {config_.dim});
    for (std::size_t layer = 0; layer < config_.n_layers; ++layer) {
      const std::string prefix = "encoder.layer." + std::to_string(layer) + ".";
      for (const char* part : {"attention.self.query", "attention.self.key", "attention.self.value",
                               "attention.output.dense"}) {
        add_linear(prefix + part, config_.dim, config_.dim);
      }
      add_linear(prefix + "intermediate.dense", config_.ffn_dim, config_.dim);
      add_linear(prefix + "output.dense", config_.dim, config_.ffn_dim);
      for (const char* part : {"attention.output.LayerNorm", "output.LayerNorm"}) {
        add(prefix + part + ".weight", {config_.dim});
        add(prefix + part + ".bias", {config_.dim});
      }
    }
  }
  void add_linear(const std::string& name, std::size_t outputs, std::size_t inputs) {
    add(name + ".weight", {outputs, inputs});
    add(name + ".bias", {outputs});
  }
  void add(const std::string& name, const std::vector<std::uint64_t>& shape) {
    std::normal_distribution<float> normal;
    std::size_t n = 1;
    for (const std::uint64_t size : shape) n *= size;
    std::vector<float> values(n);
    for (float& value : values) value = 0.3F * normal(random_) + (shape.size() == 1 ? 0.5F : 0.0F);
    tensors_.emplace_back(name, shape, std::move(values));
  }

  BertConfig config_;
  std::string folder_;
  std::mt19937_64 random_{11};
  std::vector<std::tuple<std::string, std::vector<std::uint64_t>, std::vector<float>>> tensors_;
};

}  // namespace ragsieve
