#include "ragsieve/models/onednn/bert_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "ragsieve/models/onednn/made_bert.h"
#include "ragsieve/models/onednn/runtime.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using Row = std::vector<double>;
using Rows = std::vector<Row>;

const std::atomic<bool> kGoOn{false};

BertPass::Ids made_ids(std::size_t n) {
  BertPass::Ids ids(n, 2);
  for (std::size_t i = 1; i < n; ++i) ids[i] = static_cast<std::int32_t>(5 + (i * i + i / 3) % 21);
  return ids;
}

// What a pass gives for texts of these lengths, copied.
std::vector<float> run(BertPass& pass, BertPass::Lane& lane,
                       const std::vector<std::size_t>& lengths) {
  std::vector<BertPass::Ids> texts;
  for (const std::size_t n : lengths) texts.push_back(made_ids(n));
  const std::span<const float> found = pass.run(texts, lane, kGoOn).value();
  return {found.begin(), found.end()};
}

// BERT (Devlin et al. 2019) in plain f64 loops.
Row linear(const LinearWeights& weights, const Row& x) {
  Row y(weights.bias.begin(), weights.bias.end());
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) y[i] += weights.weight[i * x.size() + j] * x[j];
  }
  return y;
}

Row norm(const NormWeights& weights, const Row& x, double epsilon) {
  const auto n = static_cast<double>(x.size());
  double mean = 0;
  double variance = 0;
  for (const double value : x) mean += value / n;
  for (const double value : x) variance += (value - mean) * (value - mean) / n;
  Row y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = (x[i] - mean) / std::sqrt(variance + epsilon) * weights.weight[i] + weights.bias[i];
  }
  return y;
}

Row sum(Row a, const Row& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

Row attend_plainly(const Row& query, const Rows& keys, const Rows& values, std::size_t head_dim) {
  Row context(query.size());
  for (std::size_t head = 0; head < query.size(); head += head_dim) {
    Row weights;
    double total = 0;
    for (const Row& key : keys) {
      double score = 0;
      for (std::size_t i = head; i < head + head_dim; ++i) score += query[i] * key[i];
      weights.push_back(std::exp(score / std::sqrt(static_cast<double>(head_dim))));
      total += weights.back();
    }
    for (std::size_t t = 0; t < values.size(); ++t) {
      for (std::size_t i = head; i < head + head_dim; ++i) {
        context[i] += weights[t] / total * values[t][i];
      }
    }
  }
  return context;
}

Rows plain_block(const BertBlockWeights& block, const BertConfig& config, const Rows& hidden) {
  Rows keys;
  Rows values;
  for (const Row& row : hidden) {
    keys.push_back(linear(block.key, row));
    values.push_back(linear(block.value, row));
  }
  Rows made;
  for (const Row& row : hidden) {
    const Row context =
        attend_plainly(linear(block.query, row), keys, values, config.dim / config.n_heads);
    const Row attended =
        norm(block.attention_norm, sum(row, linear(block.attention_output, context)),
             config.layer_norm_epsilon);
    Row inner = linear(block.up, attended);
    for (double& x : inner) x = 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    made.push_back(norm(block.output_norm, sum(attended, linear(block.down, inner)),
                        config.layer_norm_epsilon));
  }
  return made;
}

Rows plain_pass(const BertWeights& weights, const BertPass::Ids& ids) {
  const std::size_t dim = weights.config.dim;
  Rows hidden;
  for (std::size_t t = 0; t < ids.size(); ++t) {
    Row row(dim);
    for (std::size_t i = 0; i < dim; ++i) {
      row[i] = static_cast<double>(
                   weights.token_embeddings[static_cast<std::size_t>(ids[t]) * dim + i]) +
               weights.token_types[i] + weights.position_embeddings[t * dim + i];
    }
    hidden.push_back(norm(weights.embedding_norm, row, weights.config.layer_norm_epsilon));
  }
  for (const BertBlockWeights& block : weights.blocks) {
    hidden = plain_block(block, weights.config, hidden);
  }
  return hidden;
}

class BertPassTest : public testing::Test {
 protected:
  std::unique_ptr<BertPass> pass(OnednnPrecision precision = OnednnPrecision::kFloat32) const {
    return BertPass::create(read_bert_weights(made_.path()).value(), precision).value();
  }
  // Largest difference from the plain pass.
  double error_of(BertPass& pass, std::size_t n_tokens, BertPass::Lane& lane) const {
    const Rows expected = plain_pass(read_bert_weights(made_.path()).value(), made_ids(n_tokens));
    const std::vector<float> found = run(pass, lane, {n_tokens});
    double largest = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      largest = std::max(largest, std::abs(found[i] - expected[i / 48][i % 48]));
    }
    return largest;
  }
  const MadeBert made_;
};

