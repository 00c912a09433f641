#include "ragsieve/crypto/secret_box.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ragsieve {
namespace {

using testing::HasSubstr;

constexpr KdfCost kCheap{1, std::uint64_t{8} << 20};

SecretBytes secret_of(std::string text) { return SecretBytes::take(text); }

SecretBox locked(std::string_view passphrase = "swordfish") {
  auto box = lock_secret(secret_of("thirty-two bytes of private key."), passphrase, kCheap);
  EXPECT_TRUE(box.ok());
  return *box;
}

TEST(SecretBox, OpensWithItsPassphrase) {
  const auto secret = unlock_secret(locked(), "swordfish");
  ASSERT_TRUE(secret.ok());
  EXPECT_EQ(secret->view(), "thirty-two bytes of private key.");
}

TEST(SecretBox, AnotherPassphraseDoesNotOpenIt) {
  const auto secret = unlock_secret(locked(), "Swordfish");
  ASSERT_FALSE(secret.ok());
  EXPECT_EQ(secret.error().code, Code::kUnverified);
  EXPECT_THAT(secret.error().message, HasSubstr("passphrase does not open it"));
}

TEST(SecretBox, AlteredBytesDoNotOpen) {
  SecretBox box = locked();
  box.box[3] = static_cast<char>(box.box[3] ^ 1);
  EXPECT_FALSE(unlock_secret(box, "swordfish").ok());
  box = locked();
  box.salt[0] = static_cast<char>(box.salt[0] ^ 1);
  EXPECT_FALSE(unlock_secret(box, "swordfish").ok());
  box = locked();
  box.cost.passes = 2;
  EXPECT_FALSE(unlock_secret(box, "swordfish").ok());
}

TEST(SecretBox, LockedTwiceDiffers) { EXPECT_NE(locked().box, locked().box); }

TEST(SecretBox, RefusesWrongUse) {
  const auto empty = lock_secret(secret_of("s"), "", kCheap);
  ASSERT_FALSE(empty.ok());
  EXPECT_EQ(empty.error().code, Code::kInvalidArgument);
  EXPECT_THAT(empty.error().message, HasSubstr("passphrase is empty"));
  SecretBox box = locked();
  box.nonce.pop_back();
  const auto wrong = unlock_secret(box, "swordfish");
  ASSERT_FALSE(wrong.ok());
  EXPECT_THAT(wrong.error().message, HasSubstr("wrong length"));
}

TEST(KdfCost, HasLimits) {
  EXPECT_TRUE(KdfCost{}.validate().ok());
  EXPECT_THAT((KdfCost{0, std::uint64_t{8} << 20}).validate().error().message,
              HasSubstr("1 to 16"));
  EXPECT_FALSE((KdfCost{17, std::uint64_t{8} << 20}).validate().ok());
  EXPECT_THAT((KdfCost{3, 1}).validate().error().message, HasSubstr("8 MiB to 1 GiB"));
  EXPECT_FALSE((KdfCost{3, (std::uint64_t{1} << 30) + 1}).validate().ok());
}

}  // namespace
}  // namespace ragsieve
