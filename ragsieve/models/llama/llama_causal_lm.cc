#include "ragsieve/models/llama/llama_causal_lm.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "ragsieve/models/llama/log_sum_exp.h"

namespace ragsieve {
namespace {

// Byte offsets in the text where each token ends: the pieces of a byte-level vocabulary are the
// text's own bytes.
std::vector<std::uint32_t> token_ends(const llama_vocab* vocab, const std::vector<llama_token>& ids,
                                      std::size_t text_bytes) {
  std::vector<std::uint32_t> ends;
  ends.reserve(ids.size());
  std::size_t end = 0;
  for (const llama_token id : ids) {
    const std::int32_t needed = -llama_token_to_piece(vocab, id, nullptr, 0, 0, false);
    end = std::min(text_bytes, end + static_cast<std::size_t>(std::max(needed, 0)));
    ends.push_back(static_cast<std::uint32_t>(end));
  }
  return ends;
}

}  // namespace

Status LlamaCausalLm::score(LlamaSession::Lane& lane, const std::vector<llama_token>& ids,
                            NllProfile& profile) const {
  lane.clear_memory();
  const auto n_vocab = static_cast<std::size_t>(llama_vocab_n_tokens(session_->vocab()));
  for (std::size_t first = 0; first + 1 < ids.size(); first += kNllBatchTokens) {
    // The last token is only predicted, never read.
    const std::size_t last = std::min(ids.size() - 1, first + kNllBatchTokens);
    RAGSIEVE_CHECK(lane.decode(ids, first, last));
    for (std::size_t i = first; i < last; ++i) {
      const auto output = static_cast<std::int32_t>(i - first);
      const float* row = llama_get_logits_ith(lane.context(), output);
      if (row == nullptr) return make_error(Code::kInternal, "llama.cpp gave no logits");
      const std::span<const float> logits(row, n_vocab);
      const double nats = log_sum_exp(logits) - logits[static_cast<std::size_t>(ids[i + 1])];
      if (!std::isfinite(nats)) {
        return make_error(Code::kInternal,
                          "model " + identity_.name + " gave a logit that is not finite");
      }
      profile.nats.push_back(static_cast<float>(nats));
    }
  }
  return ok_status();
}

Result<NllProfile> LlamaCausalLm::nll(std::string_view text, const RunOptions& run) {
  const std::vector<llama_token> ids =
      tokenize_plain(session_->vocab(), text, identity_.max_tokens, false);
  NllProfile profile;
  profile.ends = token_ends(session_->vocab(), ids, text.size());
  if (ids.size() < 2) return profile;
  const auto score_text = [&](std::size_t, std::size_t worker) -> Status {
    RAGSIEVE_TRY(LlamaSession::Lane * lane, session_->lane(worker));
    return score(*lane, ids, profile);
  };
  const HostWork work{"surprisal", 1, Priority::kInteractive, score_text};
  RAGSIEVE_CHECK(session_->host().run(work, run));
  return profile;
}

}  // namespace ragsieve
