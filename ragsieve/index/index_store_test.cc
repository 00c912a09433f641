#include "ragsieve/index/index_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "ragsieve/crypto/sha256.h"
#include "ragsieve/index/corpus_digest.h"
#include "ragsieve/index/index_files.h"
#include "ragsieve/index/random_rows.h"

namespace ragsieve {
namespace {

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

std::vector<std::string> files_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string path_of(const std::string& folder, std::string_view kind) {
  return path_in(folder, open_index(folder).value().manifest().segment(kind)->file);
}

// Changes one byte in the middle of a file.
void damage(const std::string& path) {
  const auto middle = static_cast<std::streamoff>(std::filesystem::file_size(path) / 2);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(middle);
  const int byte = file.get();
  file.seekp(middle);
  file.put(static_cast<char>(byte ^ 1));
}

void expect_holds(const IndexStore& store, const TestIndex& index) {
  EXPECT_EQ(store.manifest().encoder, index.encoder);
  EXPECT_EQ(store.manifest().source, "corpus.jsonl");
  EXPECT_EQ(store.manifest().corpus_digest, corpus_digest(index.ids, index.text_digests));
  ASSERT_EQ(store.vectors().n_rows, index.vectors.n_rows);
  ASSERT_EQ(store.vectors().dim, index.vectors.dim);
  EXPECT_TRUE(
      std::equal(store.ids().begin(), store.ids().end(), index.ids.begin(), index.ids.end()));
  EXPECT_TRUE(std::equal(store.text_digests().begin(), store.text_digests().end(),
                         index.text_digests.begin(), index.text_digests.end()));
  EXPECT_EQ(std::memcmp(store.vectors().data, index.vectors.values.data(),
                        index.vectors.values.size() * sizeof(float)),
            0);
}

TEST(IndexStore, HoldsWhatWasWritten) {
  const TestFolder folder;
  for (const std::size_t n_rows : {1U, 33U}) {
    const TestIndex index(n_rows);
    ASSERT_TRUE(write_index(folder.path(), index.content(), RunOptions{}).ok());
    expect_holds(open_index(folder.path()).value(), index);
    expect_holds(open_index(folder.path(), IndexCheck::kDigests).value(), index);
  }
}

TEST(IndexStore, RowsStartOnACacheLine) {
  const TestFolder folder;
  ASSERT_TRUE(write_index(folder.path(), TestIndex(3).content(), RunOptions{}).ok());
  const IndexStore store = open_index(folder.path()).value();
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(store.vectors().data) % 64, 0U);
}

TEST(IndexStore, MayBeEmpty) {
  const TestFolder folder;
  ASSERT_TRUE(write_index(folder.path(), TestIndex(0).content(), RunOptions{}).ok());
  EXPECT_TRUE(open_index(folder.path(), IndexCheck::kDigests).value().ids().empty());
}

TEST(IndexStore, Float16IsWidened) {
  const TestFolder folder;
  const std::array<std::uint16_t, 2> halves{0x3C00, 0x4000};
  const std::vector<std::string> ids{"a"};
  const std::vector<Digest> text_digests{sha256("text")};
  const MatrixView view{halves.data(), 1, 2, Scalar::kFloat16, {}};
  ASSERT_TRUE(
      write_index(folder.path(), {{}, "corpus.jsonl", view, ids, text_digests}, RunOptions{}).ok());
  const IndexStore store = open_index(folder.path()).value();
  EXPECT_EQ(static_cast<const float*>(store.vectors().data)[1], 2.0F);
}

TEST(IndexStore, SameContentSameBytes) {
  const TestFolder folder;
  const TestIndex index(9);
  ASSERT_TRUE(write_index(folder.path(), index.content(), RunOptions{}).ok());
  const std::string before = read_file(manifest_path(folder.path()), 1 << 20).value();
  ASSERT_TRUE(write_index(folder.path(), index.content(), RunOptions{}).ok());
  EXPECT_EQ(read_file(manifest_path(folder.path()), 1 << 20).value(), before);
  EXPECT_EQ(files_in(folder.path()).size(), 3U);
}

TEST(IndexStore, ANewIndexReplacesTheOldOneAndItsSegments) {
  const TestFolder folder;
  ASSERT_TRUE(write_index(folder.path(), TestIndex(9).content(), RunOptions{}).ok());
  const IndexStore old_store = open_index(folder.path()).value();
  const TestIndex index(5, 2);
  ASSERT_TRUE(write_index(folder.path(), index.content(), RunOptions{}).ok());
  expect_holds(open_index(folder.path(), IndexCheck::kDigests).value(), index);
  expect_holds(old_store, TestIndex(9));  // what is mapped stays readable
  EXPECT_EQ(files_in(folder.path()).size(), 3U);
}

TEST(IndexStore, OnlyFilesNamedLikeSegmentsAreRemoved) {
  const TestFolder folder;
  ASSERT_TRUE(write_index(folder.path(), TestIndex(2).content(), RunOptions{}).ok());
  IndexManifest manifest = open_index(folder.path()).value().manifest();
  ASSERT_TRUE(write_file(path_in(folder.path(), "precious.txt"), "x").ok());
  manifest.segments.push_back({"vectors", "precious.txt", sha256("x"), 1});
  ASSERT_TRUE(write_file(manifest_path(folder.path()), to_json(manifest)).ok());
  ASSERT_TRUE(write_index(folder.path(), TestIndex(3).content(), RunOptions{}).ok());
  EXPECT_TRUE(std::filesystem::exists(path_in(folder.path(), "precious.txt")));
}

TEST(IndexStore, ACancelledWriteLeavesTheOldIndex) {
  const TestFolder folder;
  const TestIndex index(9);
  ASSERT_TRUE(write_index(folder.path(), index.content(), RunOptions{}).ok());
  RunOptions run;
  run.cancel.request();
  EXPECT_EQ(write_index(folder.path(), TestIndex(5).content(), run).error().code, Code::kCancelled);
  expect_holds(open_index(folder.path(), IndexCheck::kDigests).value(), index);
  EXPECT_EQ(files_in(folder.path()).size(), 3U);
}

TEST(IndexStore, CountsMustAgree) {
  const TestFolder folder;
  TestIndex index(3);
  index.ids.pop_back();
  const Error error = write_index(folder.path(), index.content(), RunOptions{}).error();
  EXPECT_EQ(error.code, Code::kInvalidArgument);
  EXPECT_EQ(error.message, "3 vectors, 2 ids and 3 text digests, expected as many of each");
  EXPECT_FALSE(std::filesystem::exists(folder.path()));
}

TEST(IndexStore, WidthMustBeInRange) {
  const TestFolder folder;
  IndexContent content;
  const Error error = write_index(folder.path(), content, RunOptions{}).error();
  EXPECT_EQ(error.message, "width of the vectors is 0, expected 1 to 65536");
}

TEST(IndexStore, AFolderThatCannotBeMadeIsNamed) {
  const TestFolder folder;
  std::filesystem::create_directories(folder.path());
  const std::string file = path_in(folder.path(), "file");
  ASSERT_TRUE(write_file(file, "x").ok());
  EXPECT_FALSE(write_index(file + "/index", TestIndex(1).content(), RunOptions{}).ok());
}

TEST(OpenIndex, NoIndexIsNotFound) {
  const TestFolder folder;
  const Error error = open_index(folder.path()).error();
  EXPECT_EQ(error.code, Code::kNotFound);
  EXPECT_EQ(error.message, "is not there: the folder holds no index");
}

TEST(OpenIndex, ACutSegmentIsCorrupt) {
  for (const std::string_view kind : {kVectorsKind, kDocumentsKind}) {
    const TestFolder folder;
    ASSERT_TRUE(write_index(folder.path(), TestIndex(9).content(), RunOptions{}).ok());
    const std::string path = path_of(folder.path(), kind);
    const auto size = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, size - 1);
    const Error error = open_index(folder.path()).error();
    EXPECT_EQ(error.code, Code::kCorrupt);
    EXPECT_EQ(error.where.path, path);
    EXPECT_NE(error.message.find("the manifest says " + std::to_string(size)), std::string::npos);
  }
}

