#include "ragsieve/detect/injection_concepts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "ragsieve/detect/rule_pattern.h"

namespace ragsieve {
namespace {

constexpr std::size_t kMostNames = 64;  // bits of ConceptBits

Error of_concept(Error error, const InjectionConcept& concept_of) {
  error.where.field = concept_of.language + ".concepts." + concept_of.name;
  return error;
}

Result<std::shared_ptr<const LazyRegex>> regex_of(const InjectionConcept& from) {
  auto expression = rule_expression(from.pattern, from.boundary);
  if (!expression.ok()) return of_concept(std::move(expression).error(), from);
  auto made = LazyRegex::make(*expression);
  if (!made.ok()) return of_concept(std::move(made).error(), from);
  return std::shared_ptr<const LazyRegex>(std::move(made).value());
}

}  // namespace

Result<InjectionConcepts> InjectionConcepts::compile(
    const std::vector<InjectionConcept>& concepts) {
  InjectionConcepts made;
  std::set<std::string> names;
  for (const InjectionConcept& from : concepts) names.insert(from.name);
  if (names.size() > kMostNames) {
    return make_error(Code::kTooLarge, "found " + std::to_string(names.size()) +
                                           " names of concepts, expected at "
                                           "most 64 in all rule files");
  }
  made.names_.assign(names.begin(), names.end());
  for (const InjectionConcept& from : concepts) {
    const int language = sentence_language_index(from.language);
    if (language == kNoLanguage) continue;
    const auto name = std::ranges::lower_bound(made.names_, from.name);
    RAGSIEVE_TRY(auto pattern, regex_of(from));
    made.entries_.push_back(
        {static_cast<std::size_t>(name - made.names_.begin()), language, std::move(pattern)});
  }
  for (std::size_t i = 0; i < made.names_.size(); ++i) {
    const std::string& name = made.names_[i];
    if (name == "ai" || name == "note" || name == "order" || name == "you" || name == "answer") {
      made.openers_ |= ConceptBits{1} << i;
    }
  }
  return made;
}

ConceptBits InjectionConcepts::match(std::string_view sentence, LanguageBits languages,
                                     ConceptBits which) const {
  ConceptBits found = 0;
  for (const Entry& entry : entries_) {
    const ConceptBits own = ConceptBits{1} << entry.name;
    if ((languages >> static_cast<unsigned>(entry.language) & 1U) == 0) continue;
    if ((which & own) == 0 || (found & own) != 0) continue;
    if (entry.pattern->matches(sentence, false)) found |= own;
  }
  return found;
}

ConceptBits InjectionConcepts::of(std::string_view sentence, LanguageBits languages) const {
  const ConceptBits opened = match(sentence, languages, openers_);
  return opened == 0 ? 0 : opened | match(sentence, languages, ~openers_);
}

}  // namespace ragsieve
