// An index in a folder of its own, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/index/index_store.h"
#include "ragsieve/index/random_rows.h"

namespace ragsieve {

// A folder named after the running test, empty at first, gone at the end.
class TestFolder {
 public:
  TestFolder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    path_ = ::testing::TempDir() + "ragsieve-index-" + test->test_suite_name() + "-" + test->name();
    std::filesystem::remove_all(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Owns what an IndexContent views.
struct TestIndex {
  explicit TestIndex(std::size_t n_rows, std::uint64_t seed = 1)
      : vectors(random_rows(n_rows, 5, seed)) {
    for (std::size_t row = 0; row < n_rows; ++row) {
      ids.push_back("d" + std::to_string(row) + "\"\n\xC3\xA9");
      text_digests.push_back(sha256("text " + std::to_string(row)));
    }
    encoder.name = "fake-f32";
    encoder.file_digest = sha256("weights");
    encoder.engine = "fake 1, any CPU";
    encoder.tokenizer = "wordpiece 1";
    encoder.max_tokens = 512;
    encoder.pooling = "mean";
    encoder.passage_prefix = "passage: ";
    encoder.layer = 4;
  }
  [[nodiscard]] IndexContent content() const {
    return {encoder, "corpus.jsonl", vectors.view(), ids, text_digests};
  }

  IndexEncoder encoder;
  Matrix vectors;
  std::vector<std::string> ids;
  std::vector<Digest> text_digests;
};

}  // namespace ragsieve
