// Any bytes as a sentence: decisive tokens lie inside it, in order, and are found again; a
// sentence never differs from itself; half of it against the rest must not break either.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ragsieve/text/decisive_tokens.h"
#include "ragsieve/text/fact_words.h"
#include "ragsieve/text/revision_marks.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_tokens(std::string_view text) {
  const ragsieve::AnalysedSentence sentence = ragsieve::analyse_sentence(text);
  require(sentence.lexemes.size() <= ragsieve::kMaxLexemes);
  std::size_t next = 0;
  for (const ragsieve::DecisiveToken& token : sentence.tokens) {
    require(token.lexeme >= next && token.n_lexemes > 0);
    next = token.lexeme + token.n_lexemes;
    require(next <= sentence.lexemes.size());
    require(token.range.start < token.range.end && token.range.end <= text.size());
    require(ragsieve::shown(token, text).size() <= 80);
  }
  for (const ragsieve::FactWord& word : ragsieve::fact_words(sentence.lexemes, sentence.language)) {
    require(word.lexeme < sentence.lexemes.size());
  }
  (void)ragsieve::says_it_revises(sentence.lexemes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_tokens(text);
  require(!ragsieve::decisive_tokens_differ(text, text));
  (void)ragsieve::decisive_tokens_differ(text.substr(0, size / 2), text.substr(size / 2));
  return 0;
}
