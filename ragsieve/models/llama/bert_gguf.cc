#include "ragsieve/models/llama/bert_gguf.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "ggml.h"
#include "gguf.h"
#include "ragsieve/base/file.h"

namespace ragsieve {
namespace {

struct TensorName {
  std::string_view from;  // in the checkpoint
  std::string_view to;    // in the GGUF
};

constexpr std::array<TensorName, 5> kEmbeddingTensors{{
    {"embeddings.word_embeddings.weight", "token_embd.weight"},
    {"embeddings.position_embeddings.weight", "position_embd.weight"},
    {"embeddings.token_type_embeddings.weight", "token_types.weight"},
    {"embeddings.LayerNorm.weight", "token_embd_norm.weight"},
    {"embeddings.LayerNorm.bias", "token_embd_norm.bias"},
}};

// Of one block; weight and bias each.
constexpr std::array<TensorName, 8> kBlockTensors{{
    {"attention.self.query", "attn_q"},
    {"attention.self.key", "attn_k"},
    {"attention.self.value", "attn_v"},
    {"attention.output.dense", "attn_output"},
    {"attention.output.LayerNorm", "attn_output_norm"},
    {"intermediate.dense", "ffn_up"},
    {"output.dense", "ffn_down"},
    {"output.LayerNorm", "layer_output_norm"},
}};

struct GgmlFree {
  void operator()(ggml_context* context) const { ggml_free(context); }
  void operator()(gguf_context* context) const { gguf_free(context); }
};

Error invalid(const BertCheckpoint& checkpoint, const std::string& tensor, std::string message) {
  return make_error(Code::kInvalidInput, std::move(message), Where{checkpoint.path, 0, tensor});
}

// Widens the tensor's bytes to f32.
Result<std::vector<float>> to_f32(const BertCheckpoint& checkpoint, const SafeTensor& tensor) {
  if (tensor.bytes.empty()) return invalid(checkpoint, tensor.name, "is empty");
  if (tensor.dtype == "F32") {
    std::vector<float> values(tensor.bytes.size() / 4);
    std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
    return values;
  }
  std::vector<float> values(tensor.bytes.size() / 2);
  std::vector<std::uint16_t> halves(values.size());
  std::memcpy(halves.data(), tensor.bytes.data(), tensor.bytes.size());
  const auto n = static_cast<std::int64_t>(values.size());
  if (tensor.dtype == "F16") {
    ggml_fp16_to_fp32_row(halves.data(), values.data(), n);
  } else if (tensor.dtype == "BF16") {
    std::vector<ggml_bf16_t> brains(values.size());
    std::memcpy(brains.data(), tensor.bytes.data(), tensor.bytes.size());
    ggml_bf16_to_fp32_row(brains.data(), values.data(), n);
  } else {
    return invalid(checkpoint, tensor.name,
                   "has type " + tensor.dtype + ", expected F32, F16, BF16");
  }
  return values;
}

class GgufBuilder {
 public:
  GgufBuilder(const BertCheckpoint& checkpoint, std::size_t n_layers)
      : checkpoint_(checkpoint), n_layers_(n_layers), gguf_(gguf_init_empty()) {
    const std::size_t n_tensors = kEmbeddingTensors.size() + 2 * kBlockTensors.size() * n_layers;
    ggml_.reset(ggml_init({(n_tensors + 1) * ggml_tensor_overhead(), nullptr, true}));
  }

  void add_metadata(const std::string& pooling) {
    const BertConfig& config = checkpoint_.config;
    gguf_set_val_str(gguf_.get(), "general.architecture", "bert");
    gguf_set_val_str(gguf_.get(), "general.name", checkpoint_.name.c_str());
    gguf_set_val_u32(gguf_.get(), "general.file_type", 0);
    set_size("bert.block_count", n_layers_);
    set_size("bert.context_length", config.max_positions);
    set_size("bert.embedding_length", config.dim);
    set_size("bert.feed_forward_length", config.ffn_dim);
    set_size("bert.attention.head_count", config.n_heads);
    gguf_set_val_f32(gguf_.get(), "bert.attention.layer_norm_epsilon",
                     static_cast<float>(config.layer_norm_epsilon));
    gguf_set_val_bool(gguf_.get(), "bert.attention.causal", false);
    set_size("bert.pooling_type", pooling == "cls" ? 2 : 1);
  }

  void add_vocabulary() {
    gguf_set_val_str(gguf_.get(), "tokenizer.ggml.model", "bert");
    gguf_set_val_str(gguf_.get(), "tokenizer.ggml.pre", "jina-v2-en");
    set_size("tokenizer.ggml.token_type_count", checkpoint_.config.n_token_types);
    std::vector<std::string> phantom;
    for (const std::string& word : checkpoint_.vocabulary) phantom.push_back(phantom_of(word));
    std::vector<const char*> pointers;
    for (const std::string& word : phantom) pointers.push_back(word.c_str());
    gguf_set_arr_str(gguf_.get(), "tokenizer.ggml.tokens", pointers.data(), pointers.size());
    const std::pair<const char*, std::string_view> specials[] = {
        {"tokenizer.ggml.unknown_token_id", "[UNK]"},
        {"tokenizer.ggml.seperator_token_id", "[SEP]"},
        {"tokenizer.ggml.padding_token_id", "[PAD]"},
        {"tokenizer.ggml.cls_token_id", "[CLS]"},
        {"tokenizer.ggml.mask_token_id", "[MASK]"}};
    for (const auto& [key, word] : specials) {
      for (std::size_t id = 0; id < checkpoint_.vocabulary.size(); ++id) {
        if (checkpoint_.vocabulary[id] == word) set_size(key, id);
      }
    }
  }

