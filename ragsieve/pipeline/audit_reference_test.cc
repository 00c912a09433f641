#include "ragsieve/pipeline/audit_reference.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/connect/npy/npy_writer.h"
#include "ragsieve/pipeline/pipeline_testing.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

class AuditReferenceTest : public testing::Test, protected PipelineFixture {
 protected:
  Result<AuditReference> load(const std::string& lines) {
    return load_audit_reference({write("r.jsonl", lines), std::nullopt}, RsgOptions{},
                                AuditTermOptions{}, &encoder_, RunOptions{});
  }
};

TEST_F(AuditReferenceTest, KnowsWhatItWasMadeOf) {
  const AuditReference reference = load(plain_corpus(120) + "{broken\n").value();
  EXPECT_EQ(reference.n_documents, 120U);
  EXPECT_EQ(reference.dim, encoder_.identity().dim);
  EXPECT_EQ(reference.digest.size(), 64U);
  EXPECT_EQ(reference.encoder->name, encoder_.identity().name);
  EXPECT_GT(reference.median_bits, 0);
  ASSERT_EQ(reference.errors.size(), 1U);
  EXPECT_EQ(reference.errors[0].where.line, 121U);
}

TEST_F(AuditReferenceTest, EmptyOrTooSmallIsRefused) {
  const Error empty = load("").error();
  EXPECT_EQ(empty.code, Code::kInvalidInput);
  EXPECT_THAT(to_string(empty), HasSubstr("r.jsonl: holds no records"));
  const Error small = load(plain_corpus(99) + "{broken\n").error();
  EXPECT_EQ(small.code, Code::kInvalidArgument);
  EXPECT_THAT(to_string(small), HasSubstr("r.jsonl: reference: the reference has 99 documents "
                                          "that could be read, 100 or more"));
  EXPECT_TRUE(load(plain_corpus(100)).ok());
}

TEST_F(AuditReferenceTest, VectorsOfAnotherEncoderOrWidthAreRefused) {
  const AuditReference reference = load(plain_corpus(100)).value();
  const std::string corpus = write("c.jsonl", plain_corpus(3));
  FakeEncoder wider(16);
  const CorpusVectors other =
      load_corpus_vectors(corpus, std::nullopt, &wider, RunOptions{}).value();
  const Error width = check_comparable(reference, other, "r.jsonl").error();
  EXPECT_EQ(width.code, Code::kInvalidInput);
  EXPECT_THAT(width.message, HasSubstr("16 components"));
  const std::string file = path("v.npy");
  ASSERT_TRUE(write_npy(file, Matrix{3, 2, {1, 0, 0, 1, 1, 1}}.view()).ok());
  const CorpusVectors given = load_corpus_vectors(corpus, file, nullptr, RunOptions{}).value();
  EXPECT_THAT(check_comparable(reference, given, "r.jsonl").error().message,
              HasSubstr("those of the corpus of a file (2 components)"));
  const CorpusVectors same =
      load_corpus_vectors(corpus, std::nullopt, &encoder_, RunOptions{}).value();
  EXPECT_TRUE(check_comparable(reference, same, "r.jsonl").ok());
}

TEST(MedianBits, IsTheMiddleOfTheFluencies) {
  std::vector<AuditTerms> terms(4);
  for (std::size_t i = 0; i < 4; ++i) terms[i].fluency.bits = static_cast<double>(4 - i);
  EXPECT_EQ(median_bits(terms), 2.5);
  EXPECT_EQ(median_bits({}), 0);
}

}  // namespace
}  // namespace ragsieve
