#include "ragsieve/service/verification.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "ragsieve/evidence/report_file.h"
#include "ragsieve/service/screened_testing.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

class VerificationTest : public testing::Test, protected ScreenedState {
 protected:
  VerifyReport verify(const std::string& bytes, std::optional<std::string_view> document,
                      TrustFile trust = {}) {
    return Verification(*state_, log_, std::move(trust), clock_).verify(bytes, document);
  }
  // A report that the chain does not hold, sealed with `key`.
  static std::string outside(const SigningKey& key) {
    Statement statement = testing_evidence::sample_statement();
    statement.time_s = 1000;
    return report_bytes(statement, &key.key).value();
  }
};

Check check(const VerifyReport& report, const std::string& name) {
  const auto found = std::ranges::find(report.checks, name, &Check::name);
  return found == report.checks.end() ? Check{"none", CheckStatus::kNotChecked, ""} : *found;
}

TEST_F(VerificationTest, AReportOfTheChainVerifiesWithItsDocument) {
  add_screened("a", kAdmitted);
  const Digest held = add_screened("held", kQuarantined);
  add_screened("b", kAdmitted);
  const VerifyReport report = verify(this->report(held).envelope, "text of held");
  EXPECT_EQ(report.outcome(), VerifyOutcome::kVerifies);
  EXPECT_EQ(report.owner, "Safety desk");
  EXPECT_EQ(check(report, "chain").status, CheckStatus::kPassed);
  EXPECT_THAT(check(report, "chain").reason, HasSubstr("link 2 of 3"));
  EXPECT_EQ(report.checks.back().name, "chain");
}

TEST_F(VerificationTest, WithoutTheDocumentItCouldNotBeChecked) {
  const Digest held = add_screened("held", kQuarantined);
  const VerifyReport report = verify(this->report(held).envelope, std::nullopt);
  EXPECT_EQ(report.outcome(), VerifyOutcome::kCouldNotCheck);
  EXPECT_EQ(check(report, "raw_digest").status, CheckStatus::kNotChecked);
}

TEST_F(VerificationTest, AnotherDocumentDoesNotVerify) {
  const Digest held = add_screened("held", kQuarantined);
  const VerifyReport report = verify(this->report(held).envelope, "text of another");
  EXPECT_EQ(report.outcome(), VerifyOutcome::kDoesNotVerify);
  EXPECT_EQ(check(report, "raw_digest").status, CheckStatus::kFailed);
  EXPECT_EQ(check(report, "chain").status, CheckStatus::kPassed);
}

TEST_F(VerificationTest, ReportsThatTheChainLacksNeverVerify) {
  SigningKey own = generate_signing_key("Safety desk").value();
  const std::string own_report = outside(own);
  const SigningKey other = generate_signing_key("Another desk").value();
  log_ = ReportLog(std::move(own));
  const VerifyReport cut_off = verify(own_report, testing_evidence::kDocument);
  EXPECT_EQ(cut_off.outcome(), VerifyOutcome::kDoesNotVerify);
  EXPECT_THAT(check(cut_off, "chain").reason, HasSubstr("no link of this chain"));

  const TrustFile trust{{trusted_key("Another desk", other.key.public_key())}};
  const VerifyReport foreign = verify(outside(other), testing_evidence::kDocument, trust);
  EXPECT_EQ(foreign.owner, "Another desk");
  EXPECT_EQ(check(foreign, "chain").status, CheckStatus::kNotChecked);
  EXPECT_EQ(foreign.outcome(), VerifyOutcome::kCouldNotCheck);
  EXPECT_EQ(verify(outside(other), testing_evidence::kDocument).outcome(),
            VerifyOutcome::kDoesNotVerify);
}

TEST_F(VerificationTest, AnAlteredNeighbourBreaksTheChain) {
  const Digest first = add_screened("first", kAdmitted);
  // What the row says and what its bytes say differ, as after a change in the database.
  const std::string bytes = report(first).envelope;
  keep([&](Stores& stores) -> Status {
    RAGSIEVE_CHECK(stores.reports.append({0, sha256("altered"), first, bytes, 1}));
    return ok_status();
  });
  const VerifyReport altered = verify(report(first).envelope, "text of first");
  EXPECT_EQ(altered.outcome(), VerifyOutcome::kDoesNotVerify);
  EXPECT_THAT(check(altered, "chain").reason, HasSubstr("link 2 was altered"));
}

TEST_F(VerificationTest, ANeighbourOfAStrangersKeyBreaksTheChain) {
  const Digest first = add_screened("first", kAdmitted);
  const ReportLog stranger(generate_signing_key("Stranger").value());
  keep([&](Stores& stores) -> Status {
    RAGSIEVE_CHECK(stranger.append(stores, testing_evidence::sample_statement(), 1));
    return ok_status();
  });
  const VerifyReport broken = verify(report(first).envelope, "text of first");
  EXPECT_THAT(check(broken, "chain").reason, HasSubstr("link 2 is foreign"));
  EXPECT_EQ(broken.outcome(), VerifyOutcome::kDoesNotVerify);
}

TEST_F(VerificationTest, AnUnsealedReportOfTheChainIsSealedByNobody) {
  log_ = ReportLog(std::nullopt);
  const Digest held = add_screened("held", kQuarantined);
  const VerifyReport report = verify(this->report(held).envelope, "text of held");
  EXPECT_EQ(report.outcome(), VerifyOutcome::kDoesNotVerify);
  EXPECT_EQ(check(report, "envelope").status, CheckStatus::kFailed);
  EXPECT_EQ(check(report, "chain").status, CheckStatus::kPassed);
}

TEST_F(VerificationTest, WhatIsNoReportHasNoLink) {
  for (const std::string bytes : {"", "{}", "[", R"({"payload":""})"}) {
    const VerifyReport report = verify(bytes, std::nullopt);
    EXPECT_EQ(report.outcome(), VerifyOutcome::kDoesNotVerify) << bytes;
    EXPECT_EQ(check(report, "chain").status, CheckStatus::kNotChecked);
  }
}

TEST_F(VerificationTest, TheBoundsOfATrustFileCountForTheOwnKeyToo) {
  const Digest held = add_screened("held", kQuarantined);
  TrustFile trust{{*log_.public_key()}};
  trust.keys[0].revoked_at_s = 500;
  const VerifyReport report = verify(this->report(held).envelope, "text of held", trust);
  EXPECT_EQ(check(report, "key_validity").status, CheckStatus::kFailed);
  EXPECT_EQ(report.outcome(), VerifyOutcome::kDoesNotVerify);
}

TEST_F(VerificationTest, AReviewersDecisionVerifies) {
  add_screened("held", kQuarantined);
  ReviewStatement review = testing_evidence::sample_review();
  review.time_s = 1000;
  Digest digest;
  keep([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(digest, log_.append(stores, review, 1));
    return ok_status();
  });
  const VerifyReport report = verify(this->report(digest).envelope, testing_evidence::kDocument);
  EXPECT_EQ(report.outcome(), VerifyOutcome::kVerifies);
}

}  // namespace
}  // namespace ragsieve
