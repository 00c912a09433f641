// The rules of the injection signal as values: what `config` reads from rules/injection/*.toml and
// from files of the user's own, and what detect/injection.h compiles. Patterns are RE2 with the
// macros of detect/rule_pattern.h, matched on the folded views of a text. No I/O.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

struct InjectionRule {
  std::string id;        // "en.ignore_previous"
  std::string category;  // "override", "role", "instruct", "conceal", "exfiltrate", "authority",
                         // "role_header", "delimiter", "target", "tool"
  std::string language;  // "en"; "any" of what belongs to none
  double weight = 0;     // (0, 1]
  std::string pattern;
  std::string near;                 // where not empty: has to match in the same window too
  std::vector<std::string> also;    // each of these as well
  std::vector<std::string> groups;  // groups of words, of which ...
  std::size_t at_least = 0;         // ... so many have to occur in the sentence
  std::string unless;               // where not empty: must not match in the same sentence
  bool boundary = true;             // the pattern starts and ends at the edge of a word
  std::size_t reach = 0;  // sentences before and behind that belong to the window of `near`
  bool soft = false;      // talk about attacks nearby takes weight, quotation or not
  std::string sample;     // must fire
  std::string near_miss;  // must not
};

// Words of one meaning in one language ("ai", "answer", "conceal"), for the classifier.
struct InjectionConcept {
  std::string name;  // the same for every language
  std::string language;
  std::string pattern;
  bool boundary = true;
};

struct InjectionRules {
  std::string version;  // of the files, "1"; of several, joined by "+"
  std::vector<InjectionRule> rules;
  std::vector<std::string> discussion;    // patterns of words that speak about attacks
  std::vector<std::string> topics;        // of words that a text about language models uses
  std::vector<std::string> introduction;  // patterns of words that introduce a quotation
  std::vector<InjectionConcept> concepts;
  std::string classifier;  // the text of detect/injection_model.h; empty: rules alone
};

// Appends `more` (its classifier too, where `into` has none); kInvalidConfig where it has an id
// that is there already (`into` is unchanged).
[[nodiscard]] Status add_rules(InjectionRules& into, InjectionRules more);

}  // namespace ragsieve
