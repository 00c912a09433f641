// Bursts and changes of hand-made NLL profiles.
#include "ragsieve/detect/surprisal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace ragsieve {
namespace {

using testing::HasSubstr;

const double kGate8 = 5 * std::numbers::ln2 * std::numbers::sqrt2;  // tau_8

SurprisalOptions window_of(std::size_t window) {
  SurprisalOptions options;
  options.windows = {window};
  return options;
}

void append(std::vector<float>& nats, std::size_t n, float value) {
  nats.insert(nats.end(), n, value);
}

// Fluent text: cheap tokens with a dearer one now and then.
std::vector<float> fluent(std::size_t n) {
  std::vector<float> nats(n);
  for (std::size_t i = 0; i < n; ++i) nats[i] = i % 5 == 0 ? 5.0F : 1.5F;
  return nats;
}

TEST(Surprisal, StepUpAndDownIsAChange) {
  std::vector<float> nats;
  append(nats, 8, 0);
  append(nats, 8, 10);
  append(nats, 8, 0);
  const Surprisal result = surprisal(nats, window_of(8));
  EXPECT_EQ(result.kind, "change");
  EXPECT_EQ(result.start, 0U);
  EXPECT_EQ(result.n_tokens, 16U);
  EXPECT_DOUBLE_EQ(result.nats, 10);
  EXPECT_DOUBLE_EQ(result.term, 10 / kGate8 - 1);
}

TEST(Surprisal, PeakOffTheChangeGridIsABurst) {
  std::vector<float> nats(9, 0.0F);
  nats[8] = 80;  // 9 tokens: no change of two windows of 8, rolling means 0 and 10
  const Surprisal result = surprisal(nats, window_of(8));
  EXPECT_EQ(result.kind, "burst");
  EXPECT_EQ(result.start, 1U);
  EXPECT_EQ(result.n_tokens, 8U);
  EXPECT_DOUBLE_EQ(result.nats, 10) << "the median of two means is the lower one";
  EXPECT_DOUBLE_EQ(result.term, 10 / kGate8 - 1);
}

TEST(Surprisal, BelowTheGateScoresZeroAndStillNamesTheWindow) {
  std::vector<float> nats(9, 0.0F);
  nats[8] = 8;
  const Surprisal result = surprisal(nats, window_of(8));
  EXPECT_EQ(result.term, 0);
  EXPECT_DOUBLE_EQ(result.nats, 1);
  EXPECT_EQ(result.kind, "burst");
}

TEST(Surprisal, TextShorterThanTheWindowsHasNoDeviation) {
  EXPECT_EQ(surprisal({}, {}).term, 0);
  const std::vector<float> one = {40.0F};
  EXPECT_EQ(surprisal(one, {}).term, 0);
  const std::vector<float> seven = {0, 0, 0, 0, 0, 0, 40};
  const Surprisal result = surprisal(seven, {});
  EXPECT_EQ(result.term, 0);
  EXPECT_EQ(result.kind, "");
  EXPECT_EQ(result.n_tokens, 0U);
}

TEST(Surprisal, WindowOfOneTokenComparesNeighbours) {
  const std::vector<float> nats = {1, 2, 9, 9};
  const Surprisal result = surprisal(nats, window_of(1));
  EXPECT_DOUBLE_EQ(result.nats, 7);  // 9 over the lower median 2; the change 2 -> 9 is as large
  EXPECT_EQ(result.kind, "burst");
}

TEST(Surprisal, FlagsANonsensePrefixOfAFluentText) {
  std::vector<float> nats;
  append(nats, 16, 9.5F);
  const std::vector<float> rest = fluent(80);
  nats.insert(nats.end(), rest.begin(), rest.end());
  EXPECT_GT(surprisal(nats, {}).term, 0.8);
}

TEST(Surprisal, FlagsANonsenseBurstInTheMiddle) {
  std::vector<float> nats = fluent(96);
  std::fill(nats.begin() + 41, nats.begin() + 53, 10.0F);
  const Surprisal result = surprisal(nats, {});
  EXPECT_GT(result.term, 0.5);
  EXPECT_GE(result.start + result.n_tokens, 49U);
  EXPECT_LE(result.start, 45U);
}

TEST(Surprisal, PassesFluentHardAndSingleRareTokens) {
  EXPECT_EQ(surprisal(fluent(200), {}).term, 0);
  EXPECT_EQ(surprisal(std::vector<float>(200, 9.0F), {}).term, 0);  // hard throughout
  std::vector<float> nats = fluent(100);
  nats[50] = 18;  // one name that nobody knows
  EXPECT_EQ(surprisal(nats, {}).term, 0);
}

TEST(Surprisal, WhatIsNotFiniteIsNotZero) {
  std::vector<float> nats = fluent(20);
  nats[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(surprisal(nats, {}).term));
  nats[3] = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(std::isnan(surprisal(nats, {}).term));
}

TEST(Surprisal, OptionsNameWhatIsWrong) {
  EXPECT_TRUE(SurprisalOptions{}.validate().ok());
  SurprisalOptions options;
  options.windows = {8, 0};
  EXPECT_EQ(options.validate().error().code, Code::kInvalidArgument);
  EXPECT_THAT(options.validate().error().message, HasSubstr("surprisal.windows is 0"));
  options.windows = {};
  EXPECT_THAT(options.validate().error().message, HasSubstr("empty"));
  options = {};
  options.gate_bits = 0;
  EXPECT_THAT(options.validate().error().message, HasSubstr("gate_bits"));
  options = {};
  options.window_0 = 0;
  EXPECT_THAT(options.validate().error().message, HasSubstr("window_0"));
}

}  // namespace
}  // namespace ragsieve
