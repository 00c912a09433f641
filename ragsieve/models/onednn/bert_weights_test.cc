#include "ragsieve/models/onednn/bert_weights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/base/limits.h"
#include "ragsieve/models/onednn/made_bert.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

// Rewrites the file with `from` replaced by `to` of the same length.
void replace_in(const std::string& path, std::string_view from, std::string_view to) {
  ASSERT_EQ(from.size(), to.size());
  std::string bytes = read_file(path, limits::kVocabBytes).value();
  const std::size_t place = bytes.find(from);
  ASSERT_NE(place, std::string::npos);
  ASSERT_TRUE(write_file(path, bytes.replace(place, from.size(), to)).ok());
}

// The tensor's first size, 8 bytes behind its name and number of dimensions, becomes 49.
void change_shape(const std::string& path, const std::string& name) {
  std::string bytes = read_file(path, limits::kVocabBytes).value();
  const std::size_t place = bytes.find(name);
  ASSERT_NE(place, std::string::npos);
  bytes[place + name.size() + 4] = 49;
  ASSERT_TRUE(write_file(path, bytes).ok());
}

TEST(BertWeights, SizesAndTensorsAreThoseOfTheFile) {
  const MadeBert made;
  const BertWeights weights = read_bert_weights(made.path()).value();
  EXPECT_EQ(weights.config.dim, 48U);
  EXPECT_EQ(weights.config.n_layers, 3U);
  EXPECT_EQ(weights.config.n_heads, 3U);
  EXPECT_EQ(weights.config.ffn_dim, 80U);
  EXPECT_EQ(weights.config.max_positions, 160U);
  EXPECT_EQ(weights.config.vocab_size, 26U);
  EXPECT_FLOAT_EQ(static_cast<float>(weights.config.layer_norm_epsilon), 1e-6F);
  ASSERT_EQ(weights.blocks.size(), 3U);
  EXPECT_EQ(weights.blocks[2].down.weight.size(), 48U * 80U);
  EXPECT_NE(weights.blocks[1].up.bias[0], weights.blocks[2].up.bias[0]);
}

TEST(BertWeights, MissingTensorIsNamed) {
  const MadeBert made;
  replace_in(made.path(), "blk.1.ffn_up.weight", "blk.1.ffn_up.weighs");
  const Error error = read_bert_weights(made.path()).error();
  EXPECT_EQ(error.code, Code::kCorrupt);
  EXPECT_EQ(error.where.field, "blk.1.ffn_up.weight");
  EXPECT_THAT(error.message, HasSubstr("missing"));
}

TEST(BertWeights, OtherArchitectureIsRefused) {
  const MadeBert made;
  replace_in(made.path(), std::string_view("\4\0\0\0\0\0\0\0bert", 12),
             std::string_view("\4\0\0\0\0\0\0\0bard", 12));
  const Error error = read_bert_weights(made.path()).error();
  EXPECT_EQ(error.code, Code::kUnavailable);
  EXPECT_EQ(error.where.field, "general.architecture");
}

TEST(BertWeights, MissingKeyIsNamed) {
  const MadeBert made;
  replace_in(made.path(), "bert.attention.head_count", "bert.attention.head_cown_");
  const Error error = read_bert_weights(made.path()).error();
  EXPECT_EQ(error.where.field, "bert.attention.head_count");
  EXPECT_THAT(error.message, HasSubstr("u32"));
}

TEST(BertWeights, WrongShapeIsNamedOrTheFileRefused) {
  const MadeBert made;
  change_shape(made.path(), "blk.2.layer_output_norm.bias");  // the last tensor: no offset moves
  const Error error = read_bert_weights(made.path()).error();
  EXPECT_EQ(error.code, Code::kCorrupt);
  EXPECT_EQ(error.where.field, "blk.2.layer_output_norm.bias");
  EXPECT_THAT(error.message, HasSubstr("49, expected 1 x 48"));
}

TEST(BertWeights, CutFileAndOtherFilesAreRefused) {
  const MadeBert made;
  std::string bytes = read_file(made.path(), limits::kVocabBytes).value();
  ASSERT_TRUE(write_file(made.path(), bytes.substr(0, bytes.size() - 1000)).ok());
  const Error cut = read_bert_weights(made.path()).error();
  EXPECT_EQ(cut.code, Code::kCorrupt);
  EXPECT_THAT(cut.message, HasSubstr("outside the file"));
  ASSERT_TRUE(write_file(made.path(), "no model").ok());
  EXPECT_EQ(read_bert_weights(made.path()).error().code, Code::kUnavailable);
  EXPECT_EQ(read_bert_weights(made.path() + ".absent").error().code, Code::kNotFound);
}

}  // namespace
}  // namespace ragsieve
