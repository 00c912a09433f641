#include "ragsieve/connect/jsonl/contexts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ragsieve/connect/test_folder.h"
#include "ragsieve/json/reader.h"

namespace ragsieve {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kGood =
    R"({"query_id":"q1","query":"why?","documents":[{"id":"a","text":"x"}]})";

Result<Contexts> contexts_of(std::string_view bytes, const RunOptions& run = {}) {
  LineReader lines(bytes_of(bytes, 100), "c.jsonl");
  return read_contexts(lines, run);
}

TEST(Contexts, FileAndGzip) {
  const TestFolder folder;
  const std::string bytes = std::string(kGood) + "\n\n" + std::string(kGood);
  for (const std::string& path : {folder.write("c", bytes), folder.write("c.gz", gzip(bytes))}) {
    const Contexts contexts = read_contexts(path).value();
    ASSERT_EQ(contexts.contexts.size(), 2U);
    EXPECT_EQ(contexts.contexts[1].line, 3U);
    EXPECT_EQ(contexts.contexts[1].documents[0].id, "a");
  }
}

TEST(Contexts, BadLinesAreNamedAndTheRestGoesOn) {
  const Contexts contexts =
      contexts_of("x\n" + std::string(kGood) + "\n" +
                  R"({"query_id":"q","query":"y","documents":[{"id":"a"}]})" + "\n" +
                  std::string(17 << 20, 'x') + "\n" + std::string(kGood) + "\n")
          .value();
  EXPECT_EQ(contexts.contexts.size(), 2U);
  ASSERT_EQ(contexts.bad.size(), 3U);
  EXPECT_THAT(to_string(contexts.bad[0]), HasSubstr("c.jsonl:1: not JSON"));
  EXPECT_THAT(to_string(contexts.bad[1]), HasSubstr("c.jsonl:3: documents[0].text: is missing"));
  EXPECT_EQ(contexts.bad[2].code, Code::kTooLarge);
  EXPECT_EQ(contexts.bad[2].where.line, 4U);
}

TEST(Contexts, ValuesAtHandAreReadAsLines) {
  const std::string bad = R"({"query_id":"q","query":"y","documents":[{"id":"a"}]})";
  const json::Value value =
      json::Reader()
          .parse("[" + std::string(kGood) + "," + bad + "," + std::string(kGood) + ",3]")
          .value();
  const Contexts at_hand = ragsieve::contexts_of(*value.array());
  const Contexts of_file =
      contexts_of(std::string(kGood) + "\n" + bad + "\n" + std::string(kGood) + "\n3\n").value();
  ASSERT_EQ(at_hand.contexts.size(), 2U);
  EXPECT_EQ(at_hand.contexts[1].line, 3U);
  EXPECT_EQ(at_hand.contexts[1].documents[0].id, "a");
  ASSERT_EQ(at_hand.bad.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(at_hand.bad[i].message, of_file.bad[i].message);
    EXPECT_EQ(at_hand.bad[i].where.field, of_file.bad[i].where.field);
  }
  EXPECT_THAT(to_string(at_hand.bad[0]), HasSubstr("contexts[1]: documents[0].text: is missing"));
  EXPECT_EQ(at_hand.bad[1].where.path, "contexts[3]");
}

TEST(Contexts, WholeFileErrors) {
  EXPECT_EQ(read_contexts("no/such/file").error().code, Code::kNotFound);
  EXPECT_EQ(contexts_of("\n").error().code, Code::kInvalidInput);
  EXPECT_THAT(contexts_of("").error().message, HasSubstr("holds no contexts"));
  RunOptions small;
  small.memory_bytes = 100;
  EXPECT_EQ(contexts_of(kGood, small).error().code, Code::kTooLarge);
  RunOptions cancelled;
  cancelled.cancel.request();
  const TestFolder folder;
  EXPECT_EQ(read_contexts(folder.write("c", kGood), cancelled).error().code, Code::kCancelled);
}

}  // namespace
}  // namespace ragsieve
