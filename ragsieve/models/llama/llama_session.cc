#include "ragsieve/models/llama/llama_session.h"

#include <algorithm>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::size_t kFirstPrefixBytes = 32 * 1024;  // of a text that is cut at max_tokens
constexpr std::size_t kKeptWords = 300;

struct LibraryWords {
  std::mutex mutex;
  std::string last;
};

LibraryWords& library_words() {
  static LibraryWords words;
  return words;
}

void keep_words(ggml_log_level level, const char* text, void* /*user*/) {
  if (level != GGML_LOG_LEVEL_ERROR && level != GGML_LOG_LEVEL_WARN) return;
  LibraryWords& words = library_words();
  const std::lock_guard lock(words.mutex);
  words.last = text;
  std::erase(words.last, '\n');
  if (words.last.size() > kKeptWords) words.last.resize(kKeptWords);
}

bool host_says_abort(void* host) { return static_cast<ModelHost*>(host)->should_abort(); }

// Tokens of the whole of `text`, without a limit.
std::vector<llama_token> tokenize_all(const llama_vocab* vocab, std::string_view text,
                                      bool add_special) {
  std::vector<llama_token> tokens(text.size() + 8);
  const auto size = static_cast<std::int32_t>(text.size());
  const auto room = static_cast<std::int32_t>(tokens.size());
  const std::int32_t n =
      llama_tokenize(vocab, text.data(), size, tokens.data(), room, add_special, false);
  tokens.resize(static_cast<std::size_t>(std::max(n, 0)));
  return tokens;
}

}  // namespace

std::string last_library_words() {
  LibraryWords& words = library_words();
  const std::lock_guard lock(words.mutex);
  return words.last;
}

void start_library() {
  static std::once_flag once;
  std::call_once(once, [] {
    llama_log_set(keep_words, nullptr);
    llama_backend_init();
  });
}

std::vector<llama_token> tokenize_plain(const llama_vocab* vocab, std::string_view text,
                                        std::size_t max_tokens, bool add_special) {
  // A prefix is enough: tokens far before its end do not depend on what follows it.
  std::size_t prefix_bytes = kFirstPrefixBytes;
  for (;;) {
    const bool whole = prefix_bytes >= text.size();
    std::string_view prefix = text.substr(0, prefix_bytes);
    while (!whole && !prefix.empty() && (static_cast<unsigned char>(prefix.back()) & 0x80U) != 0) {
      prefix.remove_suffix(1);  // never inside a character
    }
    std::vector<llama_token> tokens = tokenize_all(vocab, prefix, add_special);
    if (whole || tokens.size() > 2 * max_tokens) {
      if (tokens.size() > max_tokens) tokens.resize(max_tokens);
      return tokens;
    }
    prefix_bytes *= 4;
  }
}

LlamaRuntime::LlamaRuntime(int threads) : threads_(threads) {
  start_library();
  ggml_threadpool_params params = ggml_threadpool_params_default(threads);
  params.poll = 0;
  pool_ = ggml_threadpool_new(&params);
}

LlamaRuntime::~LlamaRuntime() {
  if (pool_ != nullptr) ggml_threadpool_free(pool_);
}

Result<std::unique_ptr<LlamaSession>> LlamaSession::open(std::shared_ptr<LlamaRuntime> runtime,
                                                         const std::string& path,
                                                         const SessionOptions& options) {
  std::unique_ptr<LlamaSession> session(new LlamaSession(std::move(runtime)));
  LlamaSession* raw = session.get();
  const HostWork work{"load model", 1, Priority::kInteractive,
                      [&](std::size_t) { return raw->load(path, options); }};
  RAGSIEVE_CHECK(raw->host().run(work, RunOptions{}));
  return session;
}

Status LlamaSession::load(const std::string& path, const SessionOptions& options) {
  llama_model_params model_params = llama_model_default_params();
  model_params.n_gpu_layers = 0;
  model_ = llama_model_load_from_file(path.c_str(), model_params);
  const Where where{path, 0, ""};
  if (model_ == nullptr) {
    return make_error(Code::kUnavailable, "cannot load the model: " + last_library_words(), where);
  }
  const auto trained = static_cast<std::uint32_t>(std::max(llama_model_n_ctx_train(model_), 1));
  llama_context_params params = llama_context_default_params();
  params.n_ctx = std::min(options.context_tokens, trained);
  params.n_batch = std::min(options.batch_tokens, params.n_ctx);
  params.n_ubatch = params.n_batch;
  params.n_seq_max = 1;
  params.n_threads = runtime_->threads();
  params.n_threads_batch = runtime_->threads();
  params.embeddings = options.embeddings;
  params.pooling_type = options.pooling;
  params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  params.abort_callback = host_says_abort;
  params.abort_callback_data = &host();
  params.no_perf = true;
  context_ = llama_init_from_model(model_, params);
  if (context_ == nullptr) {
    return make_error(Code::kUnavailable, "cannot start the model: " + last_library_words(), where);
  }
  llama_attach_threadpool(context_, runtime_->pool(), runtime_->pool());
  batch_ = llama_batch_init(static_cast<std::int32_t>(params.n_batch), 0, 1);
  has_batch_ = true;
  return ok_status();
}

LlamaSession::~LlamaSession() {
  const auto release = [this](std::size_t) {
    if (has_batch_) llama_batch_free(batch_);
    if (context_ != nullptr) llama_free(context_);
    if (model_ != nullptr) llama_model_free(model_);
    return ok_status();
  };
  // In a forked child the host refuses; what the parent owns is then left to the parent.
  const Status freed =
      host().run(HostWork{"free model", 1, Priority::kInteractive, release}, RunOptions{});
  static_cast<void>(freed);
}

void LlamaSession::fill_batch(const std::vector<llama_token>& ids, std::size_t first,
                              std::size_t last) {
  batch_.n_tokens = static_cast<std::int32_t>(last - first);
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t slot = i - first;
    batch_.token[slot] = ids[i];
    batch_.pos[slot] = static_cast<llama_pos>(i);
    batch_.n_seq_id[slot] = 1;
    batch_.seq_id[slot][0] = 0;
    batch_.logits[slot] = 1;
  }
}

Status LlamaSession::outcome(int code, std::string_view action) const {
  if (code == 0) return ok_status();
  if (runtime_->host().should_abort()) return make_error(Code::kCancelled, "stopped as asked");
  return make_error(Code::kInternal, std::string(action) + " failed with code " +
                                         std::to_string(code) + ": " + last_library_words());
}

Status LlamaSession::encode(const std::vector<llama_token>& ids) {
  fill_batch(ids, 0, ids.size());
  return outcome(llama_encode(context_, batch_), "llama_encode");
}

Status LlamaSession::decode(const std::vector<llama_token>& ids, std::size_t first,
                            std::size_t last) {
  fill_batch(ids, first, last);
  return outcome(llama_decode(context_, batch_), "llama_decode");
}

void LlamaSession::clear_memory() { llama_memory_clear(llama_get_memory(context_), false); }

}  // namespace ragsieve
