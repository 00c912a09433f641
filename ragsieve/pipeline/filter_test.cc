#include "ragsieve/pipeline/filter.h"

#include <gtest/gtest.h>

#include "ragsieve/pipeline/pipeline_testing.h"

namespace ragsieve {
namespace {

constexpr char kQuestion[] = "where is the head office";

// A context of `n` documents; the first `n_poisons` name the same false answer.
std::string context(const std::string& id, int n, int n_poisons) {
  std::string documents;
  for (int i = 0; i < n; ++i) {
    const std::string tag = std::to_string(i);
    const bool poison = i < n_poisons;
    const std::string text = poison ? "the head office is in Zanzibar says note" + tag
                                    : "document" + tag + " tells of town" + tag + " and more";
    if (i > 0) documents += ",";
    documents += R"({"id":")" + id + "-" + tag + R"(","text":")" + text + "\"}";
  }
  return R"({"query_id":")" + id + R"(","query":")" + kQuestion + R"(","documents":[)" + documents +
         "]}\n";
}

class PaperFilter : public testing::Test, protected PipelineFixture {};

TEST_F(PaperFilter, ConcentratedAnswerIsRemovedAndTheContextRefilled) {
  FilterOptions options;
  options.profile = "paper";
  options.contexts = write("x.jsonl", context("q", 25, 5));
  const FilterReport report = filter(options, models(), RunOptions{}).value();
  ASSERT_EQ(report.queries.size(), 1U);
  const QueryRecord& query = report.queries[0];
  EXPECT_EQ(query.removed.size(), 5U);
  EXPECT_EQ(query.context, (std::vector<std::string>{"q-5", "q-6", "q-7", "q-8", "q-9"}));
  ASSERT_FALSE(query.documents[0].reasons.empty());
  EXPECT_NE(query.documents[0].reasons[0].find("\"zanzibar\" in 5 of the top 5"), std::string::npos)
      << query.documents[0].reasons[0];
}

TEST_F(PaperFilter, CleanContextStaysAsItWas) {
  FilterOptions options;
  options.profile = "paper";
  options.contexts = write("x.jsonl", context("q", 20, 0));
  const FilterReport report = filter(options, models(), RunOptions{}).value();
  EXPECT_TRUE(report.queries[0].removed.empty());
  EXPECT_EQ(report.queries[0].context[4], "q-4");
}

TEST_F(PaperFilter, TooFewDocumentsNameTheDepthAndTheRestGoesOn) {
  FilterOptions options;
  options.profile = "paper";
  options.contexts = write("x.jsonl", context("a", 12, 0) + context("b", 20, 0));
  const FilterReport report = filter(options, models(), RunOptions{}).value();
  EXPECT_EQ(report.queries.size(), 1U);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].where.line, 1U);
  EXPECT_NE(report.errors[0].message.find("retrieve 8 more"), std::string::npos);
}

TEST_F(PaperFilter, SerialDeploymentScoresTheSurvivors) {
  FilterOptions options;
  options.profile = "paper";
  options.contexts = write("x.jsonl", context("q", 25, 5));
  options.removed = write("removed.txt", "q-0\nq-1\nq-2\nq-3\nq-4\n");
  const FilterReport report = filter(options, models(), RunOptions{}).value();
  EXPECT_EQ(report.queries[0].documents[0].id, "q-5");
  EXPECT_TRUE(report.queries[0].removed.empty());
  options.removed = write("more.txt", "q-0\nq-1\nq-2\nq-3\nq-4\nq-5\n");
  EXPECT_EQ(filter(options, models(), RunOptions{})->errors.size(), 1U);
}

TEST_F(PaperFilter, RetrievesFromACorpus) {
  FilterOptions options;
  options.profile = "paper";
  options.corpus = write("c.jsonl", plain_corpus(30) + line("hit", "where is the head office now"));
  options.queries = write("q.jsonl", line("q1", kQuestion));
  const FilterReport report = filter(options, models(), RunOptions{}).value();
  ASSERT_EQ(report.queries.size(), 1U);
  EXPECT_EQ(report.queries[0].documents[0].id, "hit");
}

TEST_F(PaperFilter, WrongUseIsRefused) {
  FilterOptions options;
  options.profile = "paper";
  EXPECT_EQ(filter(options, models(), RunOptions{}).error().code, Code::kInvalidArgument);
  options.corpus = "c.jsonl";
  EXPECT_EQ(filter(options, models(), RunOptions{}).error().code, Code::kInvalidArgument);
  options.contexts = "x.jsonl";
  EXPECT_EQ(filter(options, models(), RunOptions{}).error().code, Code::kInvalidArgument);
  options.corpus.reset();
  options.reference = "c.jsonl";
  const Error error = filter(options, models(), RunOptions{}).error();
  EXPECT_NE(error.message.find("default profile"), std::string::npos);
}

}  // namespace
}  // namespace ragsieve
