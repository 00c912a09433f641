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

bool flag_says_abort(void* flag) {
  return static_cast<const std::atomic<bool>*>(flag)->load(std::memory_order_relaxed);
}

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

Result<std::unique_ptr<LlamaSession>> LlamaSession::open(std::shared_ptr<ModelHost> host,
                                                         const std::string& path,
                                                         const SessionOptions& options) {
  start_library();
  std::unique_ptr<LlamaSession> session(new LlamaSession(std::move(host), options));
  llama_model_params params = llama_model_default_params();
  params.n_gpu_layers = 0;
  session->model_ = llama_model_load_from_file(path.c_str(), params);
  if (session->model_ == nullptr) {
    return make_error(Code::kUnavailable, "cannot load the model: " + last_library_words(),
                      Where{path, 0, ""});
  }
  return session;
}

LlamaSession::~LlamaSession() {
  lanes_.clear();  // before the model that they use
  if (model_ != nullptr) llama_model_free(model_);
}

Result<LlamaSession::Lane*> LlamaSession::lane(std::size_t worker) {
  if (!lanes_[worker]) {
    RAGSIEVE_TRY(lanes_[worker], make_lane(&host_->abort_flag(worker)));
  }
  return lanes_[worker].get();
}

Result<std::unique_ptr<LlamaSession::Lane>> LlamaSession::make_lane(
    const std::atomic<bool>* abort) const {
  const auto trained = static_cast<std::uint32_t>(std::max(llama_model_n_ctx_train(model_), 1));
  llama_context_params params = llama_context_default_params();
  params.n_ctx = std::min(options_.context_tokens, trained);
  params.n_batch = std::min(options_.batch_tokens, params.n_ctx);
  params.n_ubatch = params.n_batch;
  params.n_seq_max = 1;
  params.n_threads = 1;
  params.n_threads_batch = 1;
  params.embeddings = options_.embeddings;
  params.pooling_type = options_.pooling;
  params.flash_attn_type =
      options_.flash_attention ? LLAMA_FLASH_ATTN_TYPE_ENABLED : LLAMA_FLASH_ATTN_TYPE_DISABLED;
  params.no_perf = true;
  llama_context* context = llama_init_from_model(model_, params);
  if (context == nullptr) {
    return make_error(Code::kUnavailable, "cannot start the model: " + last_library_words());
  }
  return std::make_unique<Lane>(context, params.n_batch, abort);
}

LlamaSession::Lane::Lane(llama_context* context, std::uint32_t batch_tokens,
                         const std::atomic<bool>* abort)
    : context_(context),
      batch_(llama_batch_init(static_cast<std::int32_t>(batch_tokens), 0, 1)),
      abort_(abort) {
  set_abort(abort);
}

LlamaSession::Lane::~Lane() {
  llama_batch_free(batch_);
  llama_free(context_);
}

void LlamaSession::Lane::set_abort(const std::atomic<bool>* abort) {
  abort_ = abort;
  llama_set_abort_callback(context_, flag_says_abort, const_cast<std::atomic<bool>*>(abort));
}

void LlamaSession::Lane::fill_batch(const std::vector<llama_token>& ids, std::size_t first,
                                    std::size_t last, Outputs outputs) {
  batch_.n_tokens = static_cast<std::int32_t>(last - first);
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t slot = i - first;
    batch_.token[slot] = ids[i];
    batch_.pos[slot] = static_cast<llama_pos>(i);
    batch_.n_seq_id[slot] = 1;
    batch_.seq_id[slot][0] = 0;
    batch_.logits[slot] = outputs == Outputs::kAll || i + 1 == last ? 1 : 0;
  }
}

Status LlamaSession::Lane::outcome(int code, std::string_view action) const {
  if (code == 0) return ok_status();
  if (abort_->load()) return make_error(Code::kCancelled, "stopped as asked");
  return make_error(Code::kInternal, std::string(action) + " failed with code " +
                                         std::to_string(code) + ": " + last_library_words());
}

Status LlamaSession::Lane::encode(const std::vector<llama_token>& ids) {
  fill_batch(ids, 0, ids.size(), Outputs::kAll);
  return outcome(llama_encode(context_, batch_), "llama_encode");
}

Status LlamaSession::Lane::decode(const std::vector<llama_token>& ids, std::size_t first,
                                  std::size_t last, Outputs outputs) {
  fill_batch(ids, first, last, outputs);
  return outcome(llama_decode(context_, batch_), "llama_decode");
}

bool LlamaSession::Lane::keep_memory(std::size_t first) {
  if (llama_memory_seq_rm(llama_get_memory(context_), 0, static_cast<llama_pos>(first), -1)) {
    return true;
  }
  clear_memory();
  return false;
}

void LlamaSession::Lane::clear_memory() { llama_memory_clear(llama_get_memory(context_), false); }

}  // namespace ragsieve
