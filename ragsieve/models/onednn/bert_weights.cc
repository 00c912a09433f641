#include "ragsieve/models/onednn/bert_weights.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "ggml.h"
#include "gguf.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/models/llama/llama_session.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostBlocks = 1024;
constexpr std::size_t kMostRows = std::size_t{1} << 24;  // of an embedding table

struct GgufFree {
  void operator()(gguf_context* context) const { gguf_free(context); }
};

// ggml aborts on a key of another type and leaves sizes to its caller: all of that is asked first.
class GgufReader {
 public:
  static Result<GgufReader> open(const std::string& path, std::string_view bytes) {
    start_library();
    GgufReader reader(path, bytes);
    reader.gguf_.reset(gguf_init_from_file(path.c_str(), {true, nullptr}));
    if (reader.gguf_) return reader;
    return make_error(Code::kUnavailable, "cannot load the model: " + last_library_words(),
                      Where{path, 0, ""});
  }

  Result<std::int64_t> key(const char* name, enum gguf_type type) const {
    const std::int64_t id = gguf_find_key(gguf_.get(), name);
    if (id >= 0 && gguf_get_kv_type(gguf_.get(), id) == type) return id;
    return refuse(name, std::string("expected a value of type ") + gguf_type_name(type));
  }

  Result<std::size_t> size(const char* name, std::size_t most) const {
    RAGSIEVE_TRY(const std::int64_t id, key(name, GGUF_TYPE_UINT32));
    const std::size_t value = gguf_get_val_u32(gguf_.get(), id);
    if (value >= 1 && value <= most) return value;
    return refuse(name, "is " + std::to_string(value) + ", expected 1 to " + std::to_string(most));
  }

  Result<double> number(const char* name) const {
    RAGSIEVE_TRY(const std::int64_t id, key(name, GGUF_TYPE_FLOAT32));
    return static_cast<double>(gguf_get_val_f32(gguf_.get(), id));
  }

  Status expect_text(const char* name, std::string_view expected) const {
    RAGSIEVE_TRY(const std::int64_t id, key(name, GGUF_TYPE_STRING));
    if (gguf_get_val_str(gguf_.get(), id) == expected) return ok_status();
    return refuse(name, "expected " + std::string(expected));
  }

  // Rows of a tensor whose rows have `dim` numbers.
  Result<std::size_t> n_rows(const std::string& name, std::size_t dim) const {
    RAGSIEVE_TRY(const std::int64_t id, tensor_id(name));
    const std::int64_t* shape = gguf_get_tensor_ne(gguf_.get(), id);
    if (shape[0] == static_cast<std::int64_t>(dim) && shape[1] >= 1 &&
        shape[1] <= static_cast<std::int64_t>(kMostRows)) {
      return static_cast<std::size_t>(shape[1]);
    }
    return wrong_shape(name, shape, 0, dim);
  }

  Result<std::span<const float>> tensor(const std::string& name, std::size_t rows,
                                        std::size_t dim) const {
    RAGSIEVE_TRY(const std::int64_t id, tensor_id(name));
    const std::int64_t* shape = gguf_get_tensor_ne(gguf_.get(), id);
    if (shape[0] != static_cast<std::int64_t>(dim) || shape[1] != static_cast<std::int64_t>(rows) ||
        shape[2] != 1 || shape[3] != 1) {
      return wrong_shape(name, shape, rows, dim);
    }
    const std::size_t start =
        gguf_get_data_offset(gguf_.get()) + gguf_get_tensor_offset(gguf_.get(), id);
    const std::size_t n_values = rows * dim;
    if (start > bytes_.size() || n_values * sizeof(float) > bytes_.size() - start ||
        start % alignof(float) != 0) {
      return corrupt(name, "lies outside the file");
    }
    return std::span(reinterpret_cast<const float*>(bytes_.data() + start), n_values);
  }

 private:
  GgufReader(std::string path, std::string_view bytes) : path_(std::move(path)), bytes_(bytes) {}

  Result<std::int64_t> tensor_id(const std::string& name) const {
    const std::int64_t id = gguf_find_tensor(gguf_.get(), name.c_str());
    if (id < 0) return corrupt(name, "is missing");
    const enum ggml_type type = gguf_get_tensor_type(gguf_.get(), id);
    if (type == GGML_TYPE_F32) return id;
    return refuse(name, std::string("has type ") + ggml_type_name(type) +
                            ", the oneDNN encoder reads f32; import the model with --weights f32");
  }

