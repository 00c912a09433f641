#include "ragsieve/detect/fact_differences.h"

#include <gtest/gtest.h>

#include <string_view>

namespace ragsieve {
namespace {

FactDifferences differences(std::string_view candidate, std::string_view trusted,
                            std::string_view trusted_hint = {}) {
  return fact_differences(FactSentence(candidate), FactSentence(trusted, trusted_hint),
                          WordRarity());
}

TEST(FactDifferences, ValuesArePairedByWhatStandsAroundThem) {
  const FactDifferences found =
      differences("A client may send 300 read requests per minute and 120 write requests.",
                  "Limits are 600 read requests per minute and 120 write requests.");
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_EQ(found.list[0].kind, DecisiveKind::kNumber);
  EXPECT_TRUE(found.list[0].same_noun);
  EXPECT_EQ(found.agreed, 1U);
}

TEST(FactDifferences, ARangeIsOneDifference) {
  const FactDifferences found = differences("Lunch is served between 11:45 and 13:30.",
                                            "Lunch is served between 11:15 and 13:00.");
  EXPECT_EQ(found.list.size(), 2U);
  EXPECT_EQ(found.groups, 1U);
}

TEST(FactDifferences, OneSubsetOfTheValuesIsNone) {
  EXPECT_TRUE(
      differences("A lease takes 3 years.", "A lease takes 3 years at 10 percent.").list.empty());
  EXPECT_TRUE(differences("A stay of seven days.", "Stays are of seven.").list.empty());
}

TEST(FactDifferences, ANameInTheTitleIsMet) {
  EXPECT_TRUE(differences("The Gannet G2 is rated to 200 metres in Bergen.",
                          "It is rated to 200 metres in Bergen.", "Gannet G2")
                  .open_candidate.empty());
}

TEST(FactDifferences, NegationOfAWordThatTheOtherAffirmsIsOne) {
  const FactDifferences found =
      differences("The instruments do not float on water.", "The instruments float on water.");
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_EQ(found.list[0].kind, DecisiveKind::kNegation);
  EXPECT_TRUE(differences("They do not float.", "They never float.").list.empty());
}

TEST(FactDifferences, OppositesAreOne) {
  const FactDifferences found =
      differences("Shares of the firm rose by 6 percent.", "Shares of the firm fell by 6 percent.");
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_EQ(found.list[0].kind, DecisiveKind::kPolarity);
}

TEST(FactDifferences, ARevisionRepeatsTheValueThatItReplaces) {
  const FactDifferences found =
      differences("The limit goes up from 600 to 900 requests.", "The limit is 600 requests.");
  EXPECT_FALSE(found.list.empty());
}

TEST(WordRarity, RareWordsWeighMoreAndNamesAreCapitalAlways) {
  WordRarity rarity;
  EXPECT_EQ(rarity.of("lunch"), 1);
  rarity.add("The lunch at Messa. Many employees like it.");
  rarity.add("Lunch is cheap at Messa, employees say.");
  rarity.add("A bridge.");
  EXPECT_LT(rarity.of("lunch"), rarity.of("bridge"));
  EXPECT_EQ(rarity.of("nowhere"), 1);
  EXPECT_EQ(rarity.documents(), 3U);
  EXPECT_TRUE(rarity.is_name("messa"));
  EXPECT_TRUE(rarity.is_ordinary("lunch"));
  EXPECT_FALSE(rarity.is_ordinary("messa"));
}

}  // namespace
}  // namespace ragsieve
