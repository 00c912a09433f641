#include "ragsieve/detect/gram_tokens.h"

#include <algorithm>
#include <array>
#include <string>

#include "ragsieve/base/utf8.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostTokenBytes = 64;  // n-grams of a longer word are those of its front

bool is_word(char32_t c) {
  if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return true;  // folding leaves no punctuation outside of ASCII
}

bool stands_alone(char32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF);
}

// FNV-1a with a last mix, so that the low bits depend on all of it.
class GramHash {
 public:
  explicit GramHash(char kind) { add(kind); }
  void add(char byte) { value_ = (value_ ^ static_cast<unsigned char>(byte)) * 16777619U; }
  void add(std::string_view text) {
    for (const char byte : text) add(byte >= '0' && byte <= '9' ? '0' : byte);
  }
  [[nodiscard]] std::uint32_t bucket() const {
    std::uint32_t mixed = value_ ^ (value_ >> 15U);
    mixed *= 0x2c1b3c6dU;
    mixed ^= mixed >> 12U;
    return mixed % kGramBuckets;
  }

 private:
  std::uint32_t value_ = 2166136261U;
};

void add_characters(std::string_view word, std::vector<std::uint32_t>& buckets) {
  std::string padded = "<";
  padded += word.substr(0, kMostTokenBytes);
  padded += ">";
  std::vector<std::size_t> starts;  // of the characters; a cut one at the end is one too
  for (std::size_t i = 0; i < padded.size(); ++i) {
    if ((static_cast<unsigned char>(padded[i]) & 0xC0U) != 0x80U) starts.push_back(i);
  }
  starts.push_back(padded.size());
  for (const std::size_t n : {std::size_t{3}, std::size_t{4}, std::size_t{5}}) {
    for (std::size_t i = 0; i + n < starts.size(); ++i) {
      GramHash hash('c');
      hash.add(std::string_view(padded).substr(starts[i], starts[i + n] - starts[i]));
      buckets.push_back(hash.bucket());
    }
  }
}

std::uint32_t word_bucket(char kind, std::initializer_list<std::string_view> words) {
  GramHash hash(kind);
  for (const std::string_view word : words) {
    hash.add(word.substr(0, kMostTokenBytes));
    hash.add(' ');
  }
  return hash.bucket();
}

}  // namespace

std::vector<GramToken> gram_tokens(std::string_view text) {
  std::vector<GramToken> tokens;
  bool open = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto point = decode_utf8(text, at);
    const char32_t c = point ? point->value : U' ';
    const std::size_t n_bytes = point ? point->n_bytes : 1;
    const bool alone = stands_alone(c);
    if (!is_word(c)) {
      open = false;
    } else if (open && !alone) {
      GramToken& last = tokens.back();
      last.text = text.substr(last.start, at + n_bytes - last.start);
    } else {
      tokens.push_back({text.substr(at, n_bytes), at, c, alone});
      open = !alone;
    }
    at += n_bytes;
  }
  return tokens;
}

std::vector<std::uint32_t> token_buckets(const GramToken& token) {
  std::vector<std::uint32_t> buckets = {word_bucket('1', {token.text})};
  if (!token.alone) add_characters(token.text, buckets);
  return buckets;
}

std::vector<std::uint32_t> gram_buckets(const std::vector<GramToken>& tokens) {
  std::vector<std::uint32_t> buckets;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::vector<std::uint32_t> own = token_buckets(tokens[i]);
    buckets.insert(buckets.end(), own.begin(), own.end());
    if (i + 1 < tokens.size()) {
      buckets.push_back(word_bucket('2', {tokens[i].text, tokens[i + 1].text}));
    }
    if (i + 2 < tokens.size() && tokens[i].alone) {
      buckets.push_back(word_bucket('3', {tokens[i].text, tokens[i + 1].text, tokens[i + 2].text}));
    }
  }
  std::ranges::sort(buckets);
  buckets.erase(std::unique(buckets.begin(), buckets.end()), buckets.end());
  return buckets;
}

}  // namespace ragsieve