  Status add_tensors() {
    const BertConfig& config = checkpoint_.config;
    const std::array<std::vector<std::uint64_t>, 5> shapes{{{config.vocab_size, config.dim},
                                                            {config.max_positions, config.dim},
                                                            {config.n_token_types, config.dim},
                                                            {config.dim},
                                                            {config.dim}}};
    for (std::size_t i = 0; i < kEmbeddingTensors.size(); ++i) {
      RAGSIEVE_CHECK(add_tensor(std::string(kEmbeddingTensors[i].from),
                                std::string(kEmbeddingTensors[i].to), shapes[i]));
    }
    for (std::size_t layer = 0; layer < n_layers_; ++layer) RAGSIEVE_CHECK(add_block(layer));
    return ok_status();
  }

  Status write(const std::string& path) {
    const std::string temporary = path + ".tmp";
    if (!gguf_write_to_file(gguf_.get(), temporary.c_str(), false)) {
      std::remove(temporary.c_str());
      return make_error(Code::kIo, "cannot write the model: is the disk full?", Where{path, 0, ""});
    }
    return publish_file(temporary, path);
  }

 private:
  // "##x" becomes "x", a whole word gets U+2581 in front, the five specials stay.
  static std::string phantom_of(const std::string& word) {
    for (const std::string_view special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}) {
      if (word == special) return word;
    }
    if (word.starts_with("##")) return word.substr(2);
    return "\xE2\x96\x81" + word;
  }

  void set_size(const char* key, std::size_t value) {
    gguf_set_val_u32(gguf_.get(), key, static_cast<std::uint32_t>(value));
  }

  Status add_block(std::size_t layer) {
    const std::uint64_t dim = checkpoint_.config.dim;
    const std::uint64_t ffn = checkpoint_.config.ffn_dim;
    const std::string from_prefix = "encoder.layer." + std::to_string(layer) + ".";
    const std::string to_prefix = "blk." + std::to_string(layer) + ".";
    for (const TensorName& name : kBlockTensors) {
      std::uint64_t rows = dim;
      std::vector<std::uint64_t> weight{dim, dim};
      if (name.to == "ffn_up") weight = {rows = ffn, dim};
      if (name.to == "ffn_down") weight = {dim, ffn};
      if (name.to.ends_with("norm")) weight = {dim};
      const std::string from = from_prefix + std::string(name.from);
      const std::string to = to_prefix + std::string(name.to);
      RAGSIEVE_CHECK(add_tensor(from + ".weight", to + ".weight", weight));
      RAGSIEVE_CHECK(add_tensor(from + ".bias", to + ".bias", {rows}));
    }
    return ok_status();
  }

  [[nodiscard]] const SafeTensor* find(const std::string& name) const {
    for (const SafeTensor& tensor : checkpoint_.tensors) {
      if (tensor.name == name || tensor.name == "bert." + name) return &tensor;
    }
    return nullptr;
  }

  Status add_tensor(const std::string& from, const std::string& to,
                    const std::vector<std::uint64_t>& shape) {
    const SafeTensor* tensor = find(from);
    if (tensor == nullptr) return invalid(checkpoint_, from, "is missing");
    if (tensor->shape != shape) {
      return invalid(checkpoint_, from, "has a shape that does not fit config.json");
    }
    RAGSIEVE_TRY(std::vector<float> values, to_f32(checkpoint_, *tensor));
    const auto inner = static_cast<std::int64_t>(shape.back());
    ggml_tensor* made = shape.size() == 1 ? ggml_new_tensor_1d(ggml_.get(), GGML_TYPE_F32, inner)
                                          : ggml_new_tensor_2d(ggml_.get(), GGML_TYPE_F32, inner,
                                                               static_cast<std::int64_t>(shape[0]));
    ggml_set_name(made, to.c_str());
    owned_.push_back(std::move(values));
    made->data = owned_.back().data();
    gguf_add_tensor(gguf_.get(), made);
    return ok_status();
  }

  const BertCheckpoint& checkpoint_;
  std::size_t n_layers_;
  std::unique_ptr<gguf_context, GgmlFree> gguf_;
  std::unique_ptr<ggml_context, GgmlFree> ggml_;
  std::vector<std::vector<float>> owned_;
};

}  // namespace

Status write_bert_gguf(const BertCheckpoint& checkpoint, std::size_t layers,
                       const std::string& pooling, const std::string& path) {
  const BertConfig& config = checkpoint.config;
  if (layers > config.n_layers) {
    return make_error(Code::kInvalidArgument, "asks for " + std::to_string(layers) +
                                                  " layers, the model has " +
                                                  std::to_string(config.n_layers));
  }
  if (checkpoint.vocabulary.size() != config.vocab_size) {
    return make_error(Code::kInvalidInput,
                      "vocab.txt has " + std::to_string(checkpoint.vocabulary.size()) +
                          " tokens, config.json says " + std::to_string(config.vocab_size),
                      Where{checkpoint.path, 0, "vocab_size"});
  }
  GgufBuilder builder(checkpoint, layers == 0 ? config.n_layers : layers);
  builder.add_metadata(pooling);
  builder.add_vocabulary();
  RAGSIEVE_CHECK(builder.add_tensors());
  return builder.write(path);
}

}  // namespace ragsieve
