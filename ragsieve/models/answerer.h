// A question and the passages that were retrieved for it to one answer: the last step of a RAG.
// Implementations: extractive_reader.h (no weights of its own), llama/ (a small chat model),
// openai/ (any compatible endpoint), fake/; cached_answerer.h stands in front of each.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/base/run_options.h"
#include "ragsieve/core/span.h"

namespace ragsieve {

// What makes an answer beside its question and passages; part of each cache key and report.
struct AnswererIdentity {
  std::string name;            // "extractive/all-minilm-l6-v2-f32", "smollm2-135m-instruct-q8_0"
  std::string kind;            // "extractive", "llama", "openai", "fake"
  Digest file_digest;          // of the weights; of an endpoint the digest of its address and model
  std::string engine;          // engine build and CPU class; of an endpoint its address
  std::string prompt_version;  // prompt, decoding and every other setting that changes a byte
  std::size_t max_tokens = 0;  // new tokens at most; 0 where nothing is generated
};

struct Answer {
  std::string text;                    // empty: the passages hold no answer
  std::optional<std::size_t> passage;  // extractive: index of the passage that holds the text
  ByteRange range;                     // extractive: where in that passage
  double score = 0;                    // extractive: nearness of the sentence to the question
};

class Answerer {
 public:
  virtual ~Answerer() = default;

  // Fixed for the life of the object.
  [[nodiscard]] virtual const AnswererIdentity& identity() const = 0;

  // Answers `question` from `passages` (valid UTF-8, best first). Greedy: the same arguments give
  // the same answer. Errors: kCancelled, kTimedOut, kUnavailable, kTooLarge where the passages do
  // not fit, kInvalidInput where an endpoint answers nonsense. Any thread may call.
  [[nodiscard]] virtual Result<Answer> answer(std::string_view question,
                                              std::span<const std::string_view> passages,
                                              const RunOptions& run) = 0;
};

}  // namespace ragsieve
