#include "ragsieve/models/fake/fake_models.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "ragsieve/core/span.h"
#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

ModelIdentity identity(std::string name, std::size_t dim) {
  ModelIdentity made;
  made.file_digest = sha256(name);
  made.name = std::move(name);
  made.engine = "fake-1";
  made.tokenizer = "white-space";
  made.max_tokens = 512;
  made.pooling = "none";
  made.dim = dim;
  return made;
}

// Runs of bytes that are not ASCII white space.
std::vector<ByteRange> white_space_words(std::string_view text, std::size_t most) {
  std::vector<ByteRange> found;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size() && found.size() < most; ++i) {
    const bool white = i == text.size() || text[i] == ' ' || (text[i] >= '\t' && text[i] <= '\r');
    if (!white) continue;
    if (i > start) found.push_back({start, i});
    start = i + 1;
  }
  return found;
}

// Adds a vector of numbers in [-1, 1) that depends on the word alone (a linear congruence).
void add_word(std::string_view word, std::span<float> vector) {
  const Digest digest = sha256(word);
  std::uint64_t state = 0;
  for (int i = 0; i < 8; ++i) state = (state << 8U) | digest.bytes[static_cast<std::size_t>(i)];
  for (float& value : vector) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    value += static_cast<float>(static_cast<std::int32_t>(state >> 33U) - (1 << 30)) / (1 << 30);
  }
}

void normalise(std::span<float> vector) {
  double squares = 0;
  for (const float value : vector) squares += static_cast<double>(value) * value;
  const double norm = std::sqrt(squares);
  for (float& value : vector) value = static_cast<float>(value / norm);
}

}  // namespace

FakeEncoder::FakeEncoder(std::size_t dim) : identity_(ragsieve::identity("fake-encoder", dim)) {}

Result<Matrix> FakeEncoder::encode(std::span<const std::string_view> texts, TextKind /*kind*/,
                                   const RunOptions& run) {
  Matrix vectors{texts.size(), identity_.dim, {}};
  vectors.values.resize(texts.size() * identity_.dim);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (run.cancel.requested()) return make_error(Code::kCancelled, "stopped as asked");
    for (const ByteRange range : white_space_words(texts[i], identity_.max_tokens)) {
      add_word(texts[i].substr(range.start, range.end - range.start), vectors.row(i));
    }
    add_word("", vectors.row(i));  // a text without words has a vector too
    normalise(vectors.row(i));
    ++n_encoded_;
    run.report("encode", i + 1, texts.size());
  }
  return vectors;
}

FakeTokenEncoder::FakeTokenEncoder(std::size_t dim)
    : identity_(ragsieve::identity("fake-token-encoder", dim)) {}

Result<TokenVectors> FakeTokenEncoder::encode_tokens(std::string_view text, std::size_t max_tokens,
                                                     const RunOptions& /*run*/) {
  ++n_encoded_;
  TokenVectors tokens;
  tokens.ranges = white_space_words(text, max_tokens - 2);
  tokens.vectors = Matrix{tokens.ranges.size(), identity_.dim, {}};
  tokens.vectors.values.resize(tokens.ranges.size() * identity_.dim);
  for (std::size_t i = 0; i < tokens.ranges.size(); ++i) {
    const ByteRange range = tokens.ranges[i];
    add_word(text.substr(range.start, range.end - range.start), tokens.vectors.row(i));
    normalise(tokens.vectors.row(i));
  }
  return tokens;
}

FakeCausalLm::FakeCausalLm() : identity_(ragsieve::identity("fake-causal-lm", 0)) {}

Result<NllProfile> FakeCausalLm::nll(std::string_view text, const RunOptions& /*run*/) {
  ++n_scored_;
  NllProfile profile;
  for (const ByteRange range : white_space_words(text, identity_.max_tokens)) {
    const std::string_view word = text.substr(range.start, range.end - range.start);
    const bool readable =
        word.find_first_of("aeiouyAEIOUY") != std::string_view::npos && word.size() <= 14;
    if (!profile.ends.empty()) profile.nats.push_back(readable ? 3.0F : 9.0F);
    profile.ends.push_back(static_cast<std::uint32_t>(range.end));
  }
  return profile;
}

}  // namespace ragsieve
