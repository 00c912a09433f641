#include "ragsieve/models/model_spec.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "ragsieve/base/file.h"
#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

std::string temporary_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "ragsieve-spec-XXXXXX").string();
  return mkdtemp(pattern.data());
}

ModelSpec spec(std::string name) {
  ModelSpec made;
  made.name = std::move(name);
  made.role = kRoleEncoder;
  made.file = "model.gguf";
  made.sha256 = sha256("weights");
  made.vocab_file = "vocab.txt";
  made.vocab_sha256 = sha256("vocab");
  made.licence = "Apache-2.0";
  made.weights = "f32";
  made.pooling = "mean";
  made.query_prefix = "query: ";
  made.max_tokens = 512;
  made.dim = 384;
  return made;
}

TEST(ModelManifest, EntriesSurviveARoundTrip) {
  const std::string folder = temporary_folder();
  EXPECT_TRUE(read_manifest(folder)->models.empty());
  ASSERT_TRUE(write_manifest_entry(folder, spec("b")).ok());
  ASSERT_TRUE(write_manifest_entry(folder, spec("a")).ok());
  ASSERT_TRUE(write_manifest_entry(folder, spec("b")).ok());
  const ModelManifest manifest = read_manifest(folder).value();
  ASSERT_EQ(manifest.models.size(), 2U);
  EXPECT_EQ(manifest.models[0].name, "a");
  const ModelSpec found = manifest.find("b", kRoleEncoder).value();
  EXPECT_EQ(found.sha256, sha256("weights"));
  EXPECT_EQ(found.query_prefix, "query: ");
  EXPECT_EQ(found.max_tokens, 512U);
}

TEST(ModelManifest, MissingModelNamesTheCommand) {
  const ModelManifest manifest{"folder", {spec("a")}};
  const Error missing = manifest.find("x", kRoleCausalLm).error();
  EXPECT_EQ(missing.code, Code::kUnavailable);
  EXPECT_NE(missing.message.find("scripts/models.sh"), std::string::npos);
  EXPECT_NE(missing.message.find("models import"), std::string::npos);
  EXPECT_NE(manifest.find("a", kRoleCausalLm).error().message.find("has the role encoder"),
            std::string::npos);
}

TEST(ModelManifest, BrokenEntriesAreNamed) {
  const std::string folder = temporary_folder();
  ASSERT_TRUE(write_file(folder + "/manifest.toml", "[[model]]\nname = 3\n").ok());
  const Error error = read_manifest(folder).error();
  EXPECT_EQ(error.code, Code::kCorrupt);
  EXPECT_EQ(error.where.field, "model[0].name");
  ASSERT_TRUE(write_file(folder + "/manifest.toml", "[[model]\n").ok());
  EXPECT_FALSE(read_manifest(folder).ok());
}

TEST(ModelManifest, FilesMustHaveTheirDigest) {
  const std::string folder = temporary_folder();
  ASSERT_TRUE(write_file(folder + "/model.gguf", "weights").ok());
  ASSERT_TRUE(write_file(folder + "/vocab.txt", "vocab").ok());
  EXPECT_TRUE(verify_files(folder, spec("a")).ok());
  ASSERT_TRUE(write_file(folder + "/model.gguf", "weight").ok());
  EXPECT_EQ(verify_files(folder, spec("a")).error().code, Code::kCorrupt);
  std::filesystem::remove(folder + "/model.gguf");
  EXPECT_EQ(verify_files(folder, spec("a")).error().code, Code::kNotFound);
}

}  // namespace
}  // namespace ragsieve
