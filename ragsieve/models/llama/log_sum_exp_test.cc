#include "ragsieve/models/llama/log_sum_exp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace ragsieve {
namespace {

double plain(const std::vector<float>& values) {
  double top = values[0];
  for (const float value : values) top = std::max<double>(top, value);
  double sum = 0;
  for (const float value : values) sum += std::exp(value - top);
  return top + std::log(sum);
}

TEST(LogSumExp, AgreesWithTheLibraryAtOddSizes) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal(0, 6);
  for (const std::size_t size : {1U, 2U, 15U, 16U, 17U, 1000U, 49152U}) {
    std::vector<float> values(size);
    for (float& value : values) value = normal(random);
    EXPECT_NEAR(log_sum_exp(values), plain(values), 1e-6) << size;
  }
}

TEST(LogSumExp, Extremes) {
  EXPECT_NEAR(log_sum_exp(std::vector<float>{1000, -1000}), 1000, 1e-6);
  EXPECT_NEAR(log_sum_exp(std::vector<float>(8, -50.0F)), -50 + std::log(8.0), 1e-6);
  EXPECT_EQ(log_sum_exp({}), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(log_sum_exp(std::vector<float>{1, NAN})));
  EXPECT_TRUE(std::isnan(log_sum_exp(std::vector<float>{1, INFINITY})));
}

}  // namespace
}  // namespace ragsieve
