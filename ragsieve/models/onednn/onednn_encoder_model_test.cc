// The encoder with the model that ships, beside llama.cpp. Needs the models (scripts/models.sh).
#include "ragsieve/models/onednn/onednn_encoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "ragsieve/config/config.h"
#include "ragsieve/models/llama/llama_engine.h"
#include "ragsieve/models/onednn/runtime.h"

namespace ragsieve {
namespace {

double cosine(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

std::size_t n_threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

class OnednnEncoderModel : public testing::Test {
 protected:
  void SetUp() override {
    const Config config = load_config(std::nullopt, process_environment()).value();
    const ModelManifest manifest = read_manifest(config.models.dir).value();
    const auto spec = manifest.find(config.models.encoder, kRoleEncoder);
    if (!spec.ok()) GTEST_SKIP() << "skipped: " << to_string(spec.error());
    folder_ = manifest.folder;
    spec_ = *spec;
    std::ifstream corpus("samples/corpus.jsonl");
    for (std::string line; texts_.size() < 24 && std::getline(corpus, line);) {
      texts_.push_back(line.substr(0, 40 + 97 * texts_.size() % 900));
    }
    ASSERT_FALSE(texts_.empty());
  }
  std::unique_ptr<Encoder> load(std::size_t n_workers, OnednnPrecision precision) const {
    return load_onednn_encoder(std::make_shared<ModelHost>(n_workers), folder_, spec_, precision)
        .value();
  }
  Matrix encode(Encoder& encoder) const {
    const std::vector<std::string_view> views(texts_.begin(), texts_.end());
    return encoder.encode(views, TextKind::kPassage, RunOptions{}).value();
  }
  // Lowest cosine to llama.cpp's vectors, and largest error of a pair's similarity.
  void compare(const Matrix& found, double lowest_cosine, double largest_error) const {
    const auto other = LlamaEngine::create(2).value()->load_encoder(folder_, spec_).value();
    const Matrix expected = encode(*other);
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      EXPECT_GE(cosine(found.row(i), expected.row(i)), lowest_cosine) << i;
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_NEAR(cosine(found.row(i), found.row(j)), cosine(expected.row(i), expected.row(j)),
                    largest_error);
      }
    }
  }

  std::string folder_;
  ModelSpec spec_;
  std::vector<std::string> texts_;
};

TEST_F(OnednnEncoderModel, F32GivesTheVectorsOfTheOtherEngine) {
  compare(encode(*load(2, OnednnPrecision::kFloat32)), 0.99999, 0.001);
}

TEST_F(OnednnEncoderModel, Bf16StaysNear) {
  if (!cpu_has_bf16()) GTEST_SKIP() << "skipped: no BF16 instructions";
  compare(encode(*load(2, OnednnPrecision::kBFloat16)), 0.9999, 0.005);
}

TEST_F(OnednnEncoderModel, SameBytesAtAnyNumberOfThreadsAndNoOthersStart) {
  for (const auto precision : {OnednnPrecision::kFloat32, OnednnPrecision::kBFloat16}) {
    if (!check_cpu(precision, cpu_has_bf16()).ok()) continue;
    const Matrix one = encode(*load(1, precision));
    const std::size_t before = n_threads_of_this_process();
    const auto encoder = load(3, precision);
    EXPECT_EQ(encode(*encoder).values, one.values);
    EXPECT_EQ(n_threads_of_this_process(), before + 3);
  }
}

}  // namespace
}  // namespace ragsieve
