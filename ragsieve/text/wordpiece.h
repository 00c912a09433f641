// The reference uncased WordPiece of BERT, exactly (models.md, "Tokens"), on ICU. Control tokens
// spelt in a text are plain characters. Immutable after creation; thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/span.h"

namespace ragsieve {

// Part of every cache key; changes when an id for any text can change: with these rules, and with
// the Unicode version of ICU.
[[nodiscard]] std::string wordpiece_version();

struct WordpieceTokens {
  std::vector<std::int32_t> ids;  // no specials
  // Bytes of the text that each token stands for: from its first to its last code point, marks
  // that were dropped after it included. Pieces of one composed character share its bytes.
  std::vector<ByteRange> ranges;
};

class Wordpiece {
 public:
  // From the bytes of a vocab.txt: one token a line, the line number from 0 its id. Errors
  // (kInvalidInput, with line): a duplicate; invalid UTF-8; an empty line; and, without a line, no
  // [UNK], [CLS] or [SEP]. kTooLarge over limits::kVocabBytes. A carriage return before the end
  // of a line is no part of the token.
  [[nodiscard]] static Result<Wordpiece> create(std::string_view vocab, const std::string& path);
  Wordpiece(Wordpiece&&) noexcept;
  Wordpiece& operator=(Wordpiece&&) noexcept;
  ~Wordpiece();

  // Tokens of `text` (valid UTF-8; bytes that are not are dropped), at most `max_tokens` of them.
  // Reads no further than the word that reaches the limit. Time linear in what is read.
  [[nodiscard]] WordpieceTokens tokenize(std::string_view text, std::size_t max_tokens) const;

  // [CLS] tokens [SEP], cut so that the whole has at most `max_tokens` (>= 2) ids.
  [[nodiscard]] std::vector<std::int32_t> encode(std::string_view text,
                                                 std::size_t max_tokens) const;

  [[nodiscard]] std::int32_t cls_id() const;
  [[nodiscard]] std::int32_t sep_id() const;
  [[nodiscard]] const std::vector<std::string>& vocabulary() const;  // by id

 private:
  struct State;
  explicit Wordpiece(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace ragsieve
