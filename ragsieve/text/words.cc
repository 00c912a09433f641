#include "ragsieve/text/words.h"

#include <unicode/uchar.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr char kBreak = ' ';

// The folded ASCII character where it belongs to a word, else kBreak.
constexpr std::array<char, 128> ascii_foldings() {
  std::array<char, 128> foldings{};
  foldings.fill(kBreak);
  for (char c = '0'; c <= '9'; ++c) foldings[static_cast<std::size_t>(c)] = c;
  for (char c = 'a'; c <= 'z'; ++c) {
    foldings[static_cast<std::size_t>(c)] = c;
    foldings[static_cast<std::size_t>(c - 'a' + 'A')] = c;
  }
  return foldings;
}
constexpr std::array<char, 128> kAsciiFoldings = ascii_foldings();

// Foldings of the code points past ASCII, of which about thirty hold a word character (the
// eszett, the Kelvin sign, the ligatures). No such code point lies past U+FFFF.
class FoldTable {
 public:
  FoldTable() : index_(0x10000, 0), foldings_{std::string(1, kBreak)} {
    for (char32_t c = 0x80; c < 0x10000; ++c) {
      std::string folded = fold(static_cast<UChar>(c));
      if (folded.find_first_not_of(kBreak) == std::string::npos) continue;
      index_[c] = static_cast<std::uint8_t>(foldings_.size());
      foldings_.push_back(std::move(folded));
    }
  }

  // One character for each code point of the folding: a word character or kBreak.
  [[nodiscard]] std::string_view of(char32_t c) const {
    return foldings_[c < index_.size() ? index_[c] : 0];
  }

 private:
  static std::string fold(UChar unit) {
    std::array<UChar, 3> buffer{};  // no full folding is longer
    UErrorCode error = U_ZERO_ERROR;
    const std::int32_t length =
        u_strFoldCase(buffer.data(), static_cast<std::int32_t>(buffer.size()), &unit, 1,
                      U_FOLD_CASE_DEFAULT, &error);
    if (U_FAILURE(error)) return {};
    std::string folded;
    for (std::int32_t i = 0; i < length; ++i) {
      const UChar folded_unit = buffer[static_cast<std::size_t>(i)];
      folded += folded_unit < 0x80 ? kAsciiFoldings[folded_unit] : kBreak;
    }
    return folded;
  }

  std::vector<std::uint8_t> index_;  // into foldings_, by code point
  std::vector<std::string> foldings_;
};

const FoldTable& fold_table() {
  static const FoldTable table;
  return table;
}

constexpr std::size_t kPrefixBytes = 8;

// The words of a text, one after another in one buffer. Without branches on the letters: an end
// of a word comes too irregularly to be predicted.
class WordRuns {
 public:
  explicit WordRuns(std::string_view text)
      // A code point of two bytes or more folds to three characters at most; every second of
      // them can end a word. The rest is room for a break and for reading a prefix.
      : letters_(std::make_unique_for_overwrite<char[]>(text.size() / 2 * 3 + 3 + kPrefixBytes)),
        ends_(std::make_unique_for_overwrite<std::size_t[]>(text.size() / 4 * 3 + 4)) {
    std::size_t offset = 0;
    while (offset < text.size()) {
      const auto byte = static_cast<unsigned char>(text[offset]);
      if (byte < 0x80) {
        add(kAsciiFoldings[byte]);
        ++offset;
        continue;
      }
      const auto point = decode_utf8(text, offset);
      offset += point ? point->n_bytes : 1;
      for (const char folded : fold_table().of(point ? point->value : 0)) add(folded);
    }
    add(kBreak);
    std::memset(letters_.get() + n_letters_, 0, kPrefixBytes);
  }

  [[nodiscard]] std::size_t size() const { return n_words_; }

  // Word `i`, valid as long as this object; kPrefixBytes bytes after it can be read.
  [[nodiscard]] std::string_view word(std::size_t i) const {
    const std::size_t start = i == 0 ? 0 : ends_[i - 1];
    return {letters_.get() + start, ends_[i] - start};
  }

 private:
  void add(char folded) {
    const bool in_word = folded != kBreak;
    letters_[n_letters_] = folded;
    n_letters_ += in_word ? 1 : 0;
    ends_[n_words_] = n_letters_;
    n_words_ += was_in_word_ && !in_word ? 1 : 0;
    was_in_word_ = in_word;
  }

  std::unique_ptr<char[]> letters_;
  std::unique_ptr<std::size_t[]> ends_;  // of each word in letters_
  std::size_t n_letters_ = 0;
  std::size_t n_words_ = 0;
  bool was_in_word_ = false;
};

// A word and its first eight bytes as a number of the same order: most comparisons end there.
struct SortedWord {
  std::uint64_t prefix = 0;
  std::string_view word;

  explicit SortedWord(std::string_view text) : word(text) {
    for (std::size_t i = 0; i < kPrefixBytes; ++i) {
      prefix = prefix << 8U | static_cast<unsigned char>(text.data()[i]);
    }
    if (text.size() < kPrefixBytes) prefix &= ~std::uint64_t{0} << 8 * (kPrefixBytes - text.size());
  }
  bool operator<(const SortedWord& other) const {
    return prefix != other.prefix ? prefix < other.prefix : word < other.word;
  }
  bool operator==(const SortedWord& other) const {
    return prefix == other.prefix && word == other.word;
  }
};

}  // namespace

std::vector<std::string> words(std::string_view text) {
  const WordRuns runs(text);
  std::vector<std::string> list;
  list.reserve(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) list.emplace_back(runs.word(i));
  return list;
}

std::vector<std::string> word_set(std::string_view text) {
  const WordRuns runs(text);
  std::vector<SortedWord> sorted;
  sorted.reserve(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) sorted.emplace_back(runs.word(i));
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  std::vector<std::string> set;
  set.reserve(sorted.size());
  for (const SortedWord& entry : sorted) set.emplace_back(entry.word);
  return set;
}

double jaccard(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t shared = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const int order = a[i].compare(b[j]);
    if (order == 0) ++shared;
    if (order <= 0) ++i;
    if (order >= 0) ++j;
  }
  const std::size_t either = a.size() + b.size() - shared;
  return either == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(either);
}

}  // namespace ragsieve
