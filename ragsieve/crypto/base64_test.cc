// The vectors of RFC 4648, section 10, and what is refused.
#include "ragsieve/crypto/base64.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace ragsieve {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kVectors = {{
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
}};

TEST(Base64, MatchesTheStandardsVectors) {
  for (const auto& [bytes, text] : kVectors) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), std::string(bytes));
  }
}

TEST(Base64, EveryByteComesBack) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    EXPECT_EQ(from_base64(to_base64(bytes.substr(n))), bytes.substr(n));
  }
}

TEST(Base64, ReadsTheUrlSafeAlphabet) {
  EXPECT_EQ(from_base64("-_-_Pj8="), "\xFB\xFF\xBF\x3E\x3F");
  EXPECT_EQ(from_base64("+/+/Pj8="), "\xFB\xFF\xBF\x3E\x3F");
}

TEST(Base64, RefusesWhatIsNotOneSpelling) {
  for (const std::string_view text :
       {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zm9v\n", "Zm 9", "Zg==Zg==", "=",
        "====", "Zm9v====", "-_+/", "Zm9*", "Z===", "Zg=v", "\xC3\xA9Zm"}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace ragsieve
