#include "ragsieve/pipeline/audit.h"

#include <gtest/gtest.h>

#include "ragsieve/connect/npy/npy_writer.h"
#include "ragsieve/pipeline/pipeline_testing.h"

namespace ragsieve {
namespace {

// Six vectors of a tight group, the rest far from everything.
Matrix grouped_vectors(std::size_t n, std::size_t n_group) {
  Matrix vectors{n, 64, {}};
  vectors.values.resize(n * 64);
  for (std::size_t i = 0; i < n; ++i) {
    vectors.row(i)[i < n_group ? 0 : i % 64] = 1;
    vectors.row(i)[(i * 7 + 1) % 64] += 0.1F;
    vectors.row(i)[(i * 13 + 5) % 64] += i < n_group ? 0.05F : 0.4F;
  }
  return vectors;
}

class Audit : public testing::Test, protected PipelineFixture {};

TEST_F(Audit, CoordinatedGroupComesFirstWithItsNeighbours) {
  AuditOptions options;
  options.profile = "paper";
  options.corpus = write("c.jsonl", plain_corpus(60));
  options.embeddings = path("v.npy");
  ASSERT_TRUE(write_npy(*options.embeddings, grouped_vectors(60, 3).view()).ok());
  const AuditReport report = audit(options, ModelsInUse{}, RunOptions{}).value();
  ASSERT_EQ(report.documents.size(), 60U);
  for (std::size_t i = 0; i < 3; ++i) {
    const AuditRecord& record = report.documents[i];
    EXPECT_LT(std::stoi(record.id.substr(5)), 3) << record.id;
    EXPECT_EQ(record.rank, i + 1);
    ASSERT_TRUE(record.flagged);
    ASSERT_FALSE(record.reasons.empty());
    EXPECT_NE(record.reasons[0].find("says the same as 2 other documents"), std::string::npos);
    EXPECT_EQ(record.rsg.neighbours.size(), 16U);
  }
  EXPECT_FALSE(report.documents[3].flagged);
  EXPECT_TRUE(report.documents[3].reasons.empty());
  EXPECT_EQ(report.summary.counts[1], (std::pair<std::string, std::uint64_t>{"flagged", 3}));
}

TEST_F(Audit, MixedScriptIsShownWithItsSpan) {
  AuditOptions options;
  options.profile = "paper";
  // The second letter of "pay" is Cyrillic.
  options.corpus = write("c.jsonl", plain_corpus(40) + line("bad", "please p\xD0\xB0y now"));
  const AuditReport report = audit(options, models(), RunOptions{}).value();
  EXPECT_EQ(report.documents[0].id, "bad");
  EXPECT_EQ(report.documents[0].score, 1);
  ASSERT_FALSE(report.documents[0].spans.empty());
  EXPECT_EQ(report.documents[0].spans[0].rule, "rsg.mixed_script");
  EXPECT_EQ(report.documents[0].spans[0].field, "text");
  EXPECT_EQ(encoder_.n_encoded(), 41U);
}

TEST_F(Audit, BadRecordIsReportedAndItsRowLeftOut) {
  AuditOptions options;
  options.corpus = write("c.jsonl", line("a", "one two") + "{broken\n" + line("b", "three four"));
  options.embeddings = path("v.npy");
  Matrix vectors{3, 2, {1, 0, 0, 0, 0, 1}};  // the bad record's row is zero: dropped, not refused
  ASSERT_TRUE(write_npy(*options.embeddings, vectors.view()).ok());
  const AuditReport report = audit(options, ModelsInUse{}, RunOptions{}).value();
  EXPECT_EQ(report.documents.size(), 2U);
  ASSERT_EQ(report.errors.size(), 1U);
  EXPECT_EQ(report.errors[0].where.line, 2U);
  EXPECT_EQ(report.summary.unscored, std::vector<std::string>{path("c.jsonl") + ":2"});
}

TEST_F(Audit, CorpusOfOneAndOfFew) {
  AuditOptions options;
  options.corpus = write("one.jsonl", line("a", "one two"));
  EXPECT_EQ(audit(options, models(), RunOptions{})->documents.size(), 1U);
  options.corpus = write("few.jsonl", plain_corpus(5));
  const AuditReport report = audit(options, models(), RunOptions{}).value();
  EXPECT_EQ(report.documents.size(), 5U);
  EXPECT_EQ(report.documents[0].rsg.neighbours.size(), 4U);
}

TEST_F(Audit, VectorsThatDoNotFitAreRefused) {
  AuditOptions options;
  options.corpus = write("c.jsonl", plain_corpus(3));
  options.embeddings = path("v.npy");
  ASSERT_TRUE(write_npy(*options.embeddings, Matrix{2, 2, {1, 0, 0, 1}}.view()).ok());
  EXPECT_EQ(audit(options, ModelsInUse{}, RunOptions{}).error().code, Code::kInvalidInput);
  ASSERT_TRUE(write_npy(*options.embeddings, Matrix{3, 2, {1, 0, 0, 0, 0, 1}}.view()).ok());
  const Error zero = audit(options, ModelsInUse{}, RunOptions{}).error();
  EXPECT_NE(zero.message.find("row 1"), std::string::npos) << zero.message;
}

TEST_F(Audit, PaperKnowsNoReference) {
  AuditOptions options;
  options.profile = "paper";
  options.corpus = write("c.jsonl", plain_corpus(3));
  options.reference = AuditReferenceSource{options.corpus, std::nullopt};
  const Error error = audit(options, models(), RunOptions{}).error();
  EXPECT_EQ(error.code, Code::kInvalidArgument);
  EXPECT_NE(error.message.find("belongs to the profile default"), std::string::npos);
}

TEST_F(Audit, NoVectorsAndNoEncoderIsUnavailable) {
  AuditOptions options;
  options.corpus = write("c.jsonl", plain_corpus(3));
  EXPECT_EQ(audit(options, ModelsInUse{}, RunOptions{}).error().code, Code::kUnavailable);
}

}  // namespace
}  // namespace ragsieve
