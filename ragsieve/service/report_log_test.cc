#include "ragsieve/service/report_log.h"

#include <gmock/gmock.h>

#include "ragsieve/evidence/report_file.h"
#include "ragsieve/evidence/sample_statements.h"
#include "ragsieve/service/service_test_internal.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class ReportLogTest : public ServiceTest {
 protected:
  Digest append(const ReportLog& log, AnyStatement statement) {
    Digest digest;
    const Status done = state_->in_transaction([&](Stores& stores) -> Status {
      RAGSIEVE_TRY(digest, log.append(stores, std::move(statement), 7));
      return ok_status();
    });
    EXPECT_TRUE(done.ok()) << to_string(done.error());
    return digest;
  }
  StoredReport stored(const Digest& digest) {
    return *state_->use([&](Stores& stores) { return stores.reports.find(digest); }).value();
  }
};

TEST_F(ReportLogTest, LinksEachReportToTheOneBefore) {
  SigningKey key = generate_signing_key("Safety desk").value();
  const PublicKey public_key = key.key.public_key();
  const ReportLog log(std::move(key));
  const Digest first = append(log, testing_evidence::sample_statement());
  const Digest second = append(log, testing_evidence::sample_statement("another text"));
  EXPECT_EQ(stored(first).previous, Digest());
  EXPECT_EQ(stored(second).previous, first);
  EXPECT_THAT(state_->problems().value(), IsEmpty());

  const ReportFile file = parse_report_file(stored(second).envelope).value();
  ASSERT_TRUE(file.envelope.has_value());
  EXPECT_TRUE(signature_holds(*file.envelope, file.envelope->signatures[0], public_key));
  EXPECT_EQ(previous_of(parse_any_statement(file.payload).value()), to_hex(first));
  EXPECT_EQ(log.public_key()->owner, "Safety desk");
}

TEST_F(ReportLogTest, WritesUnsealedReportsWithoutAKey) {
  const ReportLog log(std::nullopt);
  EXPECT_FALSE(log.seals());
  EXPECT_FALSE(log.public_key().has_value());
  const Digest digest = append(log, testing_evidence::sample_statement());
  EXPECT_FALSE(parse_report_file(stored(digest).envelope).value().envelope.has_value());
}

TEST_F(ReportLogTest, RefusesAStatementThatAVerifierWouldNotFollow) {
  Statement wrong = testing_evidence::sample_statement();
  wrong.verdict = Verdict::kReject;
  const ReportLog log(std::nullopt);
  const Status done = state_->in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY([[maybe_unused]] const Digest digest, log.append(stores, wrong, 7));
    return ok_status();
  });
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(state_->use([](Stores& stores) { return stores.reports.head(); }).value(),
            ReportHead());
}

TEST(ReportName, IsReadBackAndNothingElseIs) {
  Digest digest;
  digest.bytes.fill(0xab);
  EXPECT_EQ(report_of_name(report_name(digest)).value(), digest);
  for (const std::string name : {"", "sha256:", "md5:00", "sha256:zz"}) {
    const auto read = report_of_name(name);
    ASSERT_FALSE(read.ok()) << name;
    EXPECT_THAT(read.error().message, HasSubstr("names no report"));
  }
}

}  // namespace
}  // namespace ragsieve
