// Any bytes as a text: WordPiece with a small vocabulary must keep its promises (ids of the
// vocabulary, ranges inside the text, a limit that cuts and changes nothing before it), and words
// and scripts must take the same bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ragsieve/text/scripts.h"
#include "ragsieve/text/wordpiece.h"
#include "ragsieve/text/words.h"

namespace {

constexpr std::string_view kVocab =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n##a\n##b\nthe\n##ing\n.\n,\n#\n\xE1\x84\x80\n##\xE1\x85\xA1\n"
    "\xE4\xB8\xAD\n\xCE\xB1\n##\xCF\x83\n";

void require(bool holds) {
  if (!holds) std::abort();
}

const ragsieve::Wordpiece& wordpiece() {
  static const auto made = ragsieve::Wordpiece::create(kVocab, "vocab.txt");
  require(made.ok());
  return made.value();
}

void check_tokens(std::string_view text) {
  const ragsieve::Wordpiece& tokenizer = wordpiece();
  const auto whole = tokenizer.tokenize(text, text.size() * 4);
  require(whole.ids.size() == whole.ranges.size());
  for (std::size_t i = 0; i < whole.ids.size(); ++i) {
    require(whole.ids[i] >= 0);
    require(static_cast<std::size_t>(whole.ids[i]) < tokenizer.vocabulary().size());
    require(whole.ranges[i].start < whole.ranges[i].end && whole.ranges[i].end <= text.size());
  }
  const std::size_t limit = whole.ids.size() / 2;
  const auto cut = tokenizer.tokenize(text, limit);
  require(cut.ids.size() == limit);
  for (std::size_t i = 0; i < limit; ++i) {
    require(cut.ids[i] == whole.ids[i] && cut.ranges[i] == whole.ranges[i]);
  }
}

void check_words(std::string_view text) {
  const auto set = ragsieve::word_set(text);
  require(set.size() <= ragsieve::words(text).size());
  require(ragsieve::jaccard(set, set) == (set.empty() ? 0 : 1));
}

void check_scripts(std::string_view text) {
  const auto profile = ragsieve::script_profile(text);
  require(profile.foreign_fraction >= 0 && profile.foreign_fraction < 1);
  for (const auto& seam : profile.seams) require(seam.start < seam.end && seam.end <= text.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_tokens(text);
  check_words(text);
  check_scripts(text);
  return 0;
}
