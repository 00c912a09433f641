// The models against the reference numbers: WordPiece ids, embeddings, token vectors, token NLLs,
// jumps and whole RSQ scores. Needs the models (scripts/models.sh) and RAGSIEVE_SHARED.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "ragsieve/base/file.h"
#include "ragsieve/base/limits.h"
#include "ragsieve/connect/npy/embeddings.h"
#include "ragsieve/detect/alignment_scorer.h"
#include "ragsieve/detect/rsq.h"
#include "ragsieve/models/llama/llama_engine.h"
#include "ragsieve/models/model_spec.h"
#include "ragsieve/text/wordpiece.h"
#include "tests/golden/golden.h"
#include "tests/models_folder.h"

namespace ragsieve {
namespace {

constexpr char kEncoder[] = "all-minilm-l6-v2-f32";
constexpr char kTokenEncoder[] = "all-minilm-l6-v2-l4-f32";
constexpr char kCausalLm[] = "smollm2-135m-instruct-q8_0";

const std::string& member_text(const json::Value& record, const char* name) {
  return *record.find(name)->string();
}

std::vector<double> numbers(const json::Value& list) {
  std::vector<double> values;
  for (const json::Value& value : *list.array()) values.push_back(value.number());
  return values;
}

// One engine for all tests of this program: a second pool would compete with the first.
std::shared_ptr<LlamaEngine> engine() {
  static const std::shared_ptr<LlamaEngine> shared = LlamaEngine::create(2).value();
  return shared;
}

class ModelsGolden : public testing::Test {
 protected:
  void SetUp() override {
    if (!shared_present()) GTEST_SKIP() << "skipped: " << shared_path("golden") << " is absent";
    Result<ModelManifest> manifest = read_manifest(models_folder());
    ASSERT_TRUE(manifest.ok()) << to_string(manifest.error());
    if (manifest->models.empty()) {
      GTEST_SKIP() << "skipped: no models in " << models_folder() << " (scripts/models.sh)";
    }
    manifest_ = *std::move(manifest);
  }

  ModelSpec spec(const char* name, std::string_view role) const {
    return manifest_.find(name, role).value();
  }
  std::unique_ptr<TokenEncoder> token_encoder() const {
    const ModelSpec model = spec(kTokenEncoder, kRoleTokenEncoder);
    return engine()->load_token_encoder(models_folder(), model).value();
  }
  std::unique_ptr<CausalLm> causal_lm() const {
    return engine()->load_causal_lm(models_folder(), spec(kCausalLm, kRoleCausalLm)).value();
  }

