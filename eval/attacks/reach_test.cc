#include "eval/attacks/reach.h"

#include "eval/attacks/testing.h"

namespace ragsieve::eval {
namespace {

class Reach : public AttackTest {
 protected:
  // A poison for the first target.
  MadePoison poison(const std::string& text) {
    const AttackTarget target = attack_targets(data_).at(0);
    return {"made", target, {"", text, target.query, ""}, "kind"};
  }
  double share(const std::vector<MadePoison>& poisons) {
    return share_in_top_five(*material_, poisons, {}).value();
  }
};

TEST_F(Reach, IsTheShareInTheTopFiveOfItsQuery) {
  const MadePoison near = poison("Who founded Town0 in the valley of the river?");
  const MadePoison far = poison("Nothing that anybody wants to know.");
  EXPECT_EQ(share({near}), 1);
  EXPECT_EQ(share({near, far}), 0.5);
  EXPECT_EQ(share({far}), 0);
  EXPECT_EQ(share({}), 0);
}

TEST_F(Reach, PoisonsOfOneQueryTakeEachOthersPlaces) {
  const MadePoison near = poison("Who founded Town0 in the valley of the river?");
  EXPECT_EQ(share(std::vector<MadePoison>(10, near)), 0.5);
}

TEST_F(Reach, CountsUnderThePoisonsOwnQuery) {
  MadePoison other = poison("Nothing that anybody wants to know.");
  other.draft.query = other.draft.text;
  EXPECT_EQ(share({other}), 1);
}

}  // namespace
}  // namespace ragsieve::eval
