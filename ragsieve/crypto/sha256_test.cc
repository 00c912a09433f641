// Vectors of FIPS 180-4 (NIST's examples), pieces against the whole, files and threads.
#include "ragsieve/crypto/sha256.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <thread>
#include <vector>

#include "ragsieve/base/file.h"

namespace ragsieve {
namespace {

TEST(Sha256, MatchesTheStandardsVectors) {
  EXPECT_EQ(to_hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(to_hex(sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(to_hex(sha256(std::string(1000000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesEqualTheWhole) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += static_cast<char>(i * 7);
  for (const std::size_t piece : {1U, 3U, 63U, 64U, 65U, 999U}) {
    Sha256 hash;
    for (std::size_t i = 0; i < text.size(); i += piece) hash.add(text.substr(i, piece));
    EXPECT_EQ(hash.finish(), sha256(text)) << piece;
  }
}

TEST(Sha256, FieldsOfDifferentListsDiffer) {
  EXPECT_NE(Sha256().add_field("ab").add_field("c").finish(),
            Sha256().add_field("a").add_field("bc").finish());
  EXPECT_NE(Sha256().add_field("").finish(), Sha256().finish());
  EXPECT_EQ(Sha256().add_field("abc").finish(), sha256(std::string("\x03\0\0\0\0\0\0\0abc", 11)));
}

TEST(Sha256, FileEqualsItsBytes) {
  const std::string path = testing::TempDir() + "sha256_test_" + std::to_string(::getpid());
  const std::string bytes(3000001, 'x');
  ASSERT_TRUE(write_file(path, bytes).ok());
  const auto digest = sha256_file(path);
  ASSERT_TRUE(digest.ok());
  EXPECT_EQ(*digest, sha256(bytes));
  std::remove(path.c_str());
}

TEST(Sha256, MissingFileIsNotFound) {
  const auto digest = sha256_file(testing::TempDir() + "sha256_test_absent");
  ASSERT_FALSE(digest.ok());
  EXPECT_EQ(digest.error().code, Code::kNotFound);
  EXPECT_THAT(to_string(digest.error()), testing::HasSubstr("sha256_test_absent"));
}

TEST(Sha256, FolderIsAnError) { EXPECT_FALSE(sha256_file(testing::TempDir()).ok()); }

TEST(Sha256, ThreadsAgree) {
  std::vector<Digest> digests(8);
  {
    std::vector<std::jthread> threads;
    for (Digest& digest : digests) threads.emplace_back([&digest] { digest = sha256("abc"); });
  }
  for (const Digest& digest : digests) EXPECT_EQ(digest, sha256("abc"));
}

}  // namespace
}  // namespace ragsieve
