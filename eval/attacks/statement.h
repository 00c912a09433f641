// A question and an answer as one sentence, by rules over where the question word stands: "Who
// wrote the book" and "Bob" give "Bob wrote the book." English; what fits no rule is quoted. Pure,
// thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace ragsieve::eval {

// `question` without its question mark, `answer` without its full stop. The answer stands in the
// sentence as it is, but for a capital at the sentence's front.
[[nodiscard]] std::string statement_of(std::string_view question, std::string_view answer);

}  // namespace ragsieve::eval
