#include "ragsieve/text/fact_words.h"

#include <limits>

namespace ragsieve {

std::vector<FactWord> fact_words(const std::vector<Lexeme>& lexemes, Language language) {
  std::vector<FactWord> words;
  for (std::size_t i = 0; i < lexemes.size(); ++i) {
    const Lexeme& lexeme = lexemes[i];
    if (lexeme.kind == LexemeKind::kIdeograph) {
      const bool pair = i + 1 < lexemes.size() && lexemes[i + 1].kind == LexemeKind::kIdeograph &&
                        lexemes[i + 1].glued;
      if (pair) words.push_back({lexeme.text + lexemes[i + 1].text, i, false});
    } else if (lexeme.kind == LexemeKind::kWord && !is_function_word(lexeme.text, language)) {
      words.push_back({stem(lexeme.text, language), i, lexeme.capital});
    }
  }
  return words;
}

std::vector<FactWord> fact_words(std::string_view text) {
  const std::vector<Lexeme> all = lexemes(text, std::numeric_limits<std::size_t>::max());
  return fact_words(all, guess_language(all));
}

}  // namespace ragsieve
