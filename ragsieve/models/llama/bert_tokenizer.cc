#include "ragsieve/models/llama/bert_tokenizer.h"

#include <filesystem>
#include <utility>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"

namespace ragsieve {

Result<BertTokenizer> BertTokenizer::create(const std::string& folder, const ModelSpec& spec,
                                            const LlamaSession& session) {
  if (spec.vocab_file.empty()) return BertTokenizer(std::nullopt, session.vocab());
  const std::string path = (std::filesystem::path(folder) / spec.vocab_file).string();
  RAGSIEVE_TRY(const std::string vocab, read_file(path, limits::kVocabBytes));
  RAGSIEVE_TRY(Wordpiece wordpiece, Wordpiece::create(vocab, path));
  return BertTokenizer(std::move(wordpiece), session.vocab());
}

BertTokenizer::Encoded BertTokenizer::encode(std::string_view text, std::size_t max_tokens) const {
  Encoded encoded;
  if (wordpiece_) {
    const WordpieceTokens tokens = wordpiece_->tokenize(text, max_tokens - 2);
    encoded.ids.push_back(wordpiece_->cls_id());
    encoded.ids.insert(encoded.ids.end(), tokens.ids.begin(), tokens.ids.end());
    encoded.ids.push_back(wordpiece_->sep_id());
    encoded.ranges = tokens.ranges;
    return encoded;
  }
  // The GGUF's tokenizer adds its specials; a cut text keeps the closing one.
  encoded.ids = tokenize_plain(vocab_, text, max_tokens + 1, true);
  if (encoded.ids.size() > max_tokens) {
    const llama_token last = llama_vocab_sep(vocab_) != LLAMA_TOKEN_NULL ? llama_vocab_sep(vocab_)
                                                                         : llama_vocab_eos(vocab_);
    encoded.ids.resize(max_tokens);
    encoded.ids.back() = last;
  }
  const std::size_t inner = encoded.ids.size() >= 2 ? encoded.ids.size() - 2 : 0;
  encoded.ranges.assign(inner, ByteRange{0, text.size()});  // this tokenizer gives no offsets
  return encoded;
}

}  // namespace ragsieve
