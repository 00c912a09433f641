// A sentence analysed once for any number of comparisons: its words, its decisive tokens, and
// what its document is about, which a pronoun in it may stand for. Values; any thread may read.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/text/decisive_tokens.h"
#include "ragsieve/text/fact_words.h"

namespace ragsieve {

// What a document is about, shared by its sentences. Of a longer text the first 20,000 lexemes.
class FactSubject {
 public:
  // `hint`: title, heading or first words, may be empty; `text`: the document, or empty where only
  // the hint is to count.
  explicit FactSubject(std::string_view hint = {}, std::string_view text = {});

  [[nodiscard]] const std::vector<std::string>& hint() const { return hint_; }  // stems, in order
  [[nodiscard]] const std::vector<DecisiveToken>& names() const { return names_; }  // of the hint
  [[nodiscard]] const std::vector<std::string>& folded() const { return folded_; }  // of the hint
  [[nodiscard]] const std::vector<std::string>& values() const { return values_; }  // of the hint:
  // its numerals, number words and opposites ("2004", "two", "west"), sorted

  // A word of the document or its hint, by stem.
  [[nodiscard]] bool document_has(const std::string& stem) const;

 private:
  std::vector<std::string> hint_;
  std::vector<DecisiveToken> names_;
  std::vector<std::string> folded_;
  std::vector<std::string> values_;
  std::vector<std::string> document_;  // sorted stems
};

class FactSentence {
 public:
  // Of a longer sentence than 1,200 lexemes the front is compared. `before`: what stands just
  // before it in its document.
  FactSentence(std::string_view sentence, std::shared_ptr<const FactSubject> subject,
               std::string_view before = {});
  // A sentence alone, its document known by a hint only.
  explicit FactSentence(std::string_view sentence, std::string_view hint = {})
      : FactSentence(sentence, std::make_shared<const FactSubject>(hint, sentence)) {}

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const AnalysedSentence& analysed() const { return analysed_; }
  [[nodiscard]] const std::vector<FactWord>& words() const { return words_; }
  [[nodiscard]] const FactSubject& subject() const { return *subject_; }

  // A word of the sentence or its hint, by stem; a folded word or numeral of either.
  [[nodiscard]] bool has_stem(const std::string& stem) const;
  [[nodiscard]] bool has_word(const std::string& stem) const;  // of the sentence alone
  [[nodiscard]] bool says(const std::string& folded) const;
  // A word of the sentence, its hint or what stands before it.
  [[nodiscard]] bool window_has(const std::string& stem) const;

  // It says itself that it changes what was valid before: "as of", "instead of", "no longer".
  [[nodiscard]] bool revises() const { return revises_; }
  // It ends in a question mark: it states nothing.
  [[nodiscard]] bool asks() const { return asks_; }

 private:
  std::string text_;
  AnalysedSentence analysed_;
  std::vector<FactWord> words_;
  std::shared_ptr<const FactSubject> subject_;
  std::vector<std::string> stems_;   // sorted: sentence and hint
  std::vector<std::string> folded_;  // sorted: sentence and hint
  std::vector<std::string> before_;  // sorted
  bool revises_ = false;
  bool asks_ = false;
};

}  // namespace ragsieve