  Error wrong_shape(const std::string& name, const std::int64_t* shape, std::size_t rows,
                    std::size_t dim) const {
    const std::string wanted = rows == 0 ? "any" : std::to_string(rows);
    return corrupt(name, "has the shape " + std::to_string(shape[1]) + " x " +
                             std::to_string(shape[0]) + ", expected " + wanted + " x " +
                             std::to_string(dim));
  }
  Error corrupt(const std::string& name, std::string message) const {
    return make_error(Code::kCorrupt, std::move(message), Where{path_, 0, name});
  }
  Error refuse(const std::string& name, std::string message) const {
    return make_error(Code::kUnavailable, std::move(message), Where{path_, 0, name});
  }

  std::string path_;
  std::string_view bytes_;
  std::unique_ptr<gguf_context, GgufFree> gguf_;
};

Result<LinearWeights> linear(const GgufReader& reader, const std::string& name, std::size_t outputs,
                             std::size_t inputs) {
  LinearWeights made;
  RAGSIEVE_TRY(made.weight, reader.tensor(name + ".weight", outputs, inputs));
  RAGSIEVE_TRY(made.bias, reader.tensor(name + ".bias", 1, outputs));
  return made;
}

Result<NormWeights> norm(const GgufReader& reader, const std::string& name, std::size_t dim) {
  NormWeights made;
  RAGSIEVE_TRY(made.weight, reader.tensor(name + ".weight", 1, dim));
  RAGSIEVE_TRY(made.bias, reader.tensor(name + ".bias", 1, dim));
  return made;
}

Result<BertConfig> read_config(const GgufReader& reader) {
  RAGSIEVE_CHECK(reader.expect_text("general.architecture", "bert"));
  BertConfig config;
  RAGSIEVE_TRY(config.n_layers, reader.size("bert.block_count", kMostBlocks));
  RAGSIEVE_TRY(config.dim, reader.size("bert.embedding_length", limits::kDimension));
  RAGSIEVE_TRY(config.ffn_dim, reader.size("bert.feed_forward_length", limits::kDimension));
  RAGSIEVE_TRY(config.n_heads, reader.size("bert.attention.head_count", config.dim));
  RAGSIEVE_TRY(config.layer_norm_epsilon, reader.number("bert.attention.layer_norm_epsilon"));
  RAGSIEVE_TRY(config.vocab_size, reader.n_rows("token_embd.weight", config.dim));
  RAGSIEVE_TRY(config.max_positions, reader.n_rows("position_embd.weight", config.dim));
  RAGSIEVE_TRY(config.n_token_types, reader.n_rows("token_types.weight", config.dim));
  return config;
}

Result<BertBlockWeights> read_block(const GgufReader& reader, const BertConfig& config,
                                    std::size_t block) {
  const std::string prefix = "blk." + std::to_string(block) + ".";
  const std::size_t dim = config.dim;
  BertBlockWeights made;
  RAGSIEVE_TRY(made.query, linear(reader, prefix + "attn_q", dim, dim));
  RAGSIEVE_TRY(made.key, linear(reader, prefix + "attn_k", dim, dim));
  RAGSIEVE_TRY(made.value, linear(reader, prefix + "attn_v", dim, dim));
  RAGSIEVE_TRY(made.attention_output, linear(reader, prefix + "attn_output", dim, dim));
  RAGSIEVE_TRY(made.attention_norm, norm(reader, prefix + "attn_output_norm", dim));
  RAGSIEVE_TRY(made.up, linear(reader, prefix + "ffn_up", config.ffn_dim, dim));
  RAGSIEVE_TRY(made.down, linear(reader, prefix + "ffn_down", dim, config.ffn_dim));
  RAGSIEVE_TRY(made.output_norm, norm(reader, prefix + "layer_output_norm", dim));
  return made;
}

}  // namespace

Result<BertWeights> read_bert_weights(const std::string& path) {
  RAGSIEVE_TRY(MappedFile file, MappedFile::open(path));
  RAGSIEVE_TRY(const GgufReader reader, GgufReader::open(path, file.bytes()));
  RAGSIEVE_TRY(const BertConfig config, read_config(reader));
  BertWeights made{config, {}, {}, {}, {}, {}, std::move(file)};
  const std::size_t dim = config.dim;
  RAGSIEVE_TRY(made.token_embeddings, reader.tensor("token_embd.weight", config.vocab_size, dim));
  RAGSIEVE_TRY(made.position_embeddings,
               reader.tensor("position_embd.weight", config.max_positions, dim));
  RAGSIEVE_TRY(made.token_types, reader.tensor("token_types.weight", config.n_token_types, dim));
  RAGSIEVE_TRY(made.embedding_norm, norm(reader, "token_embd_norm", dim));
  for (std::size_t block = 0; block < config.n_layers; ++block) {
    RAGSIEVE_TRY(BertBlockWeights weights, read_block(reader, config, block));
    made.blocks.push_back(weights);
  }
  return made;
}

}  // namespace ragsieve
