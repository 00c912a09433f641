#include "ragsieve/evidence/document_digests.h"

#include <gtest/gtest.h>

#include "ragsieve/crypto/sha256.h"

namespace ragsieve {
namespace {

TEST(DocumentDigests, TellTheFileFromTheText) {
  const auto unix_file = document_digests("caf\u00e9\nopen\n");
  const auto windows_file = document_digests("\uFEFFcafe\u0301\r\nopen\r\n");
  const auto other_text = document_digests("cafe\nopen\n");
  ASSERT_TRUE(unix_file.ok() && windows_file.ok() && other_text.ok());
  EXPECT_NE(unix_file->raw, windows_file->raw);
  EXPECT_EQ(unix_file->canonical, windows_file->canonical);
  EXPECT_NE(unix_file->canonical, other_text->canonical);
  EXPECT_EQ(unix_file->raw, sha256("caf\u00e9\nopen\n"));
}

TEST(RecordBytes, JoinTitleAndTextByALineFeed) {
  EXPECT_EQ(record_bytes("Title", "text"), "Title\ntext");
  EXPECT_EQ(record_bytes("", "text"), "\ntext");
}

}  // namespace
}  // namespace ragsieve
