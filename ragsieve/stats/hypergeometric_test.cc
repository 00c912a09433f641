#include "ragsieve/stats/hypergeometric.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ragsieve {
namespace {

// C(n, k) for small n, exactly.
double choose(std::uint64_t n, std::uint64_t k) {
  if (k > n) return 0;
  double value = 1;
  for (std::uint64_t i = 1; i <= k; ++i) {
    value = value * static_cast<double>(n - k + i) / static_cast<double>(i);
  }
  return value;
}

double tail_by_counting(std::uint64_t n, std::uint64_t successes, std::uint64_t draws,
                        std::uint64_t x) {
  double sum = 0;
  for (std::uint64_t j = x; j <= draws; ++j) {
    sum += choose(successes, j) * choose(n - successes, draws - j);
  }
  return sum / choose(n, draws);
}

TEST(Hypergeometric, AgreesWithCountingForEverySmallCase) {
  for (std::uint64_t n = 0; n <= 24; ++n) {
    for (std::uint64_t successes = 0; successes <= n; ++successes) {
      for (std::uint64_t draws = 0; draws <= n; ++draws) {
        for (std::uint64_t x = 0; x <= draws + 1; ++x) {
          const double expected = tail_by_counting(n, successes, draws, x);
          const double found = hypergeometric_tail(n, successes, draws, x);
          EXPECT_LE(std::abs(found - expected), 1e-12 * expected)
              << n << " " << successes << " " << draws << " " << x;
        }
      }
    }
  }
}

TEST(Hypergeometric, PerfectConcentrationOfTheContrast) {
  EXPECT_NEAR(hypergeometric_tail(20, 5, 5, 5) * 15504, 1, 1e-12);
}

TEST(Hypergeometric, EdgesAreExact) {
  EXPECT_EQ(hypergeometric_tail(20, 0, 5, 0), 1);
  EXPECT_EQ(hypergeometric_tail(20, 0, 5, 1), 0);
  EXPECT_EQ(hypergeometric_tail(20, 18, 5, 3), 1);  // three draws must be successes
  EXPECT_EQ(hypergeometric_tail(20, 20, 20, 20), 1);
  EXPECT_EQ(hypergeometric_tail(20, 4, 5, 5), 0);
  EXPECT_EQ(hypergeometric_tail(0, 0, 0, 0), 1);
}

// Reference values in rational arithmetic.
TEST(Hypergeometric, LargePopulations) {
  const auto relative = [](double found, double expected) {
    return std::abs(found / expected - 1);
  };
  EXPECT_LT(relative(hypergeometric_tail(1000000, 500000, 500000, 250500), 0.022858303056789094),
            1e-10);
  EXPECT_LT(relative(hypergeometric_tail(1000000, 1000, 5, 5), 9.900448504378528e-16), 1e-10);
  EXPECT_LT(relative(hypergeometric_tail(10000, 5000, 3000, 1900), 5.490010458189917e-69), 1e-10);
  EXPECT_LT(relative(hypergeometric_tail(10000, 37, 20, 1), 0.07152134926353279), 1e-10);
}

TEST(Hypergeometric, OutsideItsDomainIsNotANumber) {
  EXPECT_TRUE(std::isnan(hypergeometric_tail(5, 6, 1, 1)));
  EXPECT_TRUE(std::isnan(hypergeometric_tail(5, 1, 6, 1)));
  EXPECT_TRUE(std::isnan(log_binomial(5, 6)));
}

TEST(LogBinomial, SmallAndLarge) {
  EXPECT_EQ(log_binomial(20, 5), std::log(15504.0));
  EXPECT_EQ(log_binomial(20, 15), std::log(15504.0));
  EXPECT_EQ(log_binomial(7, 0), 0);
  EXPECT_EQ(log_binomial(0, 0), 0);
  EXPECT_NEAR(log_binomial(1000000, 500000) / 693140.0470130637, 1, 1e-13);
}

}  // namespace
}  // namespace ragsieve
