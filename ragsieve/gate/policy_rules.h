// The operator's policy applied: which findings the allow list silences, and what becomes of a
// document. Pure, thread-safe.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ragsieve/core/policy.h"
#include "ragsieve/core/screen_records.h"

namespace ragsieve {

// What the rules need from outside.
struct PolicySurroundings {
  // Lower-case hexadecimal sha256 of a text, for entries that name a digest. Without it they
  // silence nothing.
  std::function<std::string(std::string_view)> sha256_hex;
  // "2026-11-30", UTC, for entries with a last day. Empty: those silence nothing.
  std::string today;
};

// The name of the conflict rule in allow entries; injection findings go by their own rule.
inline constexpr std::string_view kConflictRule = "fact_conflict";

// The first entry that silences this rule on exactly this text; null where none does. A text is
// never silenced by a part of it, nor an empty one at all.
[[nodiscard]] const AllowEntry* silencing_entry(const Policy& policy, std::string_view rule,
                                                std::string_view span_text,
                                                const PolicySurroundings& surroundings);

[[nodiscard]] bool silenced(const Policy& policy, std::string_view rule, std::string_view span_text,
                            const PolicySurroundings& surroundings);

// The injection score without the silenced findings: the record's own where none is silenced, else
// 1 - prod(1 - weight) of the others, never above the record's own. The spans hold their texts.
[[nodiscard]] Millionths injection_score(const InjectionRecord& injection, const Policy& policy,
                                         const PolicySurroundings& surroundings);

// Whether a conflict counts: with a supported fact, at the policy's cosine, neither superseded nor
// silenced.
[[nodiscard]] bool counts(const ConflictRecord& conflict, const Policy& policy,
                          const PolicySurroundings& surroundings);

enum class DocumentAction {
  kAdmit,
  kMark,  // goes on, marked
  kHold,  // waits for a reviewer
  kRefuse,
  kReport,  // the mode leaves it to the caller
};

// Only ADMIT admits. INCOMPLETE is held in every mode but observe: it is not looked at.
[[nodiscard]] DocumentAction action_of(PolicyMode mode, Verdict verdict);

}  // namespace ragsieve
