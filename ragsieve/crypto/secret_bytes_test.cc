#include "ragsieve/crypto/secret_bytes.h"

#include <gtest/gtest.h>

#include <utility>

namespace ragsieve {
namespace {

TEST(SecretBytes, TakeLeavesNothingBehind) {
  std::string text = "correct horse";
  const char* const place = text.data();
  const SecretBytes secret = SecretBytes::take(text);
  EXPECT_EQ(secret.view(), "correct horse");
  EXPECT_TRUE(text.empty());
  EXPECT_EQ(place[0], '\0');
}

TEST(SecretBytes, MovesAndNeverCopies) {
  std::string text = "abc";
  SecretBytes from = SecretBytes::take(text);
  SecretBytes to(std::move(from));
  EXPECT_EQ(to.view(), "abc");
  SecretBytes assigned;
  assigned = std::move(to);
  EXPECT_EQ(assigned.view(), "abc");
}

TEST(SecretBytes, EmptyIsFine) {
  std::string none;
  EXPECT_TRUE(SecretBytes::take(none).empty());
  EXPECT_TRUE(random_bytes(0).empty());
}

TEST(RandomBytes, Differ) {
  EXPECT_EQ(random_bytes(24).size(), 24U);
  EXPECT_NE(random_bytes(24), random_bytes(24));
}

}  // namespace
}  // namespace ragsieve
