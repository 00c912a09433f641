#include "ragsieve/models/bert_config.h"

#include <optional>
#include <utility>

#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

constexpr double kLargestSize = 1 << 24;

class KeyReader {
 public:
  KeyReader(const json::Value& root, const std::string& path) : root_(root), path_(path) {}

  std::size_t size(std::string_view key) {
    const json::Value* value = root_.find(key);
    if (value != nullptr && value->is_number()) {
      const double number = value->number();
      const bool whole = number == static_cast<double>(static_cast<std::int64_t>(number));
      if (whole && number >= 1 && number <= kLargestSize) return static_cast<std::size_t>(number);
    }
    fail(key, "expected a whole number from 1 to 16777216");
    return 1;
  }

  double epsilon(std::string_view key) {
    const json::Value* value = root_.find(key);
    if (value != nullptr && value->is_number() && value->number() > 0 && value->number() < 1) {
      return value->number();
    }
    fail(key, "expected a number between 0 and 1");
    return 0;
  }

  // The key is absent or has this text.
  void only(std::string_view key, std::string_view expected) {
    const json::Value* value = root_.find(key);
    if (value == nullptr) return;
    if (value->string() != nullptr && *value->string() == expected) return;
    fail(key, "only \"" + std::string(expected) + "\" can be converted");
  }

  void fail(std::string_view key, std::string message) {
    if (error_) return;
    error_ = make_error(Code::kInvalidInput, std::move(message), Where{path_, 0, std::string(key)});
  }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  const json::Value& root_;
  const std::string& path_;
  std::optional<Error> error_;
};

}  // namespace

Result<BertConfig> read_bert_config(std::string_view text, const std::string& path) {
  json::Reader json;
  Result<json::Value> root = json.parse(text);
  if (!root.ok()) {
    return make_error(Code::kInvalidInput, root.error().message, Where{path, 0, ""});
  }
  KeyReader reader(*root, path);
  reader.only("model_type", "bert");
  reader.only("hidden_act", "gelu");
  reader.only("position_embedding_type", "absolute");
  BertConfig config;
  config.dim = reader.size("hidden_size");
  config.n_layers = reader.size("num_hidden_layers");
  config.n_heads = reader.size("num_attention_heads");
  config.ffn_dim = reader.size("intermediate_size");
  config.max_positions = reader.size("max_position_embeddings");
  config.vocab_size = reader.size("vocab_size");
  config.n_token_types = reader.size("type_vocab_size");
  config.layer_norm_epsilon = reader.epsilon("layer_norm_eps");
  if (config.dim % config.n_heads != 0) {
    reader.fail("num_attention_heads", "does not divide hidden_size");
  }
  if (reader.error()) return *reader.error();
  return config;
}

}  // namespace ragsieve
