#include "ragsieve/text/revision_marks.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace ragsieve {
namespace {

// Folded phrases, words joined by one space; each stands between spaces in the joined sentence.
constexpr auto kMarks = std::to_array<std::string_view>({
    " as of ",
    " with effect from ",
    " effective from ",
    " takes effect ",
    " instead of ",
    " in place of ",
    " rather than ",
    " no longer ",
    " until now ",
    " up to now ",
    " until then ",
    " till now ",
    " so far ",
    " formerly ",
    " previously ",
    " the previous ",
    " the old ",
    " the earlier ",
    " earlier notice ",
    " earlier rule ",
    " has been raised ",
    " have been raised ",
    " has been lowered ",
    " has been reduced ",
    " has been increased ",
    " has been changed ",
    " has been moved ",
    " has been extended ",
    " has lowered ",
    " has raised ",
    " has changed ",
    " has increased ",
    " has reduced ",
    " has extended ",
    " goes up from ",
    " rises from ",
    " rise from ",
    " falls from ",
    " fall from ",
    " drops from ",
    " drop from ",
    " replaces ",
    " supersedes ",
    " correction ",
    " corrected ",
    " revised ",
    " amended ",
    " now works ",
    " from now on ",
    " as before ",
    " than before ",
    " than announced ",
    " first planned ",
    " originally ",
    " used to be ",
    " was then ",
    " is now ",
    " are now ",
    " now range ",
    " now ranges ",
    " statt ",
    " anstatt ",
    " bisher ",
    " bislang ",
    " kunftig ",
    " nunmehr ",
    " nicht mehr ",
    " ab dem ",
    " ab sofort ",
    " seit dem ",
    " a partir de ",
    " a partir du ",
    " a compter du ",
    " au lieu de ",
    " desormais ",
    " passe de ",
    " jusqu ici ",
    " auparavant ",
    " ne plus ",
    " en lugar de ",
    " en vez de ",
    " hasta ahora ",
    " ya no ",
    " desde el ",
    " pasa de ",
    " anteriormente ",
    " sustituye ",
    " вместо ",
    " больше не ",
    " отныне ",
    " ранее ",
    " теперь ",
    " вступает в силу ",
});
// Without spaces between: ideographs.
constexpr auto kIdeographMarks =
    std::to_array<std::string_view>({"由原来", "原来的", "延长至", "调整为", "改为", "不再", "自今",
                                     "此前", "取代", "上调", "下调", "变更"});

}  // namespace

bool says_it_revises(const std::vector<Lexeme>& sentence) {
  std::string words = " ";
  std::string ideographs;
  for (const Lexeme& lexeme : sentence) {
    if (lexeme.kind == LexemeKind::kIdeograph) {
      ideographs += lexeme.text;
    } else if (lexeme.kind != LexemeKind::kSymbol) {
      words += lexeme.text + " ";
    }
  }
  const auto in = [](const std::string& text) {
    return [&text](std::string_view mark) { return text.find(mark) != std::string::npos; };
  };
  return std::any_of(kMarks.begin(), kMarks.end(), in(words)) ||
         std::any_of(kIdeographMarks.begin(), kIdeographMarks.end(), in(ideographs));
}

}  // namespace ragsieve