TEST_F(BertPassTest, IsThatOfPlainLoopsAtAnyLength) {
  const auto made = pass();
  BertPass::Lane lane;
  for (const std::size_t n : {1U, 2U, 3U, 16U, 17U, 95U, 97U, 160U}) {
    EXPECT_LT(error_of(*made, n, lane), 3e-5) << n << " tokens";
  }
}

TEST_F(BertPassTest, Bf16StaysNear) {
  if (!cpu_has_bf16()) GTEST_SKIP() << "skipped: no BF16 instructions";
  const auto made = pass(OnednnPrecision::kBFloat16);
  BertPass::Lane lane;
  for (const std::size_t n : {1U, 17U, 97U}) {
    EXPECT_LT(error_of(*made, n, lane), 0.15) << n << " tokens";
  }
}

TEST_F(BertPassTest, EarlierTextsLeaveNoTrace) {
  for (const auto precision : {OnednnPrecision::kFloat32, OnednnPrecision::kBFloat16}) {
    if (!check_cpu(precision, cpu_has_bf16()).ok()) continue;
    const auto made = pass(precision);
    BertPass::Lane fresh;
    BertPass::Lane used;
    const std::vector<float> expected = run(*made, fresh, {21});
    run(*made, used, {150});
    run(*made, used, {5});
    EXPECT_EQ(run(*made, used, {21}), expected);
  }
}

TEST_F(BertPassTest, TextIsTheSameAloneAndAmongOthers) {
  if (!rows_are_independent()) GTEST_SKIP() << "skipped: no AVX-512, texts are not packed";
  for (const auto precision : {OnednnPrecision::kFloat32, OnednnPrecision::kBFloat16}) {
    if (!check_cpu(precision, cpu_has_bf16()).ok()) continue;
    const auto made = pass(precision);
    BertPass::Lane lane;
    const std::vector<std::size_t> lengths{21, 3, 150, 1, 40, 21};
    const std::vector<float> together = run(*made, lane, lengths);
    std::vector<float> alone;
    for (const std::size_t n : lengths) {
      const std::vector<float> text = run(*made, lane, {n});
      alone.insert(alone.end(), text.begin(), text.end());
    }
    EXPECT_EQ(together, alone);
  }
}

TEST_F(BertPassTest, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  BertPass::Lane lane;
  const std::vector<BertPass::Ids> texts{made_ids(9)};
  EXPECT_EQ(pass()->run(texts, lane, stop).error().code, Code::kCancelled);
}

TEST_F(BertPassTest, IdsAndLengthsThatTheModelLacksAreRefused) {
  const auto made = pass();
  BertPass::Lane lane;
  for (const auto& ids : {BertPass::Ids{}, {2, 26}, {-1}, made_ids(161)}) {
    const std::vector<BertPass::Ids> texts{made_ids(3), ids};
    EXPECT_EQ(made->run(texts, lane, kGoOn).error().code, Code::kInvalidInput) << ids.size();
  }
}

TEST(BertPass, HeadsThatTheLoopsDoNotFitAreRefused) {
  const MadeBert made({40, 1, 5, 64, 32, 26, 2, 1e-6});
  const Error error =
      BertPass::create(read_bert_weights(made.path()).value(), OnednnPrecision::kFloat32).error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_THAT(error.message, HasSubstr("5 heads in dimension 40"));
}

}  // namespace
}  // namespace ragsieve
