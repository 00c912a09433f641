#include "eval/attacks/synonyms.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ragsieve::eval {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;
constexpr std::array<Pair, 44> kSynonyms{{{"answer", "reply"},
                                          {"author", "writer"},
                                          {"based", "founded"},
                                          {"began", "started"},
                                          {"big", "large"},
                                          {"book", "volume"},
                                          {"born", "delivered"},
                                          {"car", "automobile"},
                                          {"city", "town"},
                                          {"common", "frequent"},
                                          {"company", "firm"},
                                          {"country", "nation"},
                                          {"created", "made"},
                                          {"died", "passed away"},
                                          {"famous", "well-known"},
                                          {"film", "movie"},
                                          {"important", "major"},
                                          {"known", "recognised"},
                                          {"largest", "biggest"},
                                          {"little", "hardly any"},
                                          {"located", "situated"},
                                          {"made", "produced"},
                                          {"main", "principal"},
                                          {"movie", "film"},
                                          {"most", "the majority of"},
                                          {"name", "title"},
                                          {"people", "persons"},
                                          {"played", "performed"},
                                          {"question", "query"},
                                          {"recent", "newer"},
                                          {"released", "issued"},
                                          {"reported", "noted"},
                                          {"retailer", "shop"},
                                          {"say", "hold"},
                                          {"show", "programme"},
                                          {"song", "tune"},
                                          {"sources", "works"},
                                          {"state", "report"},
                                          {"subject", "matter"},
                                          {"team", "side"},
                                          {"used", "employed"},
                                          {"widely", "broadly"},
                                          {"won", "gained"},
                                          {"wrote", "penned"}}};

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '\'' || static_cast<unsigned char>(c) >= 0x80;
}

std::string changed(std::string_view text, Random& random) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const auto found = std::ranges::find(kSynonyms, word, &Pair::first);
    const bool replace = found != kSynonyms.end() && random.below(2) == 0;
    out += replace ? found->second : word;
    if (end < text.size()) out += text[end++];
    at = end;
  }
  return out;
}

}  // namespace

std::string with_synonyms(std::string_view text, std::string_view kept, Random& random) {
  std::string capital(kept);  // at the front of a sentence
  if (!kept.empty() && kept[0] >= 'a' && kept[0] <= 'z') {
    capital[0] = static_cast<char>(kept[0] - 'a' + 'A');
  }
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next =
        kept.empty() ? text.size()
                     : std::min({text.find(kept, at), text.find(capital, at), text.size()});
    out += changed(text.substr(at, next - at), random);
    at = std::min(next + kept.size(), text.size());
    out += text.substr(next, at - next);
    if (kept.empty()) break;
  }
  return out;
}

}  // namespace ragsieve::eval
