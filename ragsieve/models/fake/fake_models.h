// Deterministic stand-ins for the models: no weights, no threads, the same numbers everywhere. They
// count their calls, so that tests can say what was computed and what came from a cache.
// Counters are not thread-safe.
#pragma once

#include <cstddef>
#include <string>

#include "ragsieve/models/causal_lm.h"
#include "ragsieve/models/encoder.h"
#include "ragsieve/models/token_encoder.h"

namespace ragsieve {

// A bag of words: each word adds a vector made from its hash, so texts that share words are near.
class FakeEncoder final : public Encoder {
 public:
  explicit FakeEncoder(std::size_t dim = 32);
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& run) override;
  [[nodiscard]] std::size_t n_encoded() const { return n_encoded_; }

 private:
  ModelIdentity identity_;
  std::size_t n_encoded_ = 0;
};

// The encoder that it is given, as a model that somebody owns: behind a cache, whose misses the
// given one then counts. What it refers to must outlive it.
class LentEncoder final : public Encoder {
 public:
  explicit LentEncoder(FakeEncoder& encoder) : encoder_(encoder) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return encoder_.identity(); }
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& run) override {
    return encoder_.encode(texts, kind, run);
  }

 private:
  FakeEncoder& encoder_;
};

// A token is a word; its vector is made from the word's hash alone.
class FakeTokenEncoder final : public TokenEncoder {
 public:
  explicit FakeTokenEncoder(std::size_t dim = 16);
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<TokenVectors> encode_tokens(std::string_view text, std::size_t max_tokens,
                                                   const RunOptions& run) override;
  [[nodiscard]] std::size_t n_encoded() const { return n_encoded_; }

 private:
  ModelIdentity identity_;
  std::size_t n_encoded_ = 0;
};

// A token is a word. A word with a vowel and at most 14 letters costs 3 nats, any other 9.
class FakeCausalLm final : public CausalLm {
 public:
  FakeCausalLm();
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<NllProfile> nll(std::string_view text, const RunOptions& run) override;
  [[nodiscard]] std::size_t n_scored() const { return n_scored_; }

 private:
  ModelIdentity identity_;
  std::size_t n_scored_ = 0;
};

}  // namespace ragsieve
