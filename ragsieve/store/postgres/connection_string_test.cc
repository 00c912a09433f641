// No message shows a password, however it was written.
#include "ragsieve/store/postgres/connection_string.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/store/postgres/postgres_database.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ConnectionString, TakesBothForms) {
  for (const char* good :
       {"host=db.example dbname=ragsieve user=kim password='two words'",
        "postgresql://kim:p%40ss@db.example:5432/ragsieve?sslmode=verify-full",
        "postgresql://kim@[2001:db8::1]:5432,other:5433/ragsieve", "service=ragsieve"}) {
    const Status status = check_connection_string(good);
    EXPECT_TRUE(status.ok()) << good;
  }
}

TEST(ConnectionString, RefusesWhatAPasswordCutsApart) {
  for (const char* bad :
       {"host=db.example password=two hunter2", "postgresql://kim:p@hunter2@db.example/ragsieve",
        "postgresql://kim:hunter2/x@db.example/ragsieve", "hunter2", "password='hunter2",
        "postgresql://kim:p%zzhunter2@db.example"}) {
    const auto opened = PostgresDatabase::open(bad, "ragsieve");
    ASSERT_FALSE(opened.ok()) << bad;
    EXPECT_EQ(opened.error().code, Code::kInvalidConfig) << bad;
    EXPECT_THAT(opened.error().message, Not(HasSubstr("hunter2")));
    EXPECT_THAT(opened.error().message, HasSubstr("percent-encode"));
  }
}

TEST(ConnectionString, SecretsAreTakenOutOfMessages) {
  const std::string connection = "host=h password=hunter2 sslpassword=other3";
  EXPECT_EQ(without_secrets("no hunter2, hunter2\nnor other3\n", connection),
            "no ***, *** nor ***");
}

TEST(PostgresDatabase, UnreachableServerIsUnavailable) {
  const auto opened = PostgresDatabase::open(
      "host=/nonexistent/folder user=kim dbname=d password=hunter2", "ragsieve");
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::kUnavailable);
  EXPECT_THAT(opened.error().message, HasSubstr("/nonexistent/folder"));
  EXPECT_THAT(opened.error().message, Not(HasSubstr("hunter2")));
}

TEST(PostgresDatabase, SchemaIsAPlainName) {
  for (const char* bad : {"", "a b", "a\"b", "A", "1a", "pg_a", "a;drop"}) {
    const auto opened = PostgresDatabase::open("host=/nonexistent", bad);
    ASSERT_FALSE(opened.ok()) << bad;
    EXPECT_EQ(opened.error().code, Code::kInvalidConfig) << bad;
  }
}

}  // namespace
}  // namespace ragsieve
