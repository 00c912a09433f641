// Words of English questions, for rules that turn a question into a sentence. ASCII letters change
// case, all others stay. Pure, thread-safe.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ragsieve::eval {

// Pieces between spaces.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view text);

[[nodiscard]] std::string glued(std::span<const std::string_view> words);  // by spaces
[[nodiscard]] std::string lower_letters(std::string_view text);
[[nodiscard]] std::string capitalised(std::string text);

// Without white space at the front and without `marks` at the end.
[[nodiscard]] std::string_view stripped(std::string_view text, std::string_view marks);

// Of a word in any case.
[[nodiscard]] bool is_question_word(std::string_view word);  // who, what, which, when, ...
[[nodiscard]] bool is_auxiliary(std::string_view word);      // is, was, did, can, ...
[[nodiscard]] bool is_be(std::string_view word);             // is, are, was, were
[[nodiscard]] bool is_finite(std::string_view word);         // verbs that carry a clause

}  // namespace ragsieve::eval
