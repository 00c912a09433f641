#include "ragsieve/models/onednn/onednn_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "ragsieve/models/llama/llama_engine.h"
#include "ragsieve/models/model_key.h"
#include "ragsieve/models/onednn/made_bert.h"
#include "ragsieve/models/onednn/runtime.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

std::vector<OnednnPrecision> precisions() {
  if (!cpu_has_bf16()) return {OnednnPrecision::kFloat32};
  return {OnednnPrecision::kFloat32, OnednnPrecision::kBFloat16};
}

std::vector<std::string> random_texts(std::size_t n) {
  std::mt19937 random(3);
  std::vector<std::string> texts(n);
  for (std::string& text : texts) {
    for (std::size_t words = random() % 150; words > 0; --words) {
      text += {static_cast<char>('a' + random() % 21), ' '};
    }
  }
  return texts;
}

Matrix encode(Encoder& encoder, const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return encoder.encode(views, TextKind::kPassage, RunOptions{}).value();
}

double cosine(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

class OnednnEncoderTest : public testing::Test {
 protected:
  Result<std::unique_ptr<Encoder>> load(const ModelSpec& spec, std::size_t n_workers,
                                        OnednnPrecision precision) const {
    return load_onednn_encoder(std::make_shared<ModelHost>(n_workers), made_.folder(), spec,
                               precision);
  }
  std::unique_ptr<Encoder> load(std::size_t n_workers = 1,
                                OnednnPrecision precision = OnednnPrecision::kFloat32) const {
    return load(made_.spec(), n_workers, precision).value();
  }
  Error refusal(const ModelSpec& spec) const {
    return load(spec, 1, OnednnPrecision::kFloat32).error();
  }
  const MadeBert made_;
};

TEST_F(OnednnEncoderTest, AgreesWithTheOtherEngine) {
  const auto texts = random_texts(12);
  const auto other = LlamaEngine::create(1).value()->load_encoder(made_.folder(), made_.spec());
  const Matrix expected = encode(**other, texts);
  for (const OnednnPrecision precision : precisions()) {
    const Matrix found = encode(*load(2, precision), texts);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      EXPECT_GT(cosine(found.row(i), expected.row(i)), 0.999) << i;
    }
  }
}

TEST_F(OnednnEncoderTest, BytesOfATextDependOnItAlone) {
  const auto texts = random_texts(40);
  for (const OnednnPrecision precision : precisions()) {
    const Matrix expected = encode(*load(1, precision), texts);
    std::vector<std::size_t> order(texts.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::mt19937 random(5);
    const auto many = load(3, precision);
    for (int round = 0; round < 8; ++round) {
      std::ranges::shuffle(order, random);
      std::vector<std::string> some;
      const std::size_t n = 1 + random() % texts.size();
      for (std::size_t i = 0; i < n; ++i) some.push_back(texts[order[i]]);
      const Matrix found = encode(*many, some);
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_TRUE(std::ranges::equal(found.row(i), expected.row(order[i])));
      }
    }
  }
}

TEST_F(OnednnEncoderTest, VectorsHaveLengthOneAndLongTextsAreCut) {
  ModelSpec spec = made_.spec();
  spec.max_tokens = 10;
  const auto encoder = load(spec, 1, OnednnPrecision::kFloat32).value();
  const Matrix vectors = encode(*encoder, {"", "a b c d e f g h", "a b c d e f g h i j k"});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(cosine(vectors.row(i), vectors.row(i)), 1, 1e-6);
  EXPECT_TRUE(std::ranges::equal(vectors.row(1), vectors.row(2)));
}

TEST_F(OnednnEncoderTest, PrefixGoesInFrontAndPoolingMatters) {
  ModelSpec spec = made_.spec();
  spec.query_prefix = "q ";
  const auto encoder = load(spec, 1, OnednnPrecision::kFloat32).value();
  const std::vector<std::string_view> text{"a b"};
  const Matrix query = encoder->encode(text, TextKind::kQuery, RunOptions{}).value();
  EXPECT_EQ(query.values, encode(*encoder, {"q a b"}).values);
  spec.pooling = "cls";
  const auto first = load(spec, 1, OnednnPrecision::kFloat32).value();
  EXPECT_NE(encode(*first, {"a b"}).values, encode(*encoder, {"a b"}).values);
}

TEST_F(OnednnEncoderTest, IdentityIsOfAnotherModel) {
  const ModelSpec spec = made_.spec();
  const ModelIdentity f32 = onednn_identity(spec, OnednnPrecision::kFloat32).value();
  const ModelIdentity bf16 = onednn_identity(spec, OnednnPrecision::kBFloat16).value();
  const ModelIdentity llama = identity_of(spec, llama_engine_name());
  EXPECT_EQ(f32.name, "made-f32-onednn");
  EXPECT_EQ(bf16.name, "made-bf16-onednn");
  EXPECT_EQ(f32.engine, onednn_engine_name());
  EXPECT_EQ(f32.file_digest, spec.sha256);
  const auto key = [](const ModelIdentity& identity) { return text_key("e", identity, "", "t"); };
  EXPECT_NE(key(f32), key(llama));
  EXPECT_NE(key(f32), key(bf16));
}

TEST_F(OnednnEncoderTest, ModelsThatItCannotReadNameTheSetting) {
  ModelSpec spec = made_.spec();
  spec.weights = "bf16";
  EXPECT_EQ(refusal(spec).code, Code::kUnavailable);
  EXPECT_THAT(refusal(spec).message, HasSubstr("models.encoder_engine"));
  spec = made_.spec();
  spec.vocab_file.clear();
  EXPECT_THAT(refusal(spec).message, HasSubstr("vocab.txt"));
}

TEST_F(OnednnEncoderTest, FilesThatDoNotFitAreRefused) {
  ModelSpec spec = made_.spec();
  spec.dim = 64;
  EXPECT_EQ(refusal(spec).code, Code::kCorrupt);
  EXPECT_THAT(refusal(spec).message, HasSubstr("48, 26, 160, expected 64, 26"));
  spec = made_.spec();
  spec.sha256 = {};
  EXPECT_THAT(refusal(spec).message, HasSubstr("sha256"));
  spec = made_.spec();
  spec.file = "absent.gguf";
  EXPECT_EQ(refusal(spec).code, Code::kNotFound);
}

TEST_F(OnednnEncoderTest, StopsWhenAsked) {
  const auto encoder = load();
  const auto texts = random_texts(400);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  RunOptions run;
  run.cancel.request();
  EXPECT_EQ(encoder->encode(views, TextKind::kPassage, run).error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve
