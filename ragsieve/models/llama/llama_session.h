// A loaded llama.cpp model with its context: what every llama model here is built on. Private to
// this folder. Made, used and freed on the host's thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "ggml-cpu.h"
#include "llama.h"
#include "ragsieve/base/result.h"
#include "ragsieve/models/model_host.h"

namespace ragsieve {

// The host and the one ggml pool; sessions share it.
class LlamaRuntime {
 public:
  explicit LlamaRuntime(int threads);
  LlamaRuntime(const LlamaRuntime&) = delete;
  LlamaRuntime& operator=(const LlamaRuntime&) = delete;
  ~LlamaRuntime();
  [[nodiscard]] ModelHost& host() { return host_; }
  [[nodiscard]] ggml_threadpool* pool() const { return pool_; }
  [[nodiscard]] int threads() const { return threads_; }

 private:
  int threads_;
  ModelHost host_;
  ggml_threadpool* pool_ = nullptr;
};

struct SessionOptions {
  bool embeddings = false;
  enum llama_pooling_type pooling = LLAMA_POOLING_TYPE_NONE;
  std::uint32_t context_tokens = 512;
  std::uint32_t batch_tokens = 512;
};

class LlamaSession {
 public:
  // Loads the file on the host's thread and waits. kUnavailable with the library's last words.
  [[nodiscard]] static Result<std::unique_ptr<LlamaSession>> open(
      std::shared_ptr<LlamaRuntime> runtime, const std::string& path,
      const SessionOptions& options);
  LlamaSession(const LlamaSession&) = delete;
  LlamaSession& operator=(const LlamaSession&) = delete;
  ~LlamaSession();

  [[nodiscard]] ModelHost& host() { return runtime_->host(); }
  [[nodiscard]] llama_context* context() const { return context_; }
  [[nodiscard]] const llama_model* model() const { return model_; }
  [[nodiscard]] const llama_vocab* vocab() const { return llama_model_get_vocab(model_); }

  // --- on the host's thread ---

  // Encodes one sequence of ids, positions from 0; all outputs wanted. kCancelled when aborted.
  [[nodiscard]] Status encode(const std::vector<llama_token>& ids);
  // Decodes ids from `first` to `last` as positions first.. of sequence 0; all logits wanted.
  [[nodiscard]] Status decode(const std::vector<llama_token>& ids, std::size_t first,
                              std::size_t last);
  void clear_memory();

 private:
  explicit LlamaSession(std::shared_ptr<LlamaRuntime> runtime) : runtime_(std::move(runtime)) {}
  [[nodiscard]] Status load(const std::string& path, const SessionOptions& options);
  [[nodiscard]] Status outcome(int code, std::string_view action) const;
  void fill_batch(const std::vector<llama_token>& ids, std::size_t first, std::size_t last);

  std::shared_ptr<LlamaRuntime> runtime_;
  llama_model* model_ = nullptr;
  llama_context* context_ = nullptr;
  llama_batch batch_{};
  bool has_batch_ = false;
};

// Tokens of `text` under the model's own tokenizer, at most `max_tokens`, control tokens in the
// text read as plain characters. `add_special` as llama_tokenize. Thread-safe.
[[nodiscard]] std::vector<llama_token> tokenize_plain(const llama_vocab* vocab,
                                                      std::string_view text, std::size_t max_tokens,
                                                      bool add_special);

// What the library said last (warnings and errors of this process), for error messages.
[[nodiscard]] std::string last_library_words();

// Starts the library once: log sink, backends.
void start_library();

}  // namespace ragsieve
