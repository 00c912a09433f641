#include "ragsieve/detect/audit_default.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

AuditTerms with(AuditTerm term, double value) {
  AuditTerms terms;
  terms.of(term) = value;
  return terms;
}

// Fluency 1, 2, ..., 1000 hundredths.
std::vector<AuditTerms> ramp(AuditTerm term) {
  std::vector<AuditTerms> all;
  for (int i = 1; i <= 1000; ++i) all.push_back(with(term, i / 100.0));
  return all;
}

TEST(AuditNull, OfTheBulkIsNormalInFluency) {
  const auto null = AuditNull::of_bulk(ramp(AuditTerm::kFluency)).value();
  EXPECT_NEAR(null.p(AuditTerm::kFluency, 5.005), 0.5, 1e-9);
  EXPECT_NEAR(null.p(AuditTerm::kFluency, 7.5025), 0.25, 1e-9);  // the upper quartile
  EXPECT_LT(null.p(AuditTerm::kFluency, 20), 1e-4);
}

TEST(AuditNull, OfTheBulkIsNotMovedByAFewPoisons) {
  std::vector<AuditTerms> clean = ramp(AuditTerm::kFluency);
  const double before = AuditNull::of_bulk(clean).value().p(AuditTerm::kFluency, 20);
  clean.insert(clean.end(), 40, with(AuditTerm::kFluency, 20));
  const double after = AuditNull::of_bulk(clean).value().p(AuditTerm::kFluency, 20);
  EXPECT_LT(after, 3 * before);
}

// 10 of 100 documents with D = .6, t = .916: within half a scale of ln 2, so both shares are .1.
TEST(AuditNull, OfTheBulkIsAShareAndAHalfNormalTailInDensity) {
  std::vector<AuditTerms> all(90);
  all.insert(all.end(), 10, with(AuditTerm::kDensity, 0.6));
  const auto null = AuditNull::of_bulk(all).value();
  EXPECT_NEAR(null.p(AuditTerm::kDensity, 0.5), 0.1, 1e-9);
  const double beyond = std::log(2.0) / 1.05;
  EXPECT_NEAR(null.p(AuditTerm::kDensity, 0.75), 0.1 * std::exp(-beyond * beyond), 1e-9);
  EXPECT_EQ(null.p(AuditTerm::kDensity, 0), 1);
}

// No document lies near the start, so the ten beyond it are not taken for a share of clean ones:
// one document, of a part of the law that holds 1 - exp(-1/4) of it.
TEST(AuditNull, OfTheBulkIsNotRaisedByManyThatSayTheSame) {
  std::vector<AuditTerms> all(990);
  all.insert(all.end(), 10, with(AuditTerm::kDensity, 0.9));
  const auto null = AuditNull::of_bulk(all).value();
  EXPECT_NEAR(null.p(AuditTerm::kDensity, 0.5), 1.0 / 1000 / (1 - std::exp(-0.25)), 1e-9);
}

TEST(AuditNull, OfTheBulkBoundsTheShareOfWhatDoesNotDependOnTheCorpus) {
  const std::vector<AuditTerms> all(10, with(AuditTerm::kInjection, 0.6));
  const auto null = AuditNull::of_bulk(all).value();
  EXPECT_NEAR(null.p(AuditTerm::kInjection, 0.6), 0.004 * std::exp(-3), 1e-12);
}

// The largest ten of 1000 are 9.91 to 10.00: the tail starts at 9.90, its scale, of ten documents
// only, is that which ships.
TEST(AuditNull, OfAReferenceIsItsRanksAndATailBeyond) {
  const auto null = AuditNull::of_reference(ramp(AuditTerm::kFluency)).value();
  EXPECT_NEAR(null.p(AuditTerm::kFluency, 5.005), 501.0 / 1001, 1e-9);
  EXPECT_NEAR(null.p(AuditTerm::kFluency, 12), 11.0 / 1001 * std::exp(-2.1), 1e-9);
  EXPECT_EQ(null.p(AuditTerm::kCrowd, 0), 1);
  EXPECT_LT(null.p(AuditTerm::kCrowd, 5), 0.002);
}

TEST(AuditNull, RefusesToBeFittedToTooLittle) {
  const Error few = AuditNull::of_reference(std::vector<AuditTerms>(99)).error();
  EXPECT_EQ(few.code, Code::kInvalidArgument);
  EXPECT_THAT(few.message, HasSubstr("reference is 99 documents, expected 100"));
  EXPECT_FALSE(AuditNull::of_bulk({}).ok());
}

TEST(AuditVerdicts, TheRarestTermDecidesByItsShare) {
  std::vector<AuditTerms> all(1000);
  all[0] = with(AuditTerm::kInjection, 0.8);
  const auto null = AuditNull::of_bulk(all).value();
  const auto verdicts = audit_verdicts(all, null, {}).value();
  const double corrected = 0.002 * std::exp(-4) / 0.05;
  EXPECT_EQ(verdicts[0].strongest, AuditTerm::kInjection);
  EXPECT_NEAR(verdicts[0].p, 1 - std::exp(-corrected), 1e-12);
  EXPECT_NEAR(verdicts[0].score, std::exp(-corrected), 1e-12);
  EXPECT_TRUE(verdicts[0].flagged);
  EXPECT_FALSE(verdicts[1].flagged);
  EXPECT_EQ(audit_ranking(verdicts, all).front(), 0U);
}

TEST(AuditVerdicts, EqualOnesAreRankedByDensityThenByRow) {
  std::vector<AuditTerms> all(3);
  all[2].of(AuditTerm::kDensity) = 0.5;
  EXPECT_THAT(audit_ranking(std::vector<AuditVerdict>(3), all), ElementsAre(2, 0, 1));
}

TEST(AuditVerdicts, RefuseOptionsOutOfRange) {
  const auto null = AuditNull::of_bulk(std::vector<AuditTerms>(1)).value();
  AuditOptionsDefault options;
  options.alpha = 0;
  EXPECT_THAT(audit_verdicts({}, null, options).error().message, HasSubstr("alpha"));
  options = {};
  options.shares[0] = 0.7;
  EXPECT_THAT(audit_verdicts({}, null, options).error().message, HasSubstr("shares"));
}

}  // namespace
}  // namespace ragsieve
