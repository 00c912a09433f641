#include "ragsieve/models/extractive_reader.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ragsieve/models/fake/fake_models.h"

namespace ragsieve {
namespace {

// Counts the calls, not only the texts, and can fail.
class CountingEncoder final : public Encoder {
 public:
  [[nodiscard]] const ModelIdentity& identity() const override { return fake_.identity(); }
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& run) override {
    if (fails) return make_error(Code::kUnavailable, "no encoder");
    kinds.push_back(kind);
    return fake_.encode(texts, kind, run);
  }
  std::vector<TextKind> kinds;
  bool fails = false;

 private:
  FakeEncoder fake_{64};
};

TEST(ExtractiveReader, GivesTheNearestSentenceWithItsPlace) {
  CountingEncoder encoder;
  ExtractiveReader reader(&encoder);
  const std::array<std::string_view, 2> passages{
      "Ferries run daily. Nobody may smoke here.",
      "Heading\nThe warranty on sensors is five years. Batteries are excluded."};
  const Answer answer =
      reader.answer("How long is the warranty on sensors", passages, RunOptions{}).value();
  EXPECT_EQ(answer.text, "The warranty on sensors is five years.");
  ASSERT_EQ(answer.passage, 1U);
  EXPECT_EQ(passages[1].substr(answer.range.start, answer.range.end - answer.range.start),
            answer.text);
  EXPECT_GT(answer.score, 0.3);
  EXPECT_EQ(encoder.kinds, (std::vector<TextKind>{TextKind::kQuery, TextKind::kPassage}));
}

TEST(ExtractiveReader, OfEqualSentencesTheEarliestWins) {
  FakeEncoder encoder;
  ExtractiveReader reader(&encoder);
  const std::array<std::string_view, 2> passages{"One fact. Two facts. Two facts.", "Two facts."};
  const Answer answer = reader.answer("Two facts.", passages, RunOptions{}).value();
  EXPECT_EQ(answer.passage, 0U);
  EXPECT_EQ(answer.range, (ByteRange{10, 20}));
}

// A sentence's cosine to the question is the one that is scripted for it.
class ScriptedEncoder final : public Encoder {
 public:
  explicit ScriptedEncoder(std::map<std::string, float, std::less<>> cosines)
      : cosines_(std::move(cosines)) {}
  [[nodiscard]] const ModelIdentity& identity() const override { return identity_; }
  [[nodiscard]] Result<Matrix> encode(std::span<const std::string_view> texts, TextKind kind,
                                      const RunOptions& /*run*/) override {
    Matrix rows{texts.size(), 2, {}};
    for (const std::string_view text : texts) {
      const float cosine = kind == TextKind::kQuery ? 1 : cosines_.find(text)->second;
      rows.values.push_back(cosine);
      rows.values.push_back(std::sqrt(1 - cosine * cosine));
    }
    return rows;
  }

 private:
  std::map<std::string, float, std::less<>> cosines_;
  ModelIdentity identity_;
};

TEST(ExtractiveReader, StatedValueIsWorthATenthOfCosine) {
  ScriptedEncoder encoder({{"How long the warranty is.", 0.9F},
                           {"It lasts 5 years.", 0.85F},
                           {"Somebody ate 12 apples.", 0.5F}});
  ExtractiveReader reader(&encoder);
  const std::array<std::string_view, 1> passages{
      "How long the warranty is. It lasts 5 years. Somebody ate 12 apples."};
  const Answer answer = reader.answer("How long?", passages, RunOptions{}).value();
  EXPECT_EQ(answer.text, "It lasts 5 years.");
  EXPECT_NEAR(answer.score, 0.85, 1e-6);  // the cosine alone
  const std::array<std::string_view, 1> far{"How long the warranty is. Somebody ate 12 apples."};
  EXPECT_EQ(reader.answer("How long?", far, RunOptions{})->text, "How long the warranty is.");
}

TEST(StatesNewValue, ComparesWithTheQuestion) {
  const std::vector<DecisiveToken> asked = decisive_tokens("How many days did Tern 8 fly in 2019?");
  EXPECT_TRUE(states_new_value(asked, "It flew for 12 days."));
  EXPECT_TRUE(states_new_value(asked, "It was flown by Anders Kjelland."));
  EXPECT_FALSE(states_new_value(asked, "Flights of Tern 8 in 2019."));
  EXPECT_FALSE(states_new_value(asked, "It never flew, not even once."));
  EXPECT_FALSE(states_new_value(asked, ""));
}

TEST(ExtractiveReader, PassagesWithoutASentenceGiveTheEmptyAnswer) {
  CountingEncoder encoder;
  ExtractiveReader reader(&encoder);
  const std::array<std::string_view, 2> blank{"", " \n\t "};
  for (const std::span<const std::string_view> passages :
       {std::span<const std::string_view>(blank), std::span<const std::string_view>()}) {
    const Answer answer = reader.answer("Who?", passages, RunOptions{}).value();
    EXPECT_EQ(answer.text, "");
    EXPECT_FALSE(answer.passage.has_value());
  }
  EXPECT_TRUE(encoder.kinds.empty());
}

TEST(ExtractiveReader, ErrorsAreTheEncoders) {
  CountingEncoder encoder;
  encoder.fails = true;
  ExtractiveReader reader(&encoder);
  const std::array<std::string_view, 1> passages{"A fact."};
  const Error error = reader.answer("Who?", passages, RunOptions{}).error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_EQ(error.message, "no encoder");
}

TEST(ExtractiveReader, IdentityNamesTheEncoder) {
  FakeEncoder encoder;
  const AnswererIdentity identity = ExtractiveReader(&encoder).identity();
  EXPECT_EQ(identity.name, "extractive/fake-encoder");
  EXPECT_EQ(identity.kind, "extractive");
  EXPECT_EQ(identity.file_digest, encoder.identity().file_digest);
  EXPECT_EQ(identity.engine, encoder.identity().engine);
}

TEST(DotInLanes, AgreesWithTheSumAtOddLengths) {
  for (const std::size_t n : {0UL, 1UL, 15UL, 16UL, 17UL, 33UL}) {
    std::vector<float> a;
    std::vector<float> b;
    double expected = 0;
    for (std::size_t i = 0; i < n; ++i) {
      a.push_back(0.5F * static_cast<float>(i + 1));
      b.push_back(2.0F - static_cast<float>(i));
      expected += static_cast<double>(a.back()) * b.back();
    }
    EXPECT_DOUBLE_EQ(dot_in_lanes(a, b), expected) << n;
  }
}

}  // namespace
}  // namespace ragsieve
