// Ids for an encoder: our exact WordPiece where the model has a vocab.txt, else the tokenizer in
// its GGUF file. Private to this folder. Thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/span.h"
#include "ragsieve/models/llama/llama_session.h"
#include "ragsieve/models/model_spec.h"
#include "ragsieve/text/wordpiece.h"

namespace ragsieve {

class BertTokenizer {
 public:
  [[nodiscard]] static Result<BertTokenizer> create(const std::string& folder,
                                                    const ModelSpec& spec,
                                                    const LlamaSession& session);

  struct Encoded {
    std::vector<llama_token> ids;   // specials included, at most max_tokens
    std::vector<ByteRange> ranges;  // of the ids without the first and the last
  };
  [[nodiscard]] Encoded encode(std::string_view text, std::size_t max_tokens) const;

 private:
  BertTokenizer(std::optional<Wordpiece> wordpiece, const llama_vocab* vocab)
      : wordpiece_(std::move(wordpiece)), vocab_(vocab) {}
  std::optional<Wordpiece> wordpiece_;
  const llama_vocab* vocab_;
};

}  // namespace ragsieve
