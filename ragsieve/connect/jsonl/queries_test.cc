#include "ragsieve/connect/jsonl/queries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/connect/test_folder.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

Result<Queries> queries_of(std::string_view bytes, const RunOptions& run = {}) {
  LineReader lines(bytes_of(bytes, 100), "q.jsonl");
  return read_queries(lines, run);
}

TEST(Queries, InFileOrder) {
  const TestFolder folder;
  const std::string path =
      folder.write("q.gz", gzip("{\"_id\":\"q2\",\"text\":\" why? \",\"metadata\":{}}\n"
                                "{\"id\":\"q1\",\"text\":\"who?\"}\n"));
  const Queries queries = read_queries(path).value();
  ASSERT_EQ(queries.queries.size(), 2U);
  EXPECT_EQ(queries.queries[0].id, "q2");
  EXPECT_EQ(queries.queries[0].text, " why? ");
  EXPECT_EQ(queries.queries[1].id, "q1");
  EXPECT_TRUE(queries.bad.empty());
}

TEST(Queries, BadLinesAreNamedAndTheRestGoesOn) {
  const Queries queries = queries_of(
                              "{\"_id\":\"q1\",\"text\":\"who?\"}\n"
                              "x\n"
                              "{\"_id\":\"q1\",\"text\":\"again?\"}\n"
                              "{\"_id\":\"q3\",\"text\":\"\\u00a0\"}\n"
                              "{\"_id\":\"\",\"text\":\"x\"}\n"
                              "{\"_id\":\"q5\"}\n" +
                              std::string(17 << 20, 'x') + "\n{\"_id\":\"q7\",\"text\":\"y\"}\n")
                              .value();
  EXPECT_EQ(queries.queries.size(), 2U);
  std::vector<std::string> places;
  for (const Error& error : queries.bad) {
    EXPECT_EQ(error.where.path, "q.jsonl");
    places.push_back(std::to_string(error.where.line) + error.where.field);
  }
  EXPECT_THAT(places, testing::ElementsAre("2", "3_id", "4text", "5_id", "6text", "7"));
  EXPECT_THAT(queries.bad[1].message, HasSubstr("repeats the id of line 1"));
  EXPECT_EQ(queries.bad[5].code, Code::kTooLarge);
}

TEST(Queries, WholeFileErrors) {
  EXPECT_EQ(read_queries("no/such/file").error().code, Code::kNotFound);
  EXPECT_EQ(queries_of("\n").error().code, Code::kInvalidInput);
  EXPECT_THAT(queries_of("").error().message, HasSubstr("holds no queries"));
  RunOptions small;
  small.memory_bytes = 100;
  const auto large = queries_of("{\"id\":\"q\",\"text\":\"" + std::string(200, 'x') + "\"}", small);
  EXPECT_EQ(large.error().code, Code::kTooLarge);
}

}  // namespace
}  // namespace ragsieve
