#include "ragsieve/detect/rule_set.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "ragsieve/detect/rule_pattern.h"

namespace ragsieve {
namespace {

// The automaton of many rules at once has states for each combination of half-matched rules; a few
// rules a set keep it small (measured: 4 to 8 are fastest).
constexpr std::size_t kRulesPerSet = 6;
constexpr std::int64_t kMostMemory = std::int64_t{32} << 20;  // of a set

RE2::Options set_options() {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMostMemory);
  return options;
}

Error of_rule(Error error, const InjectionRule& rule, std::string_view field) {
  error.where.field = rule.id + "." + std::string(field);
  return error;
}

using Shared = std::shared_ptr<const LazyRegex>;

// Rules of a language share their groups of words.
class Compiler {
 public:
  Result<CompiledRule> compile(const InjectionRule& rule) {
    CompiledRule compiled;
    compiled.rule = rule;
    RAGSIEVE_TRY(compiled.pattern, regex(rule, rule.pattern, "pattern"));
    RAGSIEVE_TRY(compiled.near, regexes(rule, rule.also, "near"));
    if (!rule.near.empty()) {
      RAGSIEVE_TRY(compiled.near.emplace_back(), regex(rule, rule.near, "near"));
    }
    RAGSIEVE_TRY(compiled.groups, regexes(rule, rule.groups, "groups"));
    if (!rule.unless.empty()) {
      RAGSIEVE_TRY(compiled.unless, regex(rule, rule.unless, "unless"));
    }
    return compiled;
  }

 private:
  Result<Shared> regex(const InjectionRule& rule, const std::string& pattern,
                       std::string_view field) {
    auto expression = rule_expression(pattern, rule.boundary);
    if (!expression.ok()) return of_rule(std::move(expression).error(), rule, field);
    if (const auto found = known_.find(*expression); found != known_.end()) return found->second;
    auto made = LazyRegex::make(*expression);
    if (!made.ok()) return of_rule(std::move(made).error(), rule, field);
    const Shared shared = std::move(made).value();
    known_.emplace(shared->expression(), shared);
    return shared;
  }

  Result<std::vector<Shared>> regexes(const InjectionRule& rule,
                                      const std::vector<std::string>& patterns,
                                      std::string_view field) {
    std::vector<Shared> compiled;
    for (const std::string& pattern : patterns) {
      RAGSIEVE_TRY(compiled.emplace_back(), regex(rule, pattern, field));
    }
    return compiled;
  }

  std::map<std::string, Shared> known_;  // by expression
};

}  // namespace

struct RuleSet::Group {
  std::size_t first = 0;  // rule of the set's pattern 0
  std::size_t size = 0;
  std::unique_ptr<RE2::Set> set;
};

RuleSet::RuleSet() = default;
RuleSet::RuleSet(RuleSet&&) noexcept = default;
RuleSet& RuleSet::operator=(RuleSet&&) noexcept = default;
RuleSet::~RuleSet() = default;

Result<RuleSet> RuleSet::compile(const std::vector<InjectionRule>& rules) {
  RuleSet all;
  Compiler compiler;
  for (const InjectionRule& rule : rules) {
    RAGSIEVE_TRY(all.rules_.emplace_back(), compiler.compile(rule));
    if (all.groups_.empty() || all.groups_.back().size == kRulesPerSet) {
      all.groups_.push_back(
          {all.rules_.size() - 1, 0, std::make_unique<RE2::Set>(set_options(), RE2::UNANCHORED)});
    }
    Group& group = all.groups_.back();
    std::string reason;
    if (group.set->Add(all.rules_.back().pattern->expression(), &reason) < 0) {
      return of_rule(make_error(Code::kInvalidConfig, "RE2 refuses the pattern: " + reason), rule,
                     "pattern");
    }
    ++group.size;
  }
  for (const Group& group : all.groups_) {
    if (group.set->Compile()) continue;
    return of_rule(make_error(Code::kTooLarge,
                              "this rule and the next ones together need more than 32 MiB; make "
                              "their patterns smaller"),
                   all.rules_[group.first].rule, "pattern");
  }
  return all;
}

std::vector<const CompiledRule*> RuleSet::candidates(const std::string& text) const {
  std::vector<const CompiledRule*> found;
  std::vector<int> ids;
  for (const Group& group : groups_) {
    ids.clear();
    RE2::Set::ErrorInfo error{RE2::Set::kNoError};
    if (!group.set->Match(text, &ids, &error) && error.kind != RE2::Set::kNoError) {
      for (std::size_t i = 0; i < group.size; ++i) ids.push_back(static_cast<int>(i));
    }
    std::ranges::sort(ids);
    for (const int id : ids) found.push_back(&rules_[group.first + static_cast<std::size_t>(id)]);
  }
  return found;
}

}  // namespace ragsieve
