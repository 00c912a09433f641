#include "ragsieve/config/injection_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "ragsieve/config/toml.h"
#include "ragsieve/json/value.h"

namespace ragsieve {
namespace {

using json::Value;

constexpr std::size_t kMostRules = 1000;
constexpr std::size_t kMostTextBytes = std::size_t{16} << 10;
constexpr std::size_t kMostIdBytes = 64;
constexpr std::size_t kMostReach = 3;
constexpr std::size_t kMostGroups = 24;
constexpr std::size_t kMostConcepts = 64;
constexpr std::array<std::string_view, 10> kCategories = {
    "override",  "role",        "instruct",  "conceal", "exfiltrate",
    "authority", "role_header", "delimiter", "target",  "tool"};
constexpr std::array<std::string_view, 13> kRuleKeys = {
    "at_least", "boundary", "category", "groups", "id",     "near",  "near_miss",
    "pattern",  "reach",    "sample",   "soft",   "unless", "weight"};
constexpr std::array<std::string_view, 9> kFileKeys = {
    "concept_boundary", "concepts", "discussion", "introduction", "language",
    "macros",           "rule",     "topics",     "version"};

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kMostIdBytes && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// What stands in one file; errors carry its path and the part that is wrong.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  Result<RuleFile> read(const Value& file) {
    RAGSIEVE_CHECK(known_keys(file, kFileKeys, ""));
    RuleFile rules;
    RAGSIEVE_TRY(rules.version, text(file, "version", "version"));
    RAGSIEVE_TRY(language_, text(file, "language", "language"));
    if (!is_name(language_)) return wrong("language", "expected a name such as \"en\" or \"any\"");
    if (const Value* macros = file.find("macros")) RAGSIEVE_CHECK(read_macros(*macros));
    RAGSIEVE_TRY(rules.discussion, texts(file, "discussion"));
    RAGSIEVE_TRY(rules.topics, texts(file, "topics"));
    RAGSIEVE_TRY(rules.introduction, texts(file, "introduction"));
    RAGSIEVE_CHECK(read_concepts(file, rules.concepts));
    RAGSIEVE_CHECK(read_rules(file, rules));
    return rules;
  }

 private:
  [[nodiscard]] Error wrong(const std::string& field, std::string message,
                            Code code = Code::kInvalidConfig) const {
    return make_error(code, std::move(message), Where{path_, 0, field});
  }

  template <std::size_t N>
  [[nodiscard]] Status known_keys(const Value& table, const std::array<std::string_view, N>& known,
                                  const std::string& prefix) const {
    for (const auto& [key, value] : *table.object()) {
      if (std::ranges::find(known, key) != known.end()) continue;
      std::string list;
      for (const std::string_view name : known)
        list += (list.empty() ? "" : ", ") + std::string(name);
      return wrong(prefix + key, "unknown key, expected one of " + list);
    }
    return ok_status();
  }

  [[nodiscard]] Status check_size(const std::string& value, const std::string& field) const {
    if (value.size() <= kMostTextBytes) return ok_status();
    return wrong(field,
                 "is " + std::to_string(value.size()) + " bytes long, expected at most " +
                     std::to_string(kMostTextBytes),
                 Code::kTooLarge);
  }

  // A text that is not empty.
  [[nodiscard]] Result<std::string> text(const Value& table, std::string_view key,
                                         const std::string& field) const {
    const Value* value = table.find(key);
    if (value == nullptr) return wrong(field, "is missing, expected a text");
    if (value->string() == nullptr || value->string()->empty()) {
      return wrong(field, "found " + std::string(value->type_name()) +
                              ", expected a text that is not empty");
    }
    RAGSIEVE_CHECK(check_size(*value->string(), field));
    return *value->string();
  }

  Status read_macros(const Value& table) {
    if (table.object() == nullptr) return wrong("macros", "expected a table of texts");
    for (const auto& [name, value] : *table.object()) {
      const std::string field = "macros." + name;
      if (!is_name(name) || (name[0] >= '0' && name[0] <= '9')) {
        return wrong(field, "expected a name of a-z, 0-9 and _");
      }
      RAGSIEVE_TRY(std::string body, text(table, name, field));
      macros_[name] = "(?:" + std::move(body) + ")";
    }
    return ok_status();
  }

