// The injection rules compiled: small RE2::Sets say which rules can match a text, the rule's own
// pattern gives the spans. Inside `detect` only. Thread-safe once compiled.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/core/injection_rules.h"
#include "ragsieve/detect/lazy_regex.h"

namespace ragsieve {

struct CompiledRule {
  InjectionRule rule;
  std::shared_ptr<const LazyRegex> pattern;  // its first group is the match
  std::vector<std::shared_ptr<const LazyRegex>> near;
  std::vector<std::shared_ptr<const LazyRegex>> groups;
  std::shared_ptr<const LazyRegex> unless;  // null for none
};

class RuleSet {
 public:
  // kInvalidConfig, kTooLarge with `id`.field where a pattern does not compile.
  [[nodiscard]] static Result<RuleSet> compile(const std::vector<InjectionRule>& rules);
  RuleSet(RuleSet&&) noexcept;
  RuleSet& operator=(RuleSet&&) noexcept;
  ~RuleSet();

  // Rules whose pattern may match `text`, in their order; never one too few.
  [[nodiscard]] std::vector<const CompiledRule*> candidates(const std::string& text) const;

 private:
  struct Group;
  RuleSet();
  std::vector<CompiledRule> rules_;
  std::vector<Group> groups_;
};

}  // namespace ragsieve
