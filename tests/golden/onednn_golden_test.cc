// The encoder on oneDNN against the reference embeddings. Needs the models (scripts/models.sh) and
// RAGSIEVE_SHARED.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "ragsieve/connect/npy/embeddings.h"
#include "ragsieve/models/model_spec.h"
#include "ragsieve/models/onednn/onednn_encoder.h"
#include "tests/golden/golden.h"
#include "tests/models_folder.h"

namespace ragsieve {
namespace {

constexpr char kEncoder[] = "all-minilm-l6-v2-f32";

std::vector<std::string> golden_texts() {
  std::vector<std::string> texts;
  for (const json::Value& line : read_jsonl(shared_path("golden/embeddings.jsonl"))) {
    const json::Value* text = line.find("text");
    texts.push_back(text != nullptr
                        ? *text->string()
                        : text_of(*line.find("dataset")->string(), *line.find("id")->string()));
  }
  return texts;
}

double cosine(std::span<const float> unit, std::span<const float> reference) {
  double product = 0;
  double squares = 0;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    product += static_cast<double>(unit[i]) * reference[i];
    squares += static_cast<double>(reference[i]) * reference[i];
  }
  return product / std::sqrt(squares);
}

// Lowest cosine to the reference, over all texts.
void expect_near(OnednnPrecision precision, double lowest_cosine) {
  const ModelManifest manifest = read_manifest(models_folder()).value();
  const Result<ModelSpec> spec = manifest.find(kEncoder, kRoleEncoder);
  if (!spec.ok()) GTEST_SKIP() << "skipped: " << to_string(spec.error());
  auto encoder =
      load_onednn_encoder(std::make_shared<ModelHost>(2), models_folder(), *spec, precision);
  if (!encoder.ok() && encoder.error().code == Code::kUnavailable) {
    GTEST_SKIP() << "skipped: " << to_string(encoder.error());
  }
  ASSERT_TRUE(encoder.ok()) << to_string(encoder.error());
  const Embeddings expected = open_embeddings(shared_path("golden/embeddings.npy")).value();
  const std::vector<std::string> texts = golden_texts();
  ASSERT_EQ(texts.size(), expected.rows().n_rows);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  const Matrix vectors = (*encoder)->encode(views, TextKind::kPassage, RunOptions{}).value();
  std::vector<float> buffer(vectors.dim);
  double lowest = 1;
  for (std::size_t row = 0; row < vectors.n_rows; ++row) {
    const double found = cosine(vectors.row(row), expected.rows().row(row, buffer));
    lowest = std::min(lowest, found);
    EXPECT_GE(found, lowest_cosine) << "row " << row;
  }
  testing::Test::RecordProperty("lowest_cosine", std::to_string(lowest));
}

TEST(OnednnGolden, EmbeddingsInF32) {
  RAGSIEVE_NEEDS_SHARED("golden/embeddings.npy");
  expect_near(OnednnPrecision::kFloat32, 0.99999);
}

TEST(OnednnGolden, EmbeddingsInBf16) {
  RAGSIEVE_NEEDS_SHARED("golden/embeddings.npy");
  expect_near(OnednnPrecision::kBFloat16, 0.9999);
}

}  // namespace
}  // namespace ragsieve
