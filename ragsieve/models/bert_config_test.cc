#include "ragsieve/models/bert_config.h"

#include <gtest/gtest.h>

namespace ragsieve {
namespace {

std::string config(const std::string& changed_key, const std::string& value) {
  const std::pair<std::string, std::string> keys[] = {
      {"model_type", "\"bert\""},        {"hidden_act", "\"gelu\""},   {"hidden_size", "8"},
      {"num_hidden_layers", "2"},        {"num_attention_heads", "2"}, {"intermediate_size", "16"},
      {"max_position_embeddings", "32"}, {"vocab_size", "10"},         {"type_vocab_size", "2"},
      {"layer_norm_eps", "1e-12"}};
  std::string text = "{";
  for (const auto& [key, default_value] : keys) {
    if (text.size() > 1) text += ',';
    text += '"' + key + "\":" + (key == changed_key ? value : default_value);
  }
  return text + "}";
}

TEST(BertConfig, ReadsSizes) {
  const BertConfig read = read_bert_config(config("", ""), "c").value();
  EXPECT_EQ(read.dim, 8U);
  EXPECT_EQ(read.n_layers, 2U);
  EXPECT_DOUBLE_EQ(read.layer_norm_epsilon, 1e-12);
}

TEST(BertConfig, NamesTheKeyThatDoesNotFit) {
  const std::pair<std::string, std::string> wrong[] = {
      {"model_type", "\"roberta\""},  {"hidden_act", "\"relu\""},
      {"hidden_size", "0"},           {"vocab_size", "1.5"},
      {"intermediate_size", "\"x\""}, {"num_attention_heads", "3"},
      {"layer_norm_eps", "2"},        {"max_position_embeddings", "99999999999"}};
  for (const auto& [key, value] : wrong) {
    const auto read = read_bert_config(config(key, value), "c");
    ASSERT_FALSE(read.ok()) << key;
    EXPECT_EQ(read.error().where.field, key);
    EXPECT_EQ(read.error().code, Code::kInvalidInput);
  }
  EXPECT_FALSE(read_bert_config("{", "c").ok());
}

}  // namespace
}  // namespace ragsieve
