#include "eval/attacks/testing.h"

namespace ragsieve::eval {
namespace {

class FactFlip : public AttackTest {};

TEST_F(FactFlip, DiffersFromTheGoldDocumentInExactlyTheAnswer) {
  const std::vector<Draft> made = drafts(fact_flip, 1);
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].title, "Town1, founded by Liar1");
  EXPECT_EQ(
      made[0].text,
      "Town1 was founded by Liar1 in the year 1811. The town lies in the valley of the river. "
      "Liar1 built the mill.");
  EXPECT_EQ(made[0].note, "of d1-0");
}

TEST_F(FactFlip, NeedsAGoldDocumentThatHoldsTheAnswer) {
  data_.relevant["q0"] = {"d0-1"};
  EXPECT_TRUE(drafts(fact_flip, 0).empty());
  data_.relevant.erase("q1");
  EXPECT_TRUE(drafts(fact_flip, 1).empty());
  EXPECT_TRUE(drafts(fact_flip, 5).empty());  // answered by no
  data_.relevant["q2"] = {"d2-0", "d2-1", "gone"};
  EXPECT_EQ(drafts(fact_flip, 2).size(), 1U);
}

}  // namespace
}  // namespace ragsieve::eval
