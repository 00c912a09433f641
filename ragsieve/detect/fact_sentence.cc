#include "ragsieve/detect/fact_sentence.h"

#include <algorithm>
#include <utility>

#include "ragsieve/text/number_words.h"
#include "ragsieve/text/polarity.h"
#include "ragsieve/text/revision_marks.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostLexemes = 1200;

void sort_unique(std::vector<std::string>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

bool is_question(const std::vector<Lexeme>& sentence) {
  for (auto lexeme = sentence.rbegin(); lexeme != sentence.rend(); ++lexeme) {
    if (lexeme->kind != LexemeKind::kSymbol) return false;
    if (lexeme->text == "?" || lexeme->text == "？" || lexeme->text == "؟") return true;
  }
  return false;
}

// Words and numerals, and what stands glued together as the codes that it may be: "g2", "hi-1".
void add_folded(const std::vector<Lexeme>& sentence, std::vector<std::string>& folded) {
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    folded.push_back(sentence[i].text);
    if (i > 0 && sentence[i].glued) folded.push_back(sentence[i - 1].text + sentence[i].text);
    if (i > 1 && sentence[i].glued && sentence[i - 1].text == "-" && sentence[i - 1].glued) {
      folded.push_back(sentence[i - 2].text + "-" + sentence[i].text);
    }
  }
}

// What tells one of several like things from the others: "2004", "two", "west".
std::vector<std::string> distinguishing_values(const std::vector<Lexeme>& hint, Language language) {
  std::vector<std::string> values;
  const std::string end = hint.empty() ? "" : hint.back().text;
  if (end == "." || end == "!" || end == "。") return values;  // a sentence, not a title
  for (std::size_t i = 0; i < hint.size(); ++i) {
    const bool number =
        hint[i].kind == LexemeKind::kNumeral || number_word(hint[i].text, language).has_value();
    if (number || polarity_at(hint, i)) values.push_back(hint[i].text);
  }
  return values;
}

}  // namespace

FactSubject::FactSubject(std::string_view hint, std::string_view text) {
  constexpr std::size_t kMostOfDocument = 20'000;
  AnalysedSentence title = analyse_sentence(hint, kMostLexemes);
  for (FactWord& word : fact_words(title.lexemes, title.language)) {
    document_.push_back(word.stem);
    hint_.push_back(std::move(word.stem));
  }
  for (DecisiveToken& token : title.tokens) {
    if (token.kind == DecisiveKind::kName) names_.push_back(std::move(token));
  }
  add_folded(title.lexemes, folded_);
  values_ = distinguishing_values(title.lexemes, title.language);
  sort_unique(values_);
  const std::vector<Lexeme> words = lexemes(text, kMostOfDocument);
  for (FactWord& word : fact_words(words, guess_language(words))) {
    document_.push_back(std::move(word.stem));
  }
  sort_unique(document_);
}

bool FactSubject::document_has(const std::string& stem) const {
  return std::binary_search(document_.begin(), document_.end(), stem);
}

FactSentence::FactSentence(std::string_view sentence, std::shared_ptr<const FactSubject> subject,
                           std::string_view before)
    : text_(sentence),
      analysed_(analyse_sentence(sentence, kMostLexemes)),
      subject_(std::move(subject)) {
  words_ = fact_words(analysed_.lexemes, analysed_.language);
  revises_ = says_it_revises(analysed_.lexemes);
  asks_ = is_question(analysed_.lexemes);
  stems_ = subject_->hint();
  folded_ = subject_->folded();
  for (const FactWord& word : words_) stems_.push_back(word.stem);
  add_folded(analysed_.lexemes, folded_);
  sort_unique(stems_);
  sort_unique(folded_);
  const std::vector<Lexeme> earlier = lexemes(before, kMostLexemes);
  for (FactWord& word : fact_words(earlier, analysed_.language)) {
    before_.push_back(std::move(word.stem));
  }
  sort_unique(before_);
}

bool FactSentence::window_has(const std::string& stem) const {
  return has_stem(stem) || std::binary_search(before_.begin(), before_.end(), stem);
}

bool FactSentence::has_stem(const std::string& stem) const {
  return std::binary_search(stems_.begin(), stems_.end(), stem);
}

bool FactSentence::has_word(const std::string& stem) const {
  return std::any_of(words_.begin(), words_.end(),
                     [&](const FactWord& word) { return word.stem == stem; });
}

bool FactSentence::says(const std::string& folded) const {
  return std::binary_search(folded_.begin(), folded_.end(), folded);
}

}  // namespace ragsieve
