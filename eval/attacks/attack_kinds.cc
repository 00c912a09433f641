#include "eval/attacks/attack_kinds.h"

#include <algorithm>

namespace ragsieve::eval {

std::vector<AttackKind> attack_kinds() {
  return {{"question_prefix", kTexts, question_prefix},
          {"paraphrase_set", kTexts, paraphrase_set},
          {"trigger_contiguous", kTexts, trigger_contiguous},
          {"trigger_dispersed", kTexts, trigger_dispersed},
          {"camouflage", kTexts, camouflage},
          {"fact_flip", 1, fact_flip},
          {"cross_lingual", kTexts, cross_lingual},
          {"homoglyph", kTexts, homoglyph},
          {"hidden_instruction", 2, hidden_instruction},
          {"joint", 1, joint},
          {"greedy_prefix", 1, greedy_prefix}};
}

Result<std::vector<AttackKind>> chosen_kinds(const std::vector<std::string>& names) {
  std::vector<AttackKind> all = attack_kinds();
  if (names.empty()) return all;
  std::vector<AttackKind> chosen;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &AttackKind::name);
    if (found == all.end()) {
      std::string list;
      for (const AttackKind& kind : all) list += (list.empty() ? "" : ", ") + kind.name;
      return make_error(Code::kInvalidArgument,
                        "the kind '" + name + "' is unknown, expected one of " + list,
                        Where{"", 0, "kind"});
    }
    if (std::ranges::find(chosen, name, &AttackKind::name) != chosen.end()) {
      return make_error(Code::kInvalidArgument,
                        "the kind " + name + " is named twice; name it once", Where{"", 0, "kind"});
    }
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace ragsieve::eval
