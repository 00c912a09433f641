#include "ragsieve/models/fake/fake_models.h"

#include <gtest/gtest.h>

#include <array>

namespace ragsieve {
namespace {

double cosine(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

TEST(FakeEncoder, SharedWordsAreNear) {
  FakeEncoder encoder;
  const std::array<std::string_view, 3> texts{"red green blue", "red green black", "x y z"};
  const Matrix vectors = encoder.encode(texts, TextKind::kPassage, RunOptions{}).value();
  EXPECT_NEAR(cosine(vectors.row(0), vectors.row(0)), 1, 1e-6);
  EXPECT_GT(cosine(vectors.row(0), vectors.row(1)), cosine(vectors.row(0), vectors.row(2)));
  EXPECT_EQ(encoder.n_encoded(), 3U);
}

TEST(FakeTokenEncoder, OneUnitVectorAWord) {
  FakeTokenEncoder encoder;
  const TokenVectors tokens = encoder.encode_tokens(" a  bc ", 256, RunOptions{}).value();
  ASSERT_EQ(tokens.ranges.size(), 2U);
  EXPECT_EQ(tokens.ranges[1], (ByteRange{4, 6}));
  EXPECT_NEAR(cosine(tokens.vectors.row(1), tokens.vectors.row(1)), 1, 1e-6);
  EXPECT_EQ(encoder.encode_tokens("a b c d", 4, RunOptions{})->ranges.size(), 2U);
}

TEST(FakeCausalLm, FirstTokenIsNotScored) {
  FakeCausalLm lm;
  const NllProfile profile = lm.nll("the cat zxqw", RunOptions{}).value();
  EXPECT_EQ(profile.nats, (std::vector<float>{3, 9}));
  EXPECT_EQ(profile.ends, (std::vector<std::uint32_t>{3, 7, 12}));
  EXPECT_TRUE(lm.nll("", RunOptions{})->nats.empty());
}

}  // namespace
}  // namespace ragsieve