  ModelManifest manifest_;
};

TEST_F(ModelsGolden, WordpieceIdsAreExact) {
  const std::string path = models_folder() + "/" + spec(kEncoder, kRoleEncoder).vocab_file;
  const std::string vocab = read_file(path, limits::kVocabBytes).value();
  const Wordpiece wordpiece = Wordpiece::create(vocab, path).value();
  std::size_t n = 0;
  for (const json::Value& line : read_jsonl(shared_path("golden/wordpiece.jsonl"))) {
    const std::string& text = member_text(line, "text");
    const std::vector<std::int32_t> ids = wordpiece.encode(text, 1 << 20);
    EXPECT_EQ(std::vector<double>(ids.begin(), ids.end()), numbers(*line.find("ids"))) << text;
    ++n;
  }
  EXPECT_GT(n, 100U);
}

std::vector<std::string> embedding_texts() {
  std::vector<std::string> texts;
  for (const json::Value& line : read_jsonl(shared_path("golden/embeddings.jsonl"))) {
    texts.push_back(line.find("text") != nullptr
                        ? member_text(line, "text")
                        : text_of(member_text(line, "dataset"), member_text(line, "id")));
  }
  return texts;
}

TEST_F(ModelsGolden, Embeddings) {
  const ModelSpec model = spec(kEncoder, kRoleEncoder);
  const auto encoder = engine()->load_encoder(models_folder(), model).value();
  const Embeddings expected = open_embeddings(shared_path("golden/embeddings.npy")).value();
  const std::vector<std::string> texts = embedding_texts();
  ASSERT_EQ(texts.size(), expected.rows().n_rows);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const Matrix vectors = encoder->encode(views, TextKind::kPassage, RunOptions{}).value();
  std::vector<float> buffer(vectors.dim);
  for (std::size_t row = 0; row < vectors.n_rows; ++row) {
    double cosine = 0;
    double squares = 0;
    const std::span<const float> reference = expected.rows().row(row, buffer);
    for (std::size_t i = 0; i < vectors.dim; ++i) {
      cosine += static_cast<double>(reference[i]) * vectors.row(row)[i];
      squares += static_cast<double>(reference[i]) * reference[i];
    }
    EXPECT_GE(cosine / std::sqrt(squares), 0.99999) << "row " << row;
  }
}

TEST_F(ModelsGolden, TokenVectors) {
  const auto encoder = token_encoder();
  for (const json::Value& line : read_jsonl(shared_path("golden/token_vectors.jsonl"))) {
    const Embeddings expected =
        open_embeddings(shared_path("golden/" + member_text(line, "file"))).value();
    const auto max_tokens = static_cast<std::size_t>(line.find("max_tokens")->number());
    const TokenVectors tokens =
        encoder->encode_tokens(member_text(line, "text"), max_tokens, RunOptions{}).value();
    ASSERT_EQ(tokens.vectors.n_rows, expected.rows().n_rows);
    std::vector<float> buffer(tokens.vectors.dim);
    for (std::size_t row = 0; row < tokens.vectors.n_rows; ++row) {
      const std::span<const float> reference = expected.rows().row(row, buffer);
      for (std::size_t i = 0; i < reference.size(); ++i) {
        ASSERT_NEAR(tokens.vectors.row(row)[i], reference[i], 1e-3) << "token " << row;
      }
    }
  }
}

struct RsqCase {
  std::string query;
  std::vector<std::string> texts;
  std::vector<double> jumps;
  std::vector<std::vector<double>> nlls;
  std::vector<double> scores;
};

std::vector<RsqCase> rsq_cases() {
  std::vector<RsqCase> cases;
  for (const json::Value& line : read_jsonl(shared_path("golden/rsq.jsonl"))) {
    RsqCase made;
    made.query = member_text(line, "query");
    for (const json::Value& id : *line.find("ids")->array()) {
      made.texts.push_back(text_of("hotpotqa", *id.string()));
    }
    made.jumps = numbers(*line.find("jump"));
    for (const json::Value& nll : *line.find("nll")->array()) made.nlls.push_back(numbers(nll));
    made.scores = numbers(*line.find("score"));
    cases.push_back(std::move(made));
  }
  return cases;
}

// Two jumps this near can swap, and a mid-rank with them.
bool jump_may_flip(const std::vector<double>& jumps, std::size_t candidate) {
  for (std::size_t i = 0; i < jumps.size(); ++i) {
    if (i != candidate && std::abs(jumps[i] - jumps[candidate]) <= 2e-3) return true;
  }
  return false;
}

void compare_nll(const NllProfile& profile, const std::vector<double>& expected,
                 std::vector<double>& differences) {
  ASSERT_EQ(profile.nats.size(), expected.size());
  for (std::size_t token = 0; token < expected.size(); ++token) {
    differences.push_back(std::abs(profile.nats[token] - expected[token]));
  }
}

TEST_F(ModelsGolden, JumpsNllsAndScoresEndToEnd) {
  const auto tokens = token_encoder();
  const auto lm = causal_lm();
  const AlignmentScorer scorer(*tokens, nullptr, AlignmentOptions{});
  std::vector<double> differences;
  for (const RsqCase& given : rsq_cases()) {
    SCOPED_TRACE(given.query);
    const std::vector<std::string_view> texts(given.texts.begin(), given.texts.end());
    const auto jumps = scorer.jumps(given.query, texts, RunOptions{}).value();
    std::vector<RsqDocument> documents;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      EXPECT_NEAR(jumps[i].jump.value, given.jumps[i], 2e-3);
      documents.push_back({texts[i], jumps[i].jump.value, 0});
    }
    for (std::size_t i = 0; i < given.nlls.size(); ++i) {
      const NllProfile profile = lm->nll(texts[i], RunOptions{}).value();
      compare_nll(profile, given.nlls[i], differences);
      documents[i].surprisal = surprisal(profile.nats, SurprisalOptions{}).term;
    }
    const auto scored = rsq(given.query, documents, RsqOptions{}).value();
    for (std::size_t i = 0; i < scored.size(); ++i) {
      const double tolerance = jump_may_flip(given.jumps, i) ? 0.05 + 0.16 : 0.05;
      EXPECT_NEAR(scored[i].score, given.scores[i], tolerance);
    }
  }
  ASSERT_FALSE(differences.empty());
  std::ranges::sort(differences);
  double sum = 0;
  for (const double difference : differences) sum += difference;
  const double mean = sum / static_cast<double>(differences.size());
  const double median = differences[differences.size() / 2];
  RecordProperty("nll_median", std::to_string(median));
  EXPECT_LE(median, 0.02);
  EXPECT_LE(mean, 0.05);
}

TEST_F(ModelsGolden, SameBytesAtOneAndTwoThreads) {
  const auto single = LlamaEngine::create(1).value();
  const std::string text = rsq_cases()[0].texts[3];
  const std::vector<std::string_view> texts{text, "another text", text};
  const ModelSpec model = spec(kEncoder, kRoleEncoder);
  const auto two_threads = engine()->load_encoder(models_folder(), model).value();
  const auto one_thread = single->load_encoder(models_folder(), model).value();
  const Matrix two = two_threads->encode(texts, TextKind::kPassage, RunOptions{}).value();
  const Matrix one =
      one_thread->encode(std::span(texts).first(1), TextKind::kPassage, RunOptions{}).value();
  EXPECT_TRUE(std::ranges::equal(one.row(0), two.row(0)));
  EXPECT_TRUE(std::ranges::equal(two.row(2), two.row(0)));
  const auto lm = single->load_causal_lm(models_folder(), spec(kCausalLm, kRoleCausalLm)).value();
  EXPECT_EQ(lm->nll(text, RunOptions{})->nats, causal_lm()->nll(text, RunOptions{})->nats);
}

}  // namespace
}  // namespace ragsieve
