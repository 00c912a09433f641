#include "ragsieve/index/document_table.h"

#include <gtest/gtest.h>

#include "ragsieve/base/limits.h"
#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

TEST(DocumentTable, IsReadAsItWasWritten) {
  const std::string id = "a \"quoted\"\nid \xD0\x96";
  const std::string bytes = document_line(id, sha256("1")) + document_line("", sha256("2"));
  const DocumentTable table = parse_document_table(bytes, 2, "p").value();
  EXPECT_EQ(table.ids, (std::vector<std::string>{id, ""}));
  EXPECT_EQ(table.text_digests, (std::vector<Digest>{sha256("1"), sha256("2")}));
  EXPECT_TRUE(parse_document_table("", 0, "p").value().ids.empty());
}

TEST(DocumentTable, ACutSegmentIsCorrupt) {
  std::string bytes = document_line("a", sha256("1")) + document_line("b", sha256("2"));
  const Error too_few = parse_document_table(bytes, 3, "p").error();
  EXPECT_EQ(too_few.code, Code::kCorrupt);
  EXPECT_EQ(too_few.message, "has 2 whole lines, expected 3; build the index again");
  bytes.pop_back();
  EXPECT_EQ(parse_document_table(bytes, 2, "p").error().code, Code::kCorrupt);
  EXPECT_EQ(parse_document_table(bytes, 1, "p").error().code, Code::kCorrupt);
}

TEST(DocumentTable, TheLineAndItsFaultAreNamed) {
  const std::string good = document_line("a", sha256("1"));
  const auto fault = [&](const std::string& line) {
    const Error error = parse_document_table(good + line + "\n", 2, "p").error();
    EXPECT_EQ(error.where.path, "p");
    EXPECT_EQ(error.where.line, 2U);
    EXPECT_TRUE(error.code == Code::kCorrupt || error.code == Code::kTooLarge);
    return error.where.field;
  };
  EXPECT_EQ(fault("{\"text_sha256\":\"" + to_hex(sha256("1")) + "\"}"), "id");
  EXPECT_EQ(fault("{\"id\":\"b\"}"), "text_sha256");
  EXPECT_EQ(fault("{\"id\":\"b\",\"text_sha256\":\"12\"}"), "text_sha256");
  EXPECT_EQ(fault("{\"id\":7,\"text_sha256\":\"12\"}"), "id");
  EXPECT_EQ(fault("not JSON"), "");
  EXPECT_EQ(fault(""), "");
}

TEST(DocumentTable, AnIdHasALimit) {
  const std::string longest(limits::kIdBytes, 'x');
  EXPECT_TRUE(parse_document_table(document_line(longest, sha256("1")), 1, "p").ok());
  const Error error =
      parse_document_table(document_line(longest + "x", sha256("1")), 1, "p").error();
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_EQ(error.message, "has 1025 bytes, at most 1024 are allowed");
}

}  // namespace
}  // namespace ragsieve
