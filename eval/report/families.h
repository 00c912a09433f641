// Which attacks were looked at while tuning and which are only reported (methods.md section 5).
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace ragsieve::eval {

enum class FamilyUse { kDevelopment, kReport, kNotCounted };

// Of the name of one attack. An attack that methods.md does not name is reported; what mostly lacks
// its target answer, and a family of several attacks, is shown and left out of macro means.
[[nodiscard]] inline FamilyUse use_of(std::string_view family) {
  constexpr std::array<std::string_view, 6> kDevelopment{
      "poisonedrag_black", "poisonedrag_hotflip_contriever", "llm_gpt4",
      "garag_typos",       "advdecoding_trigger_contriever", "adaptive_synonym"};
  if (std::ranges::find(kDevelopment, family) != kDevelopment.end()) {
    return FamilyUse::kDevelopment;
  }
  const bool joined = family.find('+') != family.npos;
  if (joined || family == "blind_llm_context") return FamilyUse::kNotCounted;
  return FamilyUse::kReport;
}

[[nodiscard]] inline std::string_view use_name(FamilyUse use) {
  switch (use) {
    case FamilyUse::kDevelopment:
      return "development";
    case FamilyUse::kReport:
      return "report";
    case FamilyUse::kNotCounted:
      return "not counted";
  }
  return "";
}

}  // namespace ragsieve::eval
