// A loaded llama.cpp model with a context for each worker of the host: what every llama model here
// is built on. A context computes on its worker's thread alone (no ggml pool that spins, no barrier
// inside a text). Private to this folder.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "llama.h"
#include "ragsieve/base/result.h"
#include "ragsieve/models/model_host.h"

namespace ragsieve {

struct SessionOptions {
  bool embeddings = false;
  enum llama_pooling_type pooling = LLAMA_POOLING_TYPE_NONE;
  // Its result depends on how many threads share a text: none does here (one thread a text).
  bool flash_attention = false;
  std::uint32_t context_tokens = 512;
  std::uint32_t batch_tokens = 512;
};

class LlamaSession {
 public:
  // Loads the file on the calling thread. kUnavailable with the library's last words.
  [[nodiscard]] static Result<std::unique_ptr<LlamaSession>> open(std::shared_ptr<ModelHost> host,
                                                                  const std::string& path,
                                                                  const SessionOptions& options);
  LlamaSession(const LlamaSession&) = delete;
  LlamaSession& operator=(const LlamaSession&) = delete;
  ~LlamaSession();

  // A context and its batch, made at the worker's first item. Used by that worker alone.
  class Lane {
   public:
    Lane(llama_context* context, std::uint32_t batch_tokens, const std::atomic<bool>* abort);
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;
    ~Lane();
    [[nodiscard]] llama_context* context() const { return context_; }

    // Encodes one sequence of ids, positions from 0; all outputs wanted. kCancelled when aborted.
    [[nodiscard]] Status encode(const std::vector<llama_token>& ids);
    // Decodes ids first..last-1 at their positions of sequence 0; the logits of all of them are
    // wanted, or of the last alone.
    enum class Outputs { kAll, kLast };
    [[nodiscard]] Status decode(const std::vector<llama_token>& ids, std::size_t first,
                                std::size_t last, Outputs outputs = Outputs::kAll);
    void clear_memory();
    // Forgets the positions from `first` on; false where the model cannot (then all is forgotten).
    bool keep_memory(std::size_t first);
    // For a lane that moves between workers: the flag of the one that uses it now.
    void set_abort(const std::atomic<bool>* abort);

   private:
    [[nodiscard]] Status outcome(int code, std::string_view action) const;
    void fill_batch(const std::vector<llama_token>& ids, std::size_t first, std::size_t last,
                    Outputs outputs);
    llama_context* context_;
    llama_batch batch_;
    const std::atomic<bool>* abort_;
  };

  [[nodiscard]] ModelHost& host() { return *host_; }
  [[nodiscard]] const llama_model* model() const { return model_; }
  [[nodiscard]] const llama_vocab* vocab() const { return llama_model_get_vocab(model_); }
  // On worker `worker`. kUnavailable where the context cannot be made.
  [[nodiscard]] Result<Lane*> lane(std::size_t worker);
  // A lane of the caller's own, for work that knows better than its worker which memory to use.
  [[nodiscard]] Result<std::unique_ptr<Lane>> make_lane(const std::atomic<bool>* abort) const;

 private:
  LlamaSession(std::shared_ptr<ModelHost> host, const SessionOptions& options)
      : host_(std::move(host)), options_(options), lanes_(host_->n_workers()) {}

  std::shared_ptr<ModelHost> host_;
  SessionOptions options_;
  llama_model* model_ = nullptr;
  std::vector<std::unique_ptr<Lane>> lanes_;  // by worker
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
