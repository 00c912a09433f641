// A text as BERT's uncased tokenizer sees it, word by word (models.md, "Tokens"): cleaned,
// ideographs apart, NFD without marks, lower case, split at white space and punctuation. It reads
// only as far as it is asked to, and remembers the bytes of the text that each code point of a
// word stands for. Used by Wordpiece. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/core/span.h"

namespace ragsieve {

// One word: at most kMaxCodePoints code points; a longer word keeps its range alone.
class BertWord {
 public:
  static constexpr std::size_t kMaxCodePoints = 100;

  [[nodiscard]] bool empty() const { return n_ == 0; }
  [[nodiscard]] bool too_long() const { return too_long_; }
  [[nodiscard]] std::size_t n_code_points() const { return n_; }
  // UTF-8 of the code points `begin` to `end` - 1, and the bytes of the text they stand for.
  [[nodiscard]] std::string_view utf8(std::size_t begin, std::size_t end) const;
  [[nodiscard]] ByteRange source(std::size_t begin, std::size_t end) const;
  // Of the whole word, also of one that is too long.
  [[nodiscard]] ByteRange range() const { return range_; }

  void clear();
  void append(char32_t code_point, std::uint8_t combining_class, ByteRange source);
  void append_ascii(char letter, std::size_t offset);
  // A mark that was dropped belongs to the code point before it; a mark of combining class 0 also
  // ends the run of marks that may change places.
  void absorb_mark(std::uint8_t combining_class, ByteRange source);

 private:
  struct Point {
    ByteRange source;
    std::uint16_t start = 0;  // of its UTF-8 in bytes_
    std::uint8_t combining_class = 0;
  };
  [[nodiscard]] bool make_room(ByteRange source);
  void sort_last();

  std::array<char, 4 * kMaxCodePoints> bytes_{};
  std::array<Point, kMaxCodePoints + 1> points_{};  // one more: the end of the last one
  std::size_t n_ = 0;
  std::size_t run_start_ = 0;  // first code point of the current run of marks
  bool too_long_ = false;
  ByteRange range_;
};

class BertWords {
 public:
  // Whether ICU normalises: kUnavailable where it has lost its data. Call once before first use.
  [[nodiscard]] static Status check_engine();

  // `text` (valid UTF-8; bytes that are not are dropped) must outlive this object.
  explicit BertWords(std::string_view text) : text_(text) {}

  // The next word, or false at the end of the text.
  bool next(BertWord& word);

 private:
  // A normalised code point on its way into a word; a space ends one.
  struct Pending {
    char32_t code_point = 0;
    ByteRange source;
  };
  enum class Step { kMore, kWordEnds };
  Step take_ascii(BertWord& word);
  Step take_pending(BertWord& word);
  void read_code_point();
  void push(char32_t code_point, ByteRange source);
  void push_decomposition(char32_t code_point, ByteRange source);

  std::string_view text_;
  std::size_t offset_ = 0;
  std::array<Pending, 24> pending_{};  // what one code point of the text gave
  std::size_t n_pending_ = 0;
  std::size_t first_pending_ = 0;
};

}  // namespace ragsieve
