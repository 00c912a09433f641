#include "ragsieve/models/onednn/product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "ragsieve/models/onednn/layer_norm.h"
#include "ragsieve/models/onednn/runtime.h"

namespace ragsieve {
namespace {

constexpr std::size_t kInputs = 48;
constexpr std::size_t kOutputs = 80;
constexpr std::size_t kRows = 37;

std::vector<float> random_values(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> values(n);
  for (float& value : values) value = normal(random);
  return values;
}

class ProductTest : public testing::Test {
 protected:
  // `n_rows` of the rows from `first` on; added to ones where the epilogue adds.
  std::vector<float> run(Epilogue epilogue, std::size_t first = 0, std::size_t n_rows = kRows) {
    Product product(engine_, {kInputs, kOutputs, OnednnPrecision::kFloat32, epilogue});
    std::vector<float> output(n_rows * kOutputs, 1);
    product.run(n_rows, rows_.data() + first * kInputs, product.pack(weight_, bias_),
                output.data());
    return output;
  }
  double plain(std::size_t row, std::size_t column) const {
    double sum = bias_[column];
    for (std::size_t i = 0; i < kInputs; ++i) {
      sum += static_cast<double>(rows_[row * kInputs + i]) * weight_[column * kInputs + i];
    }
    return sum;
  }

  const OnThisThread alone_;
  const dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  const std::vector<float> rows_ = random_values(kRows * kInputs, 1);
  const std::vector<float> weight_ = random_values(kOutputs * kInputs, 2);
  const std::vector<float> bias_ = random_values(kOutputs, 3);
};

TEST_F(ProductTest, IsThatOfPlainLoops) {
  const std::vector<float> none = run(Epilogue::kNone);
  const std::vector<float> added = run(Epilogue::kAddToOutput);
  const std::vector<float> gelu = run(Epilogue::kGelu);
  for (std::size_t i = 0; i < none.size(); ++i) {
    const double x = plain(i / kOutputs, i % kOutputs);
    ASSERT_NEAR(none[i], x, 2e-5);
    ASSERT_NEAR(added[i], x + 1, 2e-5);
    ASSERT_NEAR(gelu[i], x * 0.5 * (1 + std::erf(x / std::sqrt(2.0))), 2e-5);
  }
}

TEST_F(ProductTest, RowIsTheSameAloneAndAmongOthers) {
  if (!rows_are_independent()) GTEST_SKIP() << "skipped: no AVX-512, texts are not packed";
  const std::vector<float> all = run(Epilogue::kGelu);
  for (const std::size_t n_rows : {1U, 4U, 5U, 16U, 36U}) {
    const std::vector<float> some = run(Epilogue::kGelu, 1, n_rows);
    EXPECT_TRUE(std::equal(some.begin(), some.end(), all.begin() + kOutputs)) << n_rows;
  }
}

TEST_F(ProductTest, Bf16IsNearF32) {
  if (!cpu_has_bf16()) GTEST_SKIP() << "skipped: no BF16 instructions";
  Product product(engine_, {kInputs, kOutputs, OnednnPrecision::kBFloat16, Epilogue::kNone});
  std::vector<std::uint16_t> narrow(rows_.size());
  narrow_to_bf16(rows_, narrow.data());
  std::vector<float> output(kRows * kOutputs);
  product.run(kRows, narrow.data(), product.pack(weight_, bias_), output.data());
  for (std::size_t i = 0; i < output.size(); ++i) {
    ASSERT_NEAR(output[i], plain(i / kOutputs, i % kOutputs), 0.12);
  }
}

}  // namespace
}  // namespace ragsieve
