#include "ragsieve/text/ngram.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <bit>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr std::uint64_t kOffset = 0xCBF29CE484222325;
constexpr std::uint64_t kPrime = 0x100000001B3;
constexpr std::size_t kLeastBytes = std::size_t{64} << 10;
constexpr std::size_t kCountersEach = 4;        // a row, for each addition that is expected
constexpr std::size_t kBytesOfWord = 4;         // of text, at least, with the space behind it
constexpr std::uint64_t kMostCount = 1U << 31;  // a counter stops there

enum class Letter : std::uint8_t { kNone, kPart, kAlone, kMark };

constexpr std::array<char, 128> ascii_foldings() {
  std::array<char, 128> foldings{};
  for (char c = '0'; c <= '9'; ++c) foldings[static_cast<std::size_t>(c)] = c;
  for (char c = 'a'; c <= 'z'; ++c) {
    foldings[static_cast<std::size_t>(c)] = c;
    foldings[static_cast<std::size_t>(c - 'a' + 'A')] = c;
  }
  return foldings;
}
constexpr std::array<char, 128> kAsciiFoldings = ascii_foldings();

Letter letter_of(char32_t c) {
  const auto point = static_cast<UChar32>(c);
  const auto category = U_GET_GC_MASK(point);
  if ((category & (U_GC_M_MASK)) != 0) return Letter::kMark;
  if ((category & (U_GC_L_MASK | U_GC_N_MASK)) == 0) return Letter::kNone;
  const int breaks = u_getIntPropertyValue(point, UCHAR_LINE_BREAK);
  const bool alone = breaks == U_LB_IDEOGRAPHIC || breaks == U_LB_COMPLEX_CONTEXT ||
                     breaks == U_LB_CONDITIONAL_JAPANESE_STARTER;
  return alone ? Letter::kAlone : Letter::kPart;
}

std::uint64_t scrambled(std::uint64_t x) {  // the finaliser of MurmurHash3: every bit counts
  x = (x ^ x >> 33) * 0xFF51AFD7ED558CCD;
  x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53;
  return x ^ x >> 33;
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) { words_.reserve(text.size() / 5); }

  std::vector<NgramWord> cut() {
    while (at_ < text_.size()) {
      const auto byte = static_cast<unsigned char>(text_[at_]);
      if (byte < 0x80) {
        const char folded = kAsciiFoldings[byte];
        take(folded != 0 ? Letter::kPart : Letter::kNone, static_cast<unsigned char>(folded), 1);
        continue;
      }
      const auto point = decode_utf8(text_, at_);
      if (!point) {
        take(Letter::kNone, 0, 1);
        continue;
      }
      const auto folded = static_cast<char32_t>(
          u_foldCase(static_cast<UChar32>(point->value), U_FOLD_CASE_DEFAULT));
      take(letter_of(point->value), folded, point->n_bytes);
    }
    end_word();
    return std::move(words_);
  }

 private:
  void take(Letter letter, char32_t folded, std::size_t n_bytes) {
    const bool joins = letter == Letter::kMark || (letter == Letter::kPart && !alone_);
    if (!joins) end_word();
    if (letter != Letter::kNone) {
      if (!inside_) start_ = at_;
      inside_ = true;
      alone_ = letter == Letter::kAlone || (alone_ && letter == Letter::kMark);
      hash_ = (hash_ ^ folded) * kPrime;
    }
    at_ += n_bytes;
  }

  void end_word() {
    if (inside_) words_.push_back({scrambled(hash_), {start_, at_}});
    inside_ = false;
    alone_ = false;
    hash_ = kOffset;
  }

  std::string_view text_;
  std::vector<NgramWord> words_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  bool inside_ = false;
  bool alone_ = false;  // the word is a letter of a script without spaces
  std::uint64_t hash_ = kOffset;
};

std::size_t counters_of_row(std::size_t n_expected, std::size_t max_bytes) {
  const std::size_t affordable =
      std::bit_floor(std::max(max_bytes, kLeastBytes) / (2 * sizeof(std::uint32_t)));
  const std::size_t asked = n_expected > affordable ? affordable : n_expected * kCountersEach;
  return std::min(affordable, std::bit_ceil(std::max(asked, kLeastBytes / 8)));
}

}  // namespace

std::vector<NgramWord> ngram_words(std::string_view text) { return Cutter(text).cut(); }

std::uint64_t pair_hash(std::uint64_t first, std::uint64_t second) {
  return scrambled(first * 0x9E3779B97F4A7C15 + std::rotl(second, 29));
}

HashCounts::HashCounts(std::size_t n_expected, std::size_t max_bytes)
    : counters_(2 * counters_of_row(n_expected, max_bytes)), mask_(counters_.size() / 2 - 1) {}

HashCounts::HashCounts(const HashCountsShape& shape)
    : counters_(shape.n_counters), mask_(shape.n_counters / 2 - 1), n_added_(shape.n_added) {}

void HashCounts::set_counter(std::size_t at, std::uint32_t value) {
  counters_[at].store(value, std::memory_order_relaxed);
  if (at <= mask_) n_distinct_.fetch_add(1, std::memory_order_relaxed);
}

void HashCounts::add(std::uint64_t hash) {
  constexpr auto kRelaxed = std::memory_order_relaxed;
  const std::array<std::uint64_t, 2> cells{hash & mask_, mask_ + 1 + (hash >> 32 & mask_)};
  for (const std::uint64_t cell : cells) {
    std::atomic<std::uint32_t>& counter = counters_[cell];
    if (counter.load(kRelaxed) >= kMostCount) continue;
    if (counter.fetch_add(1, kRelaxed) == 0 && cell <= mask_) n_distinct_.fetch_add(1, kRelaxed);
  }
  n_added_.fetch_add(1, kRelaxed);
}

std::uint32_t HashCounts::count(std::uint64_t hash) const {
  const auto at = [&](std::uint64_t cell) {
    return counters_[cell].load(std::memory_order_relaxed);
  };
  return std::min(at(hash & mask_), at(mask_ + 1 + (hash >> 32 & mask_)));
}

NgramCounts::NgramCounts(std::size_t text_bytes, std::size_t max_bytes)
    : words_(text_bytes / kBytesOfWord / 4, max_bytes / 4),
      pairs_(text_bytes / kBytesOfWord, max_bytes - max_bytes / 4) {}

void NgramCounts::add(std::span<const NgramWord> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    words_.add(words[i].hash);
    if (i > 0) pairs_.add(pair_hash(words[i - 1].hash, words[i].hash));
  }
}

}  // namespace ragsieve