TEST(OpenIndex, AMissingSegmentIsCorrupt) {
  const TestFolder folder;
  ASSERT_TRUE(write_index(folder.path(), TestIndex(9).content(), RunOptions{}).ok());
  std::filesystem::remove(path_of(folder.path(), kVectorsKind));
  const Error error = open_index(folder.path()).error();
  EXPECT_EQ(error.code, Code::kCorrupt);
  EXPECT_NE(error.message.find("is missing, though the manifest names it"), std::string::npos);
}

TEST(OpenIndex, ADamagedSegmentIsFoundByItsDigest) {
  for (const std::string_view kind : {kVectorsKind, kDocumentsKind}) {
    const TestFolder folder;
    ASSERT_TRUE(write_index(folder.path(), TestIndex(9).content(), RunOptions{}).ok());
    damage(path_of(folder.path(), kind));
    const Error error = open_index(folder.path(), IndexCheck::kDigests).error();
    EXPECT_EQ(error.code, Code::kCorrupt);
    EXPECT_NE(error.message.find("has another sha256 than the manifest says"), std::string::npos);
  }
}

TEST(OpenIndex, AForeignManifestIsCorrupt) {
  const TestFolder folder;
  ASSERT_TRUE(write_index(folder.path(), TestIndex(9).content(), RunOptions{}).ok());
  IndexManifest manifest = open_index(folder.path()).value().manifest();
  const auto error_with = [&](const IndexManifest& changed) {
    EXPECT_TRUE(write_file(manifest_path(folder.path()), to_json(changed)).ok());
    const Error error = open_index(folder.path(), IndexCheck::kDigests).error();
    EXPECT_EQ(error.code, Code::kCorrupt);
    return error.message;
  };
  IndexManifest changed = manifest;
  changed.corpus_digest = sha256("another corpus");
  EXPECT_NE(error_with(changed).find("another corpus digest"), std::string::npos);
  changed = manifest;
  changed.n_rows = 8;
  EXPECT_NE(error_with(changed).find("9 whole lines, expected 8"), std::string::npos);
  changed = manifest;
  changed.dim = 6;
  EXPECT_NE(error_with(changed).find("9 rows of width 6"), std::string::npos);
  changed = manifest;
  changed.segments.pop_back();
  EXPECT_NE(error_with(changed).find("names no segment 'documents'"), std::string::npos);
}

}  // namespace
}  // namespace ragsieve
