#include "eval/run/result_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "eval/run/testing.h"
#include "ragsieve/connect/test_folder.h"
#include "ragsieve/json/reader.h"

namespace ragsieve::eval {
namespace {

using testing::HasSubstr;

std::string text_of(const ResultLine& line) { return json::dump(to_json(line)) + "\n"; }

TEST(ResultLine, ComesBackAsItWas) {
  const ResultLine line = sample_line("black");
  const auto value = json::Reader().parse(text_of(line));
  ASSERT_TRUE(value.ok());
  const auto back = result_line_of(*value);
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  EXPECT_EQ(back->key, line.key);
  EXPECT_EQ(text_of(*back), text_of(line));
}

TEST(ResultLine, TooFewIsNull) {
  ResultLine line = sample_line("black");
  line.figures = detection_figures({}, std::vector<double>{1}, {});
  const auto back = result_line_of(to_json(line));
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  EXPECT_TRUE(back->figures.too_few);
  EXPECT_TRUE(std::isnan(back->figures.auroc));
  EXPECT_TRUE(std::isnan(back->figures.intervals.detection.high));
}

TEST(ResultLine, RefusesAMemberThatDoesNotFit) {
  const auto field = [](std::string_view from, std::string_view to) {
    std::string text = text_of(sample_line("black"));
    text.replace(text.find(from), from.size(), to);
    const auto line = result_line_of(json::Reader().parse(text).value());
    return line.ok() ? std::string("accepted") : line.error().where.field;
  };
  EXPECT_EQ(field("\"too_few\":false", "\"too_few\":0"), "too_few");
  EXPECT_EQ(field("\"n_targets\":8", "\"n_targets\":-8"), "n_targets");
  EXPECT_EQ(field("\"auroc\":0.945", "\"auroc\":\"x\""), "auroc");
  EXPECT_EQ(field("[0.9,0.97]", "[0.9]"), "auroc_interval");
  EXPECT_EQ(field("\"machine\"", "\"engine\""), "machine");
  EXPECT_FALSE(result_line_of(json::Value(3)).ok());
}

TEST(ResultLine, OfAnswersComesBackAsItWas) {
  ResultLine line = sample_answers("black");
  line.answers->poisoned[0] = {};  // no judgement: null
  const auto value = json::Reader().parse(text_of(line));
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(value->find("auroc"), nullptr);
  const auto back = result_line_of(*value);
  ASSERT_TRUE(back.ok()) << to_string(back.error());
  EXPECT_EQ(back->key, line.key);
  ASSERT_TRUE(back->answers.has_value());
  EXPECT_TRUE(std::isnan(back->answers->poisoned[0].value));
  EXPECT_DOUBLE_EQ(figure_of(back->answers->clean, AnswerMeasure::kTokenF1).value, 0.2);
  EXPECT_EQ(text_of(*back), text_of(line));
}

TEST(ResultLine, OfAnswersNamesTheMemberThatDoesNotFit) {
  const auto field = [](std::string_view from, std::string_view to) {
    std::string text = text_of(sample_answers("black"));
    text.replace(text.find(from), from.size(), to);
    const auto line = result_line_of(json::Reader().parse(text).value());
    return line.ok() ? std::string("accepted") : line.error().where.field;
  };
  EXPECT_EQ(field("\"clean\"", "\"clear\""), "clean");
  EXPECT_EQ(field("\"token_f1\"", "\"f1\""), "clean.token_f1");
  EXPECT_EQ(field("\"n\":100", "\"n\":\"x\""), "clean.recall.n");
  EXPECT_EQ(field("\"interval\":[0.05,", "\"interval\":[1,0.05,"), "clean.recall.interval");
}

class ResultFileTest : public testing::Test {
 protected:
  TestFolder folder_;
  std::string path_ = folder_.path("results.jsonl");
};

TEST_F(ResultFileTest, WhatWasAddedIsFoundInALaterRun) {
  {
    Result<ResultFile> file = ResultFile::open(path_);
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE(file->add(sample_line("black")).ok());
    EXPECT_NE(file->find(sample_line("black").key), nullptr);
  }
  const Result<ResultFile> again = ResultFile::open(path_);
  ASSERT_TRUE(again.ok()) << to_string(again.error());
  EXPECT_EQ(again->rows().size(), 1U);
  EXPECT_NE(again->find(sample_line("black").key), nullptr);
  EXPECT_EQ(again->find(sample_line("white").key), nullptr);
  RowKey other = sample_line("black").key;
  other.corpus_digest[0] = 'f';
  EXPECT_EQ(again->find(other), nullptr);
}

TEST_F(ResultFileTest, ALineThatWasCutOffIsMeasuredAgain) {
  const std::string whole = text_of(sample_line("black"));
  folder_.write("results.jsonl", whole + text_of(sample_line("white")).substr(0, 40));
  Result<ResultFile> file = ResultFile::open(path_);
  ASSERT_TRUE(file.ok()) << to_string(file.error());
  EXPECT_EQ(file->rows().size(), 1U);
  EXPECT_EQ(std::filesystem::file_size(path_), whole.size());
  ASSERT_TRUE(file->add(sample_line("white")).ok());
  EXPECT_EQ(ResultFile::open(path_)->rows().size(), 2U);
}

TEST_F(ResultFileTest, AFileOfOneCutLineIsEmpty) {
  folder_.write("results.jsonl", "{\"table\":");
  EXPECT_TRUE(ResultFile::open(path_)->rows().empty());
}

TEST_F(ResultFileTest, ABadLineIsNamed) {
  folder_.write("results.jsonl", text_of(sample_line("black")) + "{}\n");
  const auto file = ResultFile::open(path_);
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().code, Code::kInvalidInput);
  EXPECT_EQ(file.error().where.line, 2U);
  EXPECT_EQ(file.error().where.field, "table");
  folder_.write("results.jsonl", "no json\n");
  EXPECT_THAT(ResultFile::open(path_).error().message, HasSubstr("not JSON"));
}

TEST_F(ResultFileTest, ARowThatCannotBeWrittenIsAnError) {
  Result<ResultFile> file = ResultFile::open(folder_.path("nowhere/results.jsonl"));
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE(file->add(sample_line("black")).ok());
  EXPECT_TRUE(file->rows().empty());
}

}  // namespace
}  // namespace ragsieve::eval
