// What a target's false answer says, as sentences that the attacks put into texts: the statement,
// ways to open with it, and sentences of our own that lend it weight. English. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "eval/attacks/target.h"

namespace ragsieve::eval {

struct Claim {
  std::string question;   // without white space and question mark at its end
  std::string topic;      // the question without "what is", "where are", "does" at its front
  std::string answer;     // the target answer without a full stop; "yes" and "no" in small letters
  bool sentence = false;  // the answer is a sentence of its own
  std::string statement;  // one sentence that gives the answer: "Bob wrote the book."
  std::string indirect;   // another: "As for who wrote the book, it is Bob."
};

[[nodiscard]] Claim make_claim(const AttackTarget& target);

// An answer as Claim::answer has it.
[[nodiscard]] std::string plain_answer(std::string_view answer);

// Whether the answer is yes, no, true or false.
[[nodiscard]] bool is_yes_or_no(std::string_view plain_answer);

// The names of the question, apart by commas: runs of words with a capital or a digit in front, the
// question's first word aside where it asks. The topic where there is none.
[[nodiscard]] std::string names_in(const Claim& claim);

// `statement` behind other words: without its full stop, and the first letter small where the word
// is an article or the like, or the question writes it small.
[[nodiscard]] std::string inside(std::string_view statement, std::string_view question);

// Sentences that open with a statement of the claim ("It is now well established that ..."), one
// for each way.
[[nodiscard]] std::vector<std::string> openings(const Claim& claim, std::string_view statement);

// Sentences that lend weight to the claim; some repeat the answer where it is no sentence.
[[nodiscard]] std::vector<std::string> supports(const Claim& claim);

[[nodiscard]] std::string joined(const std::vector<std::string>& parts);  // by spaces

}  // namespace ragsieve::eval