  Status read_concepts(const Value& file, std::vector<ConceptEntry>& concepts) const {
    const Value* table = file.find("concepts");
    if (table == nullptr) return ok_status();
    if (table->object() == nullptr) return wrong("concepts", "expected a table of texts");
    bool boundary = true;
    RAGSIEVE_CHECK(read_flag(file, "concept_boundary", "", boundary));
    for (const auto& [name, value] : *table->object()) {
      if (!is_name(name)) return wrong("concepts." + name, "expected a name of a-z, 0-9 and _");
      if (concepts.size() == kMostConcepts) {
        return wrong("concepts", "expected at most 64 of them", Code::kTooLarge);
      }
      RAGSIEVE_TRY(std::string body, pattern(*table, name, "concepts"));
      concepts.push_back({name, language_, std::move(body), boundary});
    }
    return ok_status();
  }

  // Replaces {name} where the file defines it; macros may use macros that sort before them.
  [[nodiscard]] Result<std::string> expand(const std::string& pattern,
                                           const std::string& field) const {
    std::string out = pattern;
    constexpr int kMostRounds = 4;
    for (int round = 0; round < kMostRounds; ++round) {
      std::string next;
      for (std::size_t at = 0; at < out.size();) {
        const std::size_t end = out[at] == '{' ? out.find('}', at) : std::string::npos;
        const auto macro = end == std::string::npos
                               ? macros_.end()
                               : macros_.find(out.substr(at + 1, end - at - 1));
        if (macro == macros_.end()) {
          next += out[at++];
        } else {
          next += macro->second;
          at = end + 1;
        }
        RAGSIEVE_CHECK(check_size(next, field));
      }
      if (next == out) break;
      out = std::move(next);
    }
    return out;
  }

  [[nodiscard]] Result<std::vector<std::string>> texts(const Value& table,
                                                       const std::string& key) const {
    std::vector<std::string> list;
    const Value* value = table.find(key);
    if (value == nullptr) return list;
    if (value->array() == nullptr) return wrong(key, "expected a list of texts");
    for (const Value& item : *value->array()) {
      if (item.string() == nullptr || item.string()->empty()) {
        return wrong(key, "expected a list of texts that are not empty");
      }
      if (list.size() == kMostRules) return wrong(key, "has too many texts", Code::kTooLarge);
      RAGSIEVE_TRY(list.emplace_back(), expand(*item.string(), key));
    }
    return list;
  }

  Status read_rules(const Value& file, RuleFile& rules) {
    const Value* list = file.find("rule");
    if (list == nullptr) return ok_status();
    if (list->array() == nullptr) return wrong("rule", "expected [[rule]] tables");
    if (list->array()->size() > kMostRules) {
      return wrong("rule",
                   std::to_string(list->array()->size()) + " rules, expected at most " +
                       std::to_string(kMostRules) + " in a file",
                   Code::kTooLarge);
    }
    for (std::size_t i = 0; i < list->array()->size(); ++i) {
      RAGSIEVE_TRY(RuleEntry rule, read_rule((*list->array())[i], i + 1));
      const auto same = [&](const RuleEntry& other) { return other.id == rule.id; };
      if (std::ranges::any_of(rules.rules, same)) {
        return wrong(rule.id, "a rule of this id exists already; give this one another id");
      }
      rules.rules.push_back(std::move(rule));
    }
    return ok_status();
  }

