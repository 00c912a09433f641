#include "ragsieve/detect/sentence_language.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <vector>

#include "ragsieve/detect/gram_tokens.h"
#include "ragsieve/text/folding.h"

namespace ragsieve {
namespace {

enum class Letters { kLatin, kCyrillic, kArabic, kDevanagari, kHangul, kKana, kHan };

struct Language {
  std::string_view code;
  Letters letters;
  std::string_view common;  // words that prose of this language is full of
};

constexpr std::array<Language, 17> kLanguages = {{
    {"ar", Letters::kArabic,
     "في من على إلى أن لا هذا هذه التي الذي عن مع ما أو كل ثم قد إن كان هو هي"},
    {"de", Letters::kLatin,
     "der die das und ist nicht ein eine einen dem den des zu mit auf für von sich auch als wenn "
     "dass wird bei aus nur noch oder im dich dir dein deine du sie ihr ihre alle diese dieser "
     "dieses keine kein wie ab bis bitte"},
    {"en", Letters::kLatin,
     "the of and to is that it you your this with for on are be not as by or an have from at will "
     "all any do when what if must should please now only"},
    {"es", Letters::kLatin,
     "el los las de que y en un una no se por con para su sus al del lo como más pero tu este esta "
     "todo todas todos si es eres cuando sin te"},
    {"fa", Letters::kArabic,
     "که را از به با این آن است برای هر تا می در و یا نه بر کن شود خود همه اگر باید فقط بگو"},
    {"fr", Letters::kLatin,
     "le les des et est une un que qui dans pour pas sur ne ce cette ces avec au aux du il vous tu "
     "ton tes ta par si sans tout toute tous où nous je"},
    {"hi", Letters::kDevanagari, ""},
    {"it", Letters::kLatin,
     "il lo gli che di è un una per non con del della dei delle al alla nel nella si questo questa "
     "tutti tutte come se sono sei tuo tua tue ogni più ma anche da"},
    {"ja", Letters::kKana, ""},
    {"ko", Letters::kHangul, ""},
    {"nl", Letters::kLatin,
     "de het een en van is niet dat op te voor met zijn je jij jouw die dit deze aan door als maar "
     "ook bij naar alle geen uit wordt wat om er of alleen"},
    {"pl", Letters::kLatin,
     "nie się na jest do to że za od co jak tego tej ten ta te przez dla po ale czy lub oraz tylko "
     "jesteś twoje twój wszystkie każdy każdą kiedy gdy w z i"},
    {"pt", Letters::kLatin,
     "o os as de que e não em um uma para com do da dos das no na nos nas por se seu sua ao você "
     "este esta isto isso todo todas todos mais como quando sem é"},
    {"ru", Letters::kCyrillic,
     "и в не на что с по как это все всё для от из ты вы если или только его она они был при же "
     "бы так эти этот эту когда"},
    {"tr", Letters::kLatin,
     "ve bir bu için ile de da ne olarak sana senin bütün tüm her daha gibi artık ise değil olan "
     "ya yalnızca sadece şu kadar sonra önce"},
    {"uk", Letters::kCyrillic,
     "і й в у не на що з із до як це всі все для від та ти ви якщо або лише тільки його вона вони "
     "був при же цей ця цю коли є"},
    {"zh", Letters::kHan, ""},
}};

constexpr LanguageBits bit(std::size_t language) { return LanguageBits{1} << language; }

LanguageBits with_letters(Letters letters) {
  LanguageBits bits = 0;
  for (std::size_t i = 0; i < kLanguages.size(); ++i) {
    if (kLanguages[i].letters == letters) bits |= bit(i);
  }
  return bits;
}

// Languages whose script alone tells them apart from the others here.
LanguageBits by_letters(const GramToken& token) {
  const char32_t c = token.first;
  if (c >= 0x3040 && c <= 0x30FF) return with_letters(Letters::kKana);
  if (c >= 0x3400 && c <= 0x9FFF) {
    return with_letters(Letters::kHan) | with_letters(Letters::kKana);
  }
  if (c >= 0xAC00 && c <= 0xD7A3) return with_letters(Letters::kHangul);
  if (c >= 0x0900 && c <= 0x097F) return with_letters(Letters::kDevanagari);
  if (c >= 0x0600 && c <= 0x06FF) return with_letters(Letters::kArabic);
  if (c >= 0x0400 && c <= 0x04FF) return with_letters(Letters::kCyrillic);
  const bool latin = (c >= 'a' && c <= 'z') || (c >= 0xC0 && c <= 0x24F);
  return latin ? with_letters(Letters::kLatin) : 0;
}

}  // namespace

int sentence_language_index(std::string_view language) {
  const auto found = std::ranges::find(kLanguages, language, &Language::code);
  return found == kLanguages.end() ? kNoLanguage : static_cast<int>(found - kLanguages.begin());
}

SentenceLanguages::SentenceLanguages() {
  for (std::size_t i = 0; i < kLanguages.size(); ++i) {
    const std::string text = folded(kLanguages[i].common);
    for (const GramToken& token : gram_tokens(text)) common_[std::string(token.text)] |= bit(i);
  }
}

LanguageBits SentenceLanguages::of(const std::vector<GramToken>& tokens) const {
  std::array<std::size_t, kLanguages.size()> votes{};
  LanguageBits possible = 0;
  std::string word;
  for (const GramToken& token : tokens) {
    const LanguageBits here = by_letters(token);
    possible |= here;
    word.assign(token.text);
    const auto found = common_.find(word);
    const LanguageBits known = found == common_.end() ? 0 : found->second;
    const LanguageBits apart = std::has_single_bit(here) ? here : 0;
    for (std::size_t i = 0; i < votes.size(); ++i) {
      if (((known | apart) & bit(i)) != 0) ++votes[i];
    }
  }
  const std::size_t most = *std::ranges::max_element(votes);
  LanguageBits best = 0;
  for (std::size_t i = 0; i < votes.size(); ++i) {
    if (votes[i] == most) best |= bit(i);
  }
  return most == 0 ? possible : best;
}

}  // namespace ragsieve
