#include "ragsieve/models/llama/llama_generator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr std::string_view kTurnStart = "<|im_start|>";
constexpr std::string_view kTurnEnd = "<|im_end|>";
constexpr std::string_view kWhite = " \t\r\n";

// The one control token that is spelt like this; nothing where the model has none.
std::optional<llama_token> control_token(const llama_vocab* vocab, std::string_view spelling) {
  std::array<llama_token, 4> ids{};
  const std::int32_t n =
      llama_tokenize(vocab, spelling.data(), static_cast<std::int32_t>(spelling.size()), ids.data(),
                     static_cast<std::int32_t>(ids.size()), false, true);
  if (n != 1 || !llama_vocab_is_control(vocab, ids[0])) return std::nullopt;
  return ids[0];
}

// Leading tokens that both have, in whole blocks; the last token of `prompt` is always computed.
std::size_t shared_blocks(const std::vector<llama_token>& known,
                          const std::vector<llama_token>& prompt) {
  const std::size_t most = std::min(known.size(), prompt.size() - 1);
  std::size_t n = 0;
  while (n < most && known[n] == prompt[n]) ++n;
  return n - n % kPromptBlock;
}

// The likeliest token, of equals the first; nothing where a logit is NaN.
std::optional<llama_token> likeliest(std::span<const float> logits) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (std::isnan(logits[i])) return std::nullopt;
    if (logits[i] > logits[best]) best = i;
  }
  return static_cast<llama_token>(best);
}

void append_piece(const llama_vocab* vocab, llama_token id, std::string& text) {
  std::array<char, 256> piece{};
  const std::int32_t n = llama_token_to_piece(vocab, id, piece.data(),
                                              static_cast<std::int32_t>(piece.size()), 0, false);
  if (n > 0) text.append(piece.data(), static_cast<std::size_t>(n));
}

// Without white space at its ends and without bytes that are no UTF-8 (a character that the last
// token cuts in two).
std::string clean(std::string_view text) {
  std::string valid;
  for (std::size_t i = 0; i < text.size();) {
    const std::optional<CodePoint> point = decode_utf8(text, i);
    if (point) valid.append(text.substr(i, point->n_bytes));
    i += point ? point->n_bytes : 1;
  }
  const std::size_t first = valid.find_first_not_of(kWhite);
  if (first == std::string::npos) return "";
  return valid.substr(first, valid.find_last_not_of(kWhite) - first + 1);
}

}  // namespace

Result<std::unique_ptr<Answerer>> LlamaGenerator::create(AnswererIdentity identity,
                                                         std::unique_ptr<LlamaSession> session) {
  std::unique_ptr<LlamaGenerator> generator(
      new LlamaGenerator(std::move(identity), std::move(session)));
  RAGSIEVE_CHECK(generator->find_chat_tokens());
  return std::unique_ptr<Answerer>(std::move(generator));
}

Status LlamaGenerator::find_chat_tokens() {
  const auto start = control_token(session_->vocab(), kTurnStart);
  const auto end = control_token(session_->vocab(), kTurnEnd);
  if (!start || !end) {
    return make_error(Code::kUnavailable, "model " + identity_.name + " has no control token " +
                                              std::string(start ? kTurnEnd : kTurnStart) +
                                              ", expected a chat model with ChatML tokens; set "
                                              "generator.kind to extractive or openai");
  }
  turn_start_ = *start;
  turn_end_ = *end;
  return ok_status();
}

std::size_t LlamaGenerator::context_tokens() const {
  const auto trained =
      static_cast<std::size_t>(std::max(llama_model_n_ctx_train(session_->model()), 1));
  return std::min<std::size_t>(trained, kGeneratorTokens);
}

// Control tokens frame the turns; what stands in them is plain text, whatever it spells.
std::vector<llama_token> LlamaGenerator::prompt_ids(const AnswerPrompt& prompt) const {
  const llama_vocab* vocab = session_->vocab();
  std::vector<llama_token> ids;
  const auto add_text = [&](const std::string& text) {
    const auto tokens = tokenize_plain(vocab, text, context_tokens() + 1, false);
    ids.insert(ids.end(), tokens.begin(), tokens.end());
  };
  const auto add_turn = [&](const std::string& text) {
    ids.push_back(turn_start_);
    add_text(text);
    ids.push_back(turn_end_);
    add_text("\n");
  };
  if (llama_vocab_get_add_bos(vocab)) ids.push_back(llama_vocab_bos(vocab));
  add_turn("system\n" + prompt.system);
  add_turn("user\n" + prompt.user);
  ids.push_back(turn_start_);
  add_text("assistant\n");
  return ids;
}

