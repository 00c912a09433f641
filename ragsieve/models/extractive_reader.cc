#include "ragsieve/models/extractive_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "ragsieve/text/sentences.h"

namespace ragsieve {
namespace {

constexpr std::string_view kRule = "nearest-with-value-2";
constexpr std::size_t kLanes = 16;

struct Sentence {
  std::size_t passage = 0;
  ByteRange range;
};

std::string_view text_of(const Sentence& sentence, std::span<const std::string_view> passages) {
  const ByteRange range = sentence.range;
  return passages[sentence.passage].substr(range.start, range.end - range.start);
}

// Every setting of the encoder that can move a vector, and with it the choice of the sentence.
std::string rule_of(const ModelIdentity& encoder) {
  return std::string(kRule) + "/" + encoder.tokenizer + "/" + std::to_string(encoder.max_tokens) +
         "/" + encoder.pooling + "/" + std::to_string(encoder.layer) + "/" + encoder.query_prefix +
         "/" + encoder.passage_prefix;
}

}  // namespace

double dot_in_lanes(std::span<const float> a, std::span<const float> b) {
  std::array<double, kLanes> lanes{};
  for (std::size_t i = 0; i < a.size(); ++i) {
    lanes[i % kLanes] += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  }
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

bool states_new_value(const std::vector<DecisiveToken>& question, std::string_view sentence) {
  const auto is_value = [](const DecisiveToken& token) {
    return token.kind != DecisiveKind::kNegation && token.kind != DecisiveKind::kPolarity;
  };
  return std::ranges::any_of(decisive_tokens(sentence), [&](const DecisiveToken& token) {
    return is_value(token) && std::ranges::none_of(question, [&](const DecisiveToken& asked) {
             return comparable(token, asked) && same_value(token, asked);
           });
  });
}

ExtractiveReader::ExtractiveReader(Encoder* encoder) : encoder_(encoder) {
  const ModelIdentity& model = encoder->identity();
  identity_.name = "extractive/" + model.name;
  identity_.kind = "extractive";
  identity_.file_digest = model.file_digest;
  identity_.engine = model.engine;
  identity_.prompt_version = rule_of(model);
}

Result<Answer> ExtractiveReader::answer(std::string_view question,
                                        std::span<const std::string_view> passages,
                                        const RunOptions& run) {
  std::vector<Sentence> found;
  std::vector<std::string_view> texts;
  for (std::size_t passage = 0; passage < passages.size(); ++passage) {
    for (const ByteRange range : sentences(passages[passage])) {
      const Sentence sentence{passage, range};
      if (is_question(text_of(sentence, passages))) continue;
      found.push_back(sentence);
      texts.push_back(text_of(sentence, passages));
    }
  }
  if (found.empty()) return Answer{};
  RAGSIEVE_TRY(const Matrix asked,
               encoder_->encode(std::span(&question, 1), TextKind::kQuery, run));
  RAGSIEVE_TRY(const Matrix rows, encoder_->encode(texts, TextKind::kPassage, run));
  const std::vector<DecisiveToken> asked_tokens = decisive_tokens(question);
  std::size_t best = 0;
  double best_score = -2;
  for (std::size_t i = 0; i < found.size(); ++i) {
    double score = dot_in_lanes(asked.row(0), rows.row(i));
    if (states_new_value(asked_tokens, texts[i])) score += kValueBonus;
    if (score <= best_score) continue;
    best = i;
    best_score = score;
  }
  return Answer{std::string(texts[best]), found[best].passage, found[best].range,
                dot_in_lanes(asked.row(0), rows.row(best))};
}

}  // namespace ragsieve
