#include "ragsieve/stats/random.h"

#include <gtest/gtest.h>

#include <vector>

namespace ragsieve {
namespace {

TEST(Random, SameSeedAndStreamGiveTheSameNumbers) {
  Random first(7, 3);
  Random second(7, 3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(first.next(), second.next());
}

TEST(Random, SeedsAndStreamsDiffer) {
  const std::uint64_t value = Random(7, 3).next();
  EXPECT_NE(Random(7, 4).next(), value);
  EXPECT_NE(Random(8, 3).next(), value);
  EXPECT_NE(Random(3, 7).next(), value);
}

TEST(Random, UniformHasItsMeanAndRange) {
  Random random(1);
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double value = random.uniform();
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    sum += value;
  }
  EXPECT_NEAR(sum / 100000, 0.5, 5 * 0.2887 / 316);  // five standard errors
}

TEST(Random, BelowIsEven) {
  Random random(2);
  std::vector<int> counts(7, 0);
  for (int i = 0; i < 70000; ++i) ++counts.at(random.below(7));
  for (const int count : counts) EXPECT_NEAR(count, 10000, 5 * 93);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, IsTheGeneratorThatItNames) {
  Random random(Random::State{1, 2, 3, 4});  // the published outputs of xoshiro256**
  for (const std::uint64_t expected :
       {UINT64_C(11520), UINT64_C(0), UINT64_C(1509978240), UINT64_C(1215971899390074240),
        UINT64_C(1216172134540287360), UINT64_C(607988272756665600)}) {
    EXPECT_EQ(random.next(), expected);
  }
}

}  // namespace
}  // namespace ragsieve
