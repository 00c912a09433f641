#include "ragsieve/connect/probes/query_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<QueryLog> log_of(std::string_view bytes, const RunOptions& run = {}) {
  LineReader lines(bytes_of(bytes, 100), "q.log");
  return read_query_log(lines, run);
}

TEST(QueryLog, EqualLinesAreCounted) {
  const TestFolder folder;
  const std::string path =
      folder.write("q.log.gz", gzip("how long?\n who?\t\r\n\nhow long?\nHow long?\n"));
  const QueryLog log = read_query_log(path).value();
  ASSERT_EQ(log.queries.size(), 3U);
  EXPECT_EQ(log.queries[0].text, "how long?");
  EXPECT_EQ(log.queries[0].count, 2U);
  EXPECT_EQ(log.queries[1].text, "who?");
  EXPECT_EQ(log.queries[1].count, 1U);
  EXPECT_EQ(log.queries[2].text, "How long?");
}

TEST(QueryLog, RecordsWithCounts) {
  const QueryLog log = log_of(R"({"text":"a b","count":5})"
                              "\n"
                              R"({"query":"a b","user":7})"
                              "\n"
                              R"({"question":"c d","count":null})")
                           .value();
  ASSERT_EQ(log.queries.size(), 2U);
  EXPECT_EQ(log.queries[0].count, 6U);
  EXPECT_EQ(log.queries[1].text, "c d");
}

TEST(QueryLog, BadLinesAreNamedAndTheRestGoesOn) {
  const QueryLog log = log_of(R"({"text":"a b"})"
                              "\nx\n"
                              R"({"text":7})"
                              "\n"
                              R"({"other":"y"})"
                              "\n"
                              R"({"query":"y","count":0})"
                              "\n"
                              R"({"query":"y","count":"5"})"
                              "\n"
                              R"({"query":" "})"
                              "\n[]\n")
                           .value();
  EXPECT_EQ(log.queries.size(), 1U);
  std::vector<std::string> places;
  for (const Error& error : log.bad) {
    EXPECT_EQ(error.where.path, "q.log");
    places.push_back(std::to_string(error.where.line) + error.where.field);
  }
  EXPECT_THAT(places, ElementsAre("2", "3text", "4text", "5count", "6count", "7query", "8"));
  EXPECT_THAT(log.bad[3].message, HasSubstr("expected a positive integer, found 0"));
}

TEST(QueryLog, LimitsAndWholeFileErrors) {
  const QueryLog log = log_of(std::string(5000, 'x') + "\nbroken\xFF\nwho?").value();
  EXPECT_EQ(log.queries.size(), 1U);
  ASSERT_EQ(log.bad.size(), 2U);
  EXPECT_EQ(log.bad[0].code, Code::kTooLarge);
  EXPECT_THAT(log.bad[1].message, HasSubstr("not valid UTF-8"));
  EXPECT_EQ(read_query_log("no/such/file").error().code, Code::kNotFound);
  EXPECT_THAT(log_of("\n").error().message, HasSubstr("holds no queries"));
  RunOptions small;
  small.memory_bytes = 100;
  EXPECT_EQ(log_of(std::string(200, 'x'), small).error().code, Code::kTooLarge);
  const std::string many = R"({"text":"a","count":9223372036854775807})";
  EXPECT_EQ(log_of(many + "\n" + many + "\n" + many)->queries[0].count, UINT64_MAX);
}

}  // namespace
}  // namespace ragsieve
