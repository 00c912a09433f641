#include "eval/attacks/carrier.h"

#include <gmock/gmock.h>

#include <set>

#include "eval/attacks/testing.h"

namespace ragsieve::eval {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class Carrier : public AttackTest {};

TEST_F(Carrier, ContextComesFromRetrievedDocumentsWithoutTheCorrectAnswer) {
  Scene chosen = scene(0);
  const std::vector<std::string> context = context_sentences(chosen);
  EXPECT_THAT(context, Contains("The town lies in the valley of the river."));
  EXPECT_THAT(context, Not(Contains(HasSubstr("Founder0 "))));
  EXPECT_THAT(context, Not(Contains("It was built of stone.")));  // five words
}

TEST_F(Carrier, OpensWithTheAnswerAndTakesOneSentenceOfTheContext) {
  Scene chosen = scene(0);
  const std::vector<std::string> context = context_sentences(chosen);
  const std::vector<std::string> own = supports(chosen.claim);
  std::set<std::string> made;
  for (int i = 0; i < 20; ++i) {
    const std::vector<std::string> texts = carrier(chosen);
    ASSERT_EQ(texts.size(), 3U);
    EXPECT_THAT(texts[0], HasSubstr("Liar0 founded Town0"));
    const bool behind = testing::Value(context, Contains(texts[2]));
    EXPECT_THAT(context, Contains(texts[behind ? 2 : 1]));
    EXPECT_THAT(own, Contains(texts[behind ? 1 : 2]));
    made.insert(joined(texts));
  }
  EXPECT_GT(made.size(), 15U);
}

TEST_F(Carrier, PayloadIsOursAlone) {
  Scene chosen = scene(0);
  const std::vector<std::string> texts = payload(chosen);
  ASSERT_EQ(texts.size(), 3U);
  EXPECT_THAT(supports(chosen.claim), Contains(texts[1]));
  EXPECT_THAT(supports(chosen.claim), Contains(texts[2]));
  EXPECT_NE(texts[1], texts[2]);
}

TEST_F(Carrier, WithoutContextThereAreTwoSupports) {
  for (Document& document : data_.clean.documents) set_fields(document, "", "Too short.");
  open();
  Scene chosen = scene(0);
  EXPECT_THAT(supports(chosen.claim), Contains(carrier(chosen)[1]));
  EXPECT_THAT(supports(chosen.claim), Contains(carrier(chosen)[2]));
}

}  // namespace
}  // namespace ragsieve::eval
