#include "eval/attacks/carrier_fluency.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ragsieve/stats/random.h"

namespace ragsieve::eval {
namespace {

std::vector<std::string> corpus() {
  Random random(3);
  std::vector<std::string> texts;
  for (int i = 0; i < 60; ++i) {
    std::string text = "the river runs through the valley";
    for (int word = 0; word < 25; ++word) text += " w" + std::to_string(random.below(40));
    texts.push_back(text);
  }
  return texts;
}

TEST(CarrierFluency, IsCorpusFluencyOfAFurtherDocument) {
  const std::vector<std::string> texts = corpus();
  std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto fluency = CarrierFluency::of(views, {});
  ASSERT_TRUE(fluency.ok());
  for (const std::string_view carrier :
       {"the river runs through the valley",
        "w3 w1 the valley w7 runs w12 river the w39 w2 w5 w8 w1",
        "w1 w2 w3 w4 w5 w6 w7 w8 w9 w10 w11 w12 w13 w14 w15 w16 w17 w18 the river runs", "w9",
        ""}) {
    views.push_back(carrier);
    const auto all = corpus_fluency(views, {}, {});
    ASSERT_TRUE(all.ok());
    EXPECT_NEAR((*fluency)->bits(carrier), all->back().bits, 1e-9) << carrier;
    views.pop_back();
  }
}

TEST(CarrierFluency, LimitIsWhatNineTenthsKeep) {
  const std::vector<std::string> texts = corpus();
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const auto fluency = CarrierFluency::of(views, {});
  const auto own = corpus_fluency(views, {}, {});
  ASSERT_TRUE(fluency.ok() && own.ok());
  int within = 0;
  for (const Fluency& one : *own) within += one.bits <= (*fluency)->limit_bits() ? 1 : 0;
  EXPECT_EQ(within, 54);
  EXPECT_GT((*fluency)->bits("zu xi qo pe zu wy xi qo pe vu"), (*fluency)->limit_bits());
}

TEST(CarrierFluency, CanBeStopped) {
  const std::vector<std::string> texts = corpus();
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  RunOptions run;
  run.cancel.request();
  const auto stopped = CarrierFluency::of(views, run);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve::eval