// A free memory that shares most with `prompt`; a new one where none shares anything and there are
// fewer than workers; else the one that was not used longest. There is always a free one: a worker
// borrows one at a time.
Result<LlamaGenerator::Memory*> LlamaGenerator::borrow(const std::vector<llama_token>& prompt,
                                                       std::size_t worker) {
  const std::lock_guard lock(mutex_);
  Memory* best = nullptr;
  std::size_t best_shared = 0;
  for (const auto& memory : memories_) {
    if (memory->busy) continue;
    const std::size_t shared = shared_blocks(memory->prompt, prompt);
    const bool older =
        best != nullptr && shared == best_shared && memory->last_use < best->last_use;
    if (best != nullptr && shared <= best_shared && !older) continue;
    best = memory.get();
    best_shared = shared;
  }
  const std::atomic<bool>* abort = &session_->host().abort_flag(worker);
  if (best_shared == 0 && memories_.size() < session_->host().n_workers()) {
    auto made = std::make_unique<Memory>();
    RAGSIEVE_TRY(made->lane, session_->make_lane(abort));
    memories_.push_back(std::move(made));
    best = memories_.back().get();
  }
  best->lane->set_abort(abort);
  best->busy = true;
  best->last_use = ++uses_;
  return best;
}

void LlamaGenerator::give_back(Memory* memory) {
  const std::lock_guard lock(mutex_);
  memory->busy = false;
}

Status LlamaGenerator::read_prompt(Memory& memory, const std::vector<llama_token>& prompt) {
  std::size_t known = shared_blocks(memory.prompt, prompt);
  memory.prompt.clear();  // until all of it is there again
  if (!memory.lane->keep_memory(known)) known = 0;
  for (std::size_t first = known; first < prompt.size(); first += kPromptBlock) {
    const std::size_t last = std::min<std::size_t>(prompt.size(), first + kPromptBlock);
    RAGSIEVE_CHECK(memory.lane->decode(prompt, first, last, LlamaSession::Lane::Outputs::kLast));
  }
  n_reused_ += known;
  n_computed_ += prompt.size() - known;
  return ok_status();
}

Result<std::string> LlamaGenerator::write_answer(Memory& memory, std::vector<llama_token> ids) {
  const llama_vocab* vocab = session_->vocab();
  const auto n_vocab = static_cast<std::size_t>(llama_vocab_n_tokens(vocab));
  std::string text;
  for (std::size_t n_new = 0;; ++n_new) {
    const float* row = llama_get_logits_ith(memory.lane->context(), -1);
    const auto next = row == nullptr ? std::nullopt : likeliest(std::span(row, n_vocab));
    if (!next) {
      return make_error(Code::kInternal, "model " + identity_.name + " gave no usable logits");
    }
    const bool over = llama_vocab_is_eog(vocab, *next) || llama_vocab_is_control(vocab, *next);
    if (over || n_new == identity_.max_tokens) return clean(text);
    append_piece(vocab, *next, text);
    ids.push_back(*next);
    RAGSIEVE_CHECK(memory.lane->decode(ids, ids.size() - 1, ids.size()));
  }
}

Result<Answer> LlamaGenerator::answer(std::string_view question,
                                      std::span<const std::string_view> passages,
                                      const RunOptions& run) {
  const std::vector<llama_token> prompt = prompt_ids(answer_prompt(question, passages));
  const std::size_t room = context_tokens() - std::min(context_tokens(), identity_.max_tokens + 1);
  if (prompt.size() > room) {
    return make_error(Code::kTooLarge,
                      "question and passages are more than the " + std::to_string(room) +
                          " tokens that " + identity_.name +
                          " can read; retrieve fewer passages or cut shorter chunks");
  }
  Answer answer;
  const auto work = [&](std::size_t, std::size_t worker) -> Status {
    RAGSIEVE_TRY(Memory * memory, borrow(prompt, worker));
    Status read = read_prompt(*memory, prompt);
    Result<std::string> text =
        read.ok() ? write_answer(*memory, prompt) : Result<std::string>(std::move(read).error());
    if (text.ok()) memory->prompt = prompt;
    give_back(memory);
    RAGSIEVE_TRY(answer.text, std::move(text));
    return ok_status();
  };
  RAGSIEVE_CHECK(session_->host().run(HostWork{"answer", 1, Priority::kInteractive, work}, run));
  return answer;
}

}  // namespace ragsieve