  [[nodiscard]] Result<RuleEntry> read_rule(const Value& table, std::size_t number) const {
    const std::string at = "rule " + std::to_string(number);
    if (table.object() == nullptr) return wrong(at, "expected a table");
    RuleEntry rule;
    RAGSIEVE_TRY(const std::string name, text(table, "id", at + ".id"));
    if (!is_name(name)) return wrong(at + ".id", "expected a name of a-z, 0-9 and _");
    rule.id = language_ + "." + name;
    rule.language = language_;
    RAGSIEVE_CHECK(known_keys(table, kRuleKeys, rule.id + "."));
    RAGSIEVE_TRY(rule.category, text(table, "category", rule.id + ".category"));
    if (std::ranges::find(kCategories, rule.category) == kCategories.end()) {
      return wrong(rule.id + ".category", "found \"" + rule.category + "\", expected one of " +
                                              "override, role, instruct, conceal, exfiltrate, "
                                              "authority, role_header, delimiter, target, tool");
    }
    RAGSIEVE_TRY(rule.pattern, pattern(table, "pattern", rule.id));
    RAGSIEVE_TRY(rule.also, patterns(table, "near", rule.id));
    if (!rule.also.empty()) {
      rule.near = std::move(rule.also.front());
      rule.also.erase(rule.also.begin());
    }
    RAGSIEVE_TRY(rule.groups, patterns(table, "groups", rule.id));
    RAGSIEVE_CHECK(read_numbers(table, rule));
    if (table.find("unless") != nullptr) {
      RAGSIEVE_TRY(rule.unless, pattern(table, "unless", rule.id));
    }
    RAGSIEVE_TRY(rule.sample, text(table, "sample", rule.id + ".sample"));
    RAGSIEVE_TRY(rule.near_miss, text(table, "near_miss", rule.id + ".near_miss"));
    return rule;
  }

  [[nodiscard]] Result<std::string> pattern(const Value& table, const std::string& key,
                                            const std::string& id) const {
    const std::string field = id + "." + key;
    RAGSIEVE_TRY(const std::string written, text(table, key, field));
    return expand(written, field);
  }

  // A text or a list of texts.
  [[nodiscard]] Result<std::vector<std::string>> patterns(const Value& table,
                                                          const std::string& key,
                                                          const std::string& id) const {
    std::vector<std::string> list;
    const Value* value = table.find(key);
    if (value == nullptr) return list;
    if (value->array() == nullptr) {
      RAGSIEVE_TRY(list.emplace_back(), pattern(table, key, id));
      return list;
    }
    const std::string field = id + "." + key;
    if (value->array()->empty() || value->array()->size() > kMostGroups) {
      return wrong(field, "expected a text or 1 to 24 of them");
    }
    for (const Value& item : *value->array()) {
      if (item.string() == nullptr || item.string()->empty()) {
        return wrong(field, "expected texts that are not empty");
      }
      RAGSIEVE_TRY(list.emplace_back(), expand(*item.string(), field));
    }
    return list;
  }

  [[nodiscard]] Status read_flag(const Value& table, const std::string& key, const std::string& id,
                                 bool& flag) const {
    const Value* value = table.find(key);
    if (value == nullptr) return ok_status();
    if (value->boolean() == nullptr) {
      return wrong(id.empty() ? key : id + "." + key, "expected true or false");
    }
    flag = *value->boolean();
    return ok_status();
  }

  struct Bound {
    const std::string& id;
    std::size_t most = 0;
  };
  [[nodiscard]] Status read_count(const Value& table, const std::string& key, const Bound& bound,
                                  std::size_t& count) const {
    const Value* value = table.find(key);
    if (value == nullptr) return ok_status();
    const auto* number = std::get_if<std::int64_t>(&value->storage());
    if (number == nullptr || *number < 0 || static_cast<std::size_t>(*number) > bound.most) {
      return wrong(bound.id + "." + key,
                   "expected an integer from 0 to " + std::to_string(bound.most));
    }
    count = static_cast<std::size_t>(*number);
    return ok_status();
  }

  [[nodiscard]] Status read_numbers(const Value& table, RuleEntry& rule) const {
    const Value* weight = table.find("weight");
    const bool in_range =
        weight != nullptr && weight->is_number() && weight->number() > 0 && weight->number() <= 1;
    if (!in_range) return wrong(rule.id + ".weight", "expected a number above 0, at most 1");
    rule.weight = weight->number();
    RAGSIEVE_CHECK(read_flag(table, "boundary", rule.id, rule.boundary));
    RAGSIEVE_CHECK(read_flag(table, "soft", rule.id, rule.soft));
    RAGSIEVE_CHECK(read_count(table, "reach", {rule.id, kMostReach}, rule.reach));
    return read_count(table, "at_least", {rule.id, rule.groups.size()}, rule.at_least);
  }

  const std::string& path_;
  std::string language_;
  std::map<std::string, std::string> macros_;
};

}  // namespace

Result<RuleFile> parse_rule_file(std::string_view toml, const std::string& path) {
  RAGSIEVE_TRY(const Value file, parse_toml(toml, path));
  return Reader(path).read(file);
}

}  // namespace ragsieve
