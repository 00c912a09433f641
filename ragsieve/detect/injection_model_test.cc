#include "ragsieve/detect/injection_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

std::string grams(const std::string& first = "") {
  std::string letters = first;
  letters.resize(kGramBuckets, 'P');
  std::string lines = "weights\n";
  for (std::size_t i = 0; i < letters.size(); i += 128) lines += letters.substr(i, 128) + "\n";
  return lines;
}

const std::string kTitle = "ragsieve injection classifier 1\n";

std::string message_of(const std::string& text) {
  const auto model = InjectionModel::parse(text);
  EXPECT_FALSE(model.ok());
  if (model.ok()) return "";
  EXPECT_EQ(model.error().code, Code::kInvalidConfig);
  return model.error().message;
}

TEST(InjectionModel, ReadsNamedAndGramWeights) {
  const auto model =
      InjectionModel::parse(kTitle + "alarm -250000\nrule.a b 1500000\n" + grams("0oQ"));
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model->alarm(), -0.25);
  EXPECT_EQ(model->weight("rule.a b"), 1'500'000);
  EXPECT_EQ(model->weight("rule.c"), 0);
  EXPECT_EQ(model->gram_weight(0), -32);
  EXPECT_EQ(model->gram_weight(1), 31);
  EXPECT_EQ(model->gram_weight(2), 1);
  EXPECT_EQ(model->gram_weight(3), 0);
}

TEST(InjectionModel, ScoresAsTheFormulaSays) {
  const auto model =
      InjectionModel::parse(kTitle + "bias -2000000\ngrams 50000\n" + grams("RSP"));  // 2, 3, 0
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model->score(500'000, {}), -1.5);
  EXPECT_EQ(model->score(0, {0}), -2 + 0.05 * 2);
  EXPECT_DOUBLE_EQ(model->score(1'000'000, {0, 1, 2}), -1 + 0.05 * 5 / std::sqrt(3.0));
}

TEST(InjectionModel, EachErrorSaysWhatIsWrong) {
  EXPECT_THAT(message_of(""), HasSubstr("in its first line"));
  EXPECT_THAT(message_of("ragsieve injection classifier 2\n"), HasSubstr("in its first line"));
  EXPECT_THAT(message_of(kTitle + "bias 1\n"), HasSubstr("\"weights\" is missing"));
  EXPECT_THAT(message_of(kTitle + "bias x\n" + grams()), HasSubstr("expected NAME MILLIONTHS"));
  EXPECT_THAT(message_of(kTitle + "bias\n" + grams()), HasSubstr("expected NAME MILLIONTHS"));
  EXPECT_THAT(message_of(kTitle + "bias 1000000001\n" + grams()),
              HasSubstr("expected NAME MILLIONTHS"));
  EXPECT_THAT(message_of(kTitle + "weights\nPPP\n"), HasSubstr("found 3 n-gram weights"));
  EXPECT_THAT(message_of(kTitle + grams() + "P\n"), HasSubstr("more than 65,536"));
  EXPECT_THAT(message_of(kTitle + grams("p")), HasSubstr("no character from '0' to 'o'"));
  EXPECT_THAT(message_of(""), HasSubstr("scripts/train_injection.py"));
}

TEST(InjectionModel, NamedWeightsAreLimited) {
  std::string many = kTitle;
  for (int i = 0; i <= 1000; ++i) many += "n" + std::to_string(i) + " 1\n";
  EXPECT_THAT(message_of(many + grams()), HasSubstr("more than 1,000 named weights"));
}

}  // namespace
}  // namespace ragsieve
