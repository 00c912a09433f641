#include "ragsieve/detect/conflict_model.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

struct Example {
  ConflictFeatures features;
  double score;
};

TEST(ConflictModel, ScoresAsTheLibraryThatTrainedIt) {
  const auto examples = std::to_array<Example>({
#include "ragsieve/detect/conflict_examples.inc"
  });
  double lowest = 1;
  double highest = 0;
  for (const Example& example : examples) {
    EXPECT_NEAR(conflict_model_score(example.features), example.score, 1e-4);
    lowest = std::min(lowest, example.score);
    highest = std::max(highest, example.score);
  }
  EXPECT_LT(lowest, 0.1);
  EXPECT_GT(highest, 0.5);  // they show both ends of the score
}

}  // namespace
}  // namespace ragsieve
