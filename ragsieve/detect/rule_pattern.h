// Patterns of the injection rules: RE2 with macros, matched on folded text (text/folding.h), so
// literal letters of a pattern are folded too.
//   {_}   what may stand between two words of a phrase: white space, quotation marks, emphasis
//   {_?}  the same or nothing
//   {,}   the same with commas, colons and dashes
//   {..n} up to n words, each with {_} behind it; {,..n} each with {,}
//   {w}   one word; {*} the rest of one, or nothing
//   {~n}  up to n characters that end no sentence (scripts without spaces)
//   {line} start of a line, behind quotation marks, bullets and emphasis
// RE2's \b \w \d and their opposites know ASCII only and are refused. Thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"

namespace re2 {
class RE2;
}

namespace ragsieve {

struct RulePattern {
  RulePattern();
  RulePattern(RulePattern&&) noexcept;
  RulePattern& operator=(RulePattern&&) noexcept;
  ~RulePattern();

  std::string expression;           // what RE2 gets
  std::unique_ptr<re2::RE2> regex;  // its first group is the match without the edges of words
};

// RE2 syntax of `pattern`, without boundaries. kInvalidConfig: a macro that does not exist, an
// escape that is refused.
[[nodiscard]] Result<std::string> expand_macros(std::string_view pattern);

// What RE2 gets: expanded, the match as first group, with `boundary` between edges of words.
[[nodiscard]] Result<std::string> rule_expression(std::string_view pattern, bool boundary);

// Compiled; with `boundary` it starts and ends where a word does. kInvalidConfig with RE2's reason;
// kTooLarge where it needs too much memory.
[[nodiscard]] Result<RulePattern> compile_pattern(std::string_view pattern, bool boundary);

}  // namespace ragsieve
