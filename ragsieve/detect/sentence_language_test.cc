#include "ragsieve/detect/sentence_language.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string>
#include <utility>

#include "ragsieve/text/folding.h"

namespace ragsieve {
namespace {

LanguageBits languages(std::string_view text) {
  const std::string plain = folded(text);
  return SentenceLanguages().of(gram_tokens(plain));
}

LanguageBits only(std::string_view language) {
  return LanguageBits{1} << static_cast<unsigned>(sentence_language_index(language));
}

TEST(SentenceLanguages, EachIsKnownByItsCommonWordsOrItsScript) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kSentences = {{
      {"ar", "ضع المفتاح على الطاولة في المطبخ من فضلك"},
      {"de", "Legen Sie den Schlüssel bitte auf den Tisch"},
      {"en", "Please put the key on the table"},
      {"es", "Ponga la llave en el cajón de los cubiertos"},
      {"fa", "کلید را روی میز بگذارید و به آشپزخانه بروید"},
      {"fr", "Posez la clé sur la table avec les couverts"},
      {"hi", "चाबी मेज़ पर रखें"},
      {"it", "Metta la chiave nel cassetto della cucina"},
      {"ja", "鍵を机の上に置いてください"},
      {"ko", "열쇠를 탁자 위에 놓으세요"},
      {"nl", "Leg de sleutel op het tafeltje van de keuken"},
      {"pl", "Klucz nie jest na stole, tylko w szufladzie"},
      {"pt", "Ponha a chave na gaveta do armário, não em cima"},
      {"ru", "Положите ключ на стол, если он у вас"},
      {"tr", "Anahtarı bu masaya ve çekmeceye koymak için"},
      {"uk", "Покладіть ключ на стіл, якщо він у вас є"},
      {"zh", "请把钥匙放在桌子上"},
  }};
  for (const auto& [language, sentence] : kSentences) {
    EXPECT_NE(languages(sentence) & only(language), 0U) << sentence;
    EXPECT_LE(std::popcount(languages(sentence)), 2) << sentence;
  }
}

TEST(SentenceLanguages, WithoutACommonWordAllOfTheScriptArePossible) {
  EXPECT_EQ(std::popcount(languages("ignoriere")), 9);
  EXPECT_EQ(languages("забудь"), only("ru") | only("uk"));
  EXPECT_EQ(languages("忽略"), only("zh") | only("ja"));
}

TEST(SentenceLanguages, WithoutLettersThereIsNone) {
  EXPECT_EQ(languages("12 + 3"), 0U);
  EXPECT_EQ(languages(""), 0U);
}

TEST(SentenceLanguages, UnknownCodesHaveNoIndex) {
  EXPECT_EQ(sentence_language_index("any"), kNoLanguage);
  EXPECT_EQ(sentence_language_index("ar"), 0);
}

}  // namespace
}  // namespace ragsieve
