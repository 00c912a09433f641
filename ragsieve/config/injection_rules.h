// Reads rule files of the injection signal (TOML, see docs/design/injection.md) and holds the ones
// that are compiled in. This folder stands below `core`, so the values are handed over as a type
// that the caller names: parse_injection_rules<InjectionRules>(toml, path). Thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ragsieve/base/result.h"

namespace ragsieve {

struct RuleEntry {  // a [[rule]]; the fields are those of core/injection_rules.h
  std::string id;   // with the language before it: "en.ignore_previous"
  std::string category;
  std::string language;
  double weight = 0;
  std::string pattern;  // the file's own macros are replaced
  std::string near;
  std::vector<std::string> also, groups;
  std::size_t at_least = 0;
  std::string unless;
  bool boundary = true;
  std::size_t reach = 0;
  bool soft = false;
  std::string sample, near_miss;
};

struct ConceptEntry {  // a line of [concepts]
  std::string name;
  std::string language;
  std::string pattern;
  bool boundary = true;
};

struct RuleFile {
  std::string version;
  std::vector<RuleEntry> rules;
  std::vector<ConceptEntry> concepts;
  std::vector<std::string> discussion, topics, introduction;
};

// kInvalidConfig names the file and the rule; kTooLarge beyond limits::kConfigBytes, 1,000 rules,
// 16 KiB a text. Patterns are checked where they are compiled.
[[nodiscard]] Result<RuleFile> parse_rule_file(std::string_view toml, const std::string& path);

struct BuiltinFile {
  std::string_view name;  // "rules/injection/en.toml"
  std::string_view text;
};
[[nodiscard]] std::span<const BuiltinFile> builtin_rule_files();
[[nodiscard]] std::string builtin_injection_classifier();

template <typename Rules>
[[nodiscard]] Rules rules_as(RuleFile file) {
  Rules rules;
  rules.version = std::move(file.version);
  for (RuleEntry& entry : file.rules) {
    rules.rules.push_back({std::move(entry.id), std::move(entry.category),
                           std::move(entry.language), entry.weight, std::move(entry.pattern),
                           std::move(entry.near), std::move(entry.also), std::move(entry.groups),
                           entry.at_least, std::move(entry.unless), entry.boundary, entry.reach,
                           entry.soft, std::move(entry.sample), std::move(entry.near_miss)});
  }
  for (ConceptEntry& entry : file.concepts) {
    rules.concepts.push_back({std::move(entry.name), std::move(entry.language),
                              std::move(entry.pattern), entry.boundary});
  }
  rules.discussion = std::move(file.discussion);
  rules.topics = std::move(file.topics);
  rules.introduction = std::move(file.introduction);
  return rules;
}

template <typename Rules>
[[nodiscard]] Result<Rules> parse_injection_rules(std::string_view toml, const std::string& path) {
  RAGSIEVE_TRY(RuleFile file, parse_rule_file(toml, path));
  return rules_as<Rules>(std::move(file));
}

// The files that are compiled in, joined, and the classifier. Their tests make an error impossible
// in a good build.
template <typename Rules>
[[nodiscard]] Result<Rules> builtin_injection_rules() {
  Rules all;
  for (const BuiltinFile& file : builtin_rule_files()) {
    RAGSIEVE_TRY(Rules rules, parse_injection_rules<Rules>(file.text, std::string(file.name)));
    RAGSIEVE_CHECK(add_rules(all, std::move(rules)));
  }
  all.classifier = builtin_injection_classifier();
  return all;
}

}  // namespace ragsieve
