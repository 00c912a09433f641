#include "ragsieve/models/llama/llama_encoder.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ragsieve {
namespace {

// Copies `from` into `to` with length 1; false when its length is zero or not finite.
bool copy_normalised(const float* from, std::span<float> to) {
  double squares = 0;
  for (std::size_t i = 0; i < to.size(); ++i) squares += static_cast<double>(from[i]) * from[i];
  const double norm = std::sqrt(squares);
  if (!std::isfinite(norm) || norm == 0) return false;
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<float>(from[i] / norm);
  return true;
}

Error not_finite(const ModelIdentity& identity) {
  return make_error(Code::kInternal, "model " + identity.name + " gave a vector without length");
}

}  // namespace

Result<Matrix> LlamaEncoder::encode(std::span<const std::string_view> texts, TextKind kind,
                                    const RunOptions& run) {
  const std::string& prefix =
      kind == TextKind::kQuery ? identity_.query_prefix : identity_.passage_prefix;
  Matrix vectors{texts.size(), identity_.dim, {}};
  vectors.values.resize(texts.size() * identity_.dim);
  const auto encode_one = [&](std::size_t item, std::size_t worker) -> Status {
    RAGSIEVE_TRY(LlamaSession::Lane * lane, session_->lane(worker));
    const std::string text = prefix + std::string(texts[item]);
    RAGSIEVE_CHECK(lane->encode(tokenizer_.encode(text, identity_.max_tokens).ids));
    const float* pooled = llama_get_embeddings_seq(lane->context(), 0);
    if (pooled == nullptr || !copy_normalised(pooled, vectors.row(item))) {
      return not_finite(identity_);
    }
    return ok_status();
  };
  const HostWork work{"encode", texts.size(), Priority::kJob, encode_one};
  RAGSIEVE_CHECK(session_->host().run(work, run));
  return vectors;
}

Result<TokenVectors> LlamaTokenEncoder::encode_tokens(std::string_view text, std::size_t max_tokens,
                                                      const RunOptions& run) {
  BertTokenizer::Encoded encoded =
      tokenizer_.encode(text, std::min(max_tokens, identity_.max_tokens));
  const std::size_t n_tokens = encoded.ranges.size();
  TokenVectors tokens{Matrix{n_tokens, identity_.dim, {}}, std::move(encoded.ranges)};
  tokens.vectors.values.resize(n_tokens * identity_.dim);
  if (n_tokens == 0) return tokens;
  const auto encode_one = [&](std::size_t, std::size_t worker) -> Status {
    RAGSIEVE_TRY(LlamaSession::Lane * lane, session_->lane(worker));
    RAGSIEVE_CHECK(lane->encode(encoded.ids));
    for (std::size_t token = 0; token < n_tokens; ++token) {
      const auto output = static_cast<std::int32_t>(token + 1);  // after the opening special
      const float* vector = llama_get_embeddings_ith(lane->context(), output);
      if (vector == nullptr || !copy_normalised(vector, tokens.vectors.row(token))) {
        return not_finite(identity_);
      }
    }
    return ok_status();
  };
  RAGSIEVE_CHECK(
      session_->host().run(HostWork{"encode tokens", 1, Priority::kInteractive, encode_one}, run));
  return tokens;
}

}  // namespace ragsieve
