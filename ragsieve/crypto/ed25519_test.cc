// Vectors of RFC 8032, section 7.1, the example key of RFC 8410, and what must not verify.
#include "ragsieve/crypto/ed25519.h"

#include <gtest/gtest.h>

#include <array>

#include "ragsieve/base/digest.h"
#include "ragsieve/crypto/base64.h"

namespace ragsieve {
namespace {

std::string from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  }
  return bytes;
}

std::string_view bytes_of(const PublicKey& key) {
  return {reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size()};
}

struct Vector {
  std::string_view seed, public_key, message, signature;
};

constexpr std::array<Vector, 3> kVectors = {{
    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9"
     "b46bd25bf5f0595bbe24655141438e7a100b"},
    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f1"
     "1d8c387b2eaeb4302aeeb00d291612bb0c00"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984d"
     "c6594a7c15e9716ed28dc027beceea1ec40a"},
}};

TEST(Ed25519, MatchesTheStandardsVectors) {
  for (const Vector& vector : kVectors) {
    const auto key = PrivateKey::from_seed(from_hex(vector.seed));
    ASSERT_TRUE(key);
    EXPECT_EQ(bytes_of(key->public_key()), from_hex(vector.public_key));
    const std::string message = from_hex(vector.message);
    EXPECT_EQ(key->sign(message), from_hex(vector.signature));
    EXPECT_TRUE(signature_holds(key->public_key(), message, from_hex(vector.signature)));
    EXPECT_EQ(key->seed().view(), from_hex(vector.seed));
  }
}

TEST(Ed25519, EveryFlippedBitIsFound) {
  const PrivateKey key = PrivateKey::generate();
  const std::string message = "a report";
  const std::string signature = key.sign(message);
  ASSERT_TRUE(signature_holds(key.public_key(), message, signature));
  for (std::size_t bit = 0; bit < signature.size() * 8; ++bit) {
    std::string flipped = signature;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(signature_holds(key.public_key(), message, flipped)) << bit;
  }
  EXPECT_FALSE(signature_holds(key.public_key(), "a report.", signature));
  EXPECT_FALSE(signature_holds(PrivateKey::generate().public_key(), message, signature));
}

TEST(Ed25519, WrongLengthsAndWeakKeysNeverHold) {
  const PrivateKey key = PrivateKey::generate();
  EXPECT_FALSE(signature_holds(key.public_key(), "m", ""));
  EXPECT_FALSE(signature_holds(key.public_key(), "m", key.sign("m") + "x"));
  EXPECT_FALSE(signature_holds(PublicKey{}, "m", std::string(kSignatureBytes, '\0')));
  EXPECT_FALSE(PrivateKey::from_seed("short"));
}

TEST(Ed25519, GeneratedKeysDiffer) {
  EXPECT_FALSE(PrivateKey::generate().public_key() == PrivateKey::generate().public_key());
}

TEST(Spki, ReadsAndWritesTheStandardsExample) {
  constexpr std::string_view kPem =
      "-----BEGIN PUBLIC KEY-----\n"
      "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n"
      "-----END PUBLIC KEY-----\n";
  const auto key = public_key_from_text(kPem);
  ASSERT_TRUE(key);
  EXPECT_EQ(bytes_of(*key),
            from_hex("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"));
  EXPECT_EQ(to_spki_pem(*key), kPem);
  EXPECT_TRUE(public_key_from_text(to_base64(to_spki_der(*key))) == key);
  EXPECT_EQ(key_id(*key).size(), 64U);
  EXPECT_TRUE(digest_from_hex(key_id(*key)));
}

TEST(Spki, RefusesWhatIsNoEd25519PublicKey) {
  const std::string der = to_spki_der(PrivateKey::generate().public_key());
  std::string other_curve = der;
  other_curve[8] = '\x71';
  for (const std::string& text :
       {std::string(), std::string("-----BEGIN PUBLIC KEY----------END PUBLIC KEY-----"),
        to_base64(der.substr(1)), to_base64(der + "x"), to_base64(other_curve),
        "-----BEGIN PRIVATE KEY-----\n" + to_base64(der) + "\n-----END PRIVATE KEY-----",
        std::string("-----BEGIN PUBLIC KEY-----")}) {
    EXPECT_FALSE(public_key_from_text(text)) << text;
  }
}

}  // namespace
}  // namespace ragsieve
