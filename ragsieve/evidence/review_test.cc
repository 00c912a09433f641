#include "ragsieve/evidence/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/evidence/any_statement.h"
#include "ragsieve/evidence/sample_statements.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing_evidence::sample_review;

TEST(ReviewStatement, EveryActionComesBack) {
  for (const ReviewAction action :
       {ReviewAction::kRelease, ReviewAction::kReject, ReviewAction::kSupersede}) {
    ReviewStatement review = sample_review();
    review.action = action;
    if (action == ReviewAction::kSupersede) review.supersedes = "handbook/first-aid-2019.md";
    const std::string bytes = to_canonical_json(review);
    EXPECT_THAT(bytes, HasSubstr(std::string(predicate_type(action))));
    EXPECT_THAT(bytes, HasSubstr("/attestation/" + std::string(action_name(action)) + "/v1"));
    const auto read = parse_review(bytes);
    ASSERT_TRUE(read.ok()) << to_string(read.error());
    EXPECT_EQ(read->action, action);
    EXPECT_EQ(to_canonical_json(*read), bytes);
  }
}

TEST(ReviewStatement, MustNameReviewerReasonAndReport) {
  ReviewStatement review = sample_review();
  review.reviewer = "";
  EXPECT_EQ(parse_review(to_canonical_json(review)).error().where.field, "predicate.reviewer");
  review = sample_review();
  review.reason = "";
  EXPECT_THAT(parse_review(to_canonical_json(review)).error().message, HasSubstr("is empty"));
  review = sample_review();
  review.answers_sha256 = "";
  EXPECT_EQ(parse_review(to_canonical_json(review)).error().where.field,
            "predicate.answers_sha256");
  review = sample_review();
  review.action = ReviewAction::kSupersede;
  EXPECT_EQ(parse_review(to_canonical_json(review)).error().where.field, "predicate.supersedes");
  review.reason = std::string(5000, 'x');
  EXPECT_THAT(parse_review(to_canonical_json(review)).error().message, HasSubstr("4096"));
}

TEST(ReviewStatement, IsNotAScreening) {
  const auto statement = parse_statement(to_canonical_json(sample_review()));
  ASSERT_FALSE(statement.ok());
  EXPECT_EQ(statement.error().where.field, "predicateType");
  EXPECT_FALSE(parse_review(to_canonical_json(testing_evidence::sample_statement())).ok());
}

TEST(AnyStatement, ReadsBothByTheirType) {
  const auto review = parse_any_statement(to_canonical_json(sample_review()));
  const auto screening =
      parse_any_statement(to_canonical_json(testing_evidence::sample_statement()));
  ASSERT_TRUE(review.ok() && screening.ok());
  EXPECT_TRUE(std::holds_alternative<ReviewStatement>(*review));
  EXPECT_TRUE(std::holds_alternative<Statement>(*screening));
  EXPECT_EQ(time_of(*review), testing_evidence::kNoon + 60);
  EXPECT_EQ(raw_sha256_of(*review), raw_sha256_of(*screening));
  EXPECT_EQ(subject_of(*review), "handbook/first-aid.md");
  AnyStatement moved = *review;
  set_previous(moved, std::string(64, '9'));
  EXPECT_EQ(previous_of(moved), std::string(64, '9'));
  EXPECT_TRUE(check_before_signing(moved).ok());
}

}  // namespace
}  // namespace ragsieve
