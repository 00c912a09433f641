// Keys come back from their files; wrong passphrases, wider rights and altered files are refused.
#include "ragsieve/evidence/key_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "ragsieve/base/file.h"
#include "ragsieve/evidence/limits.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr KdfCost kCheap{1, std::uint64_t{8} << 20};

std::optional<SecretBytes> phrase(std::string text) { return SecretBytes::take(text); }

SigningKey new_key() { return *generate_signing_key("Safety desk \"A\""); }

std::string plain_text(const SigningKey& key) { return *key_file_text(key, std::nullopt); }

Error error_of(const std::string& toml) {
  const auto file = parse_key_file(toml, "k.toml");
  return file.ok() ? Error{Code::kInternal, "accepted", {}} : file.error();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

class KeyFileOnDisk : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "key_file_test_" + std::to_string(::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_;
};

TEST(KeyFile, PlainKeyComesBack) {
  const SigningKey key = new_key();
  const auto file = parse_key_file(plain_text(key), "k.toml");
  ASSERT_TRUE(file.ok()) << to_string(file.error());
  const auto opened = open_key_file(*file, std::nullopt);
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ(opened->owner, "Safety desk \"A\"");
  EXPECT_EQ(opened->key.sign("m"), key.key.sign("m"));
}

TEST(KeyFile, LockedKeyNeedsItsPassphrase) {
  const SigningKey key = new_key();
  const auto text = key_file_text(key, phrase("swordfish"), kCheap);
  ASSERT_TRUE(text.ok());
  EXPECT_THAT(*text, Not(HasSubstr("private_key")));
  const auto file = parse_key_file(*text, "k.toml");
  ASSERT_TRUE(file.ok()) << to_string(file.error());
  const auto opened = open_key_file(*file, phrase("swordfish"));
  ASSERT_TRUE(opened.ok());
  EXPECT_EQ(opened->key.sign("m"), key.key.sign("m"));

  const auto wrong = open_key_file(*file, phrase("carp"));
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().code, Code::kUnavailable);
  EXPECT_THAT(wrong.error().message, HasSubstr("passphrase does not open it"));
  const auto none = open_key_file(*file, std::nullopt);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, Code::kInvalidArgument);
  EXPECT_THAT(none.error().message, HasSubstr("RAGSIEVE_KEY_PASSPHRASE"));
}

TEST(KeyFile, KeysThatAreNoPairAreRefused) {
  const auto file = parse_key_file(plain_text(new_key()), "k.toml");
  const auto other = parse_key_file(plain_text(new_key()), "k.toml");
  KeyFile mixed;
  mixed.owner = file->owner;
  mixed.public_key = other->public_key;
  std::string seed(file->seed.view());
  mixed.seed = SecretBytes::take(seed);
  const auto opened = open_key_file(mixed, std::nullopt);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, Code::kCorrupt);
  EXPECT_THAT(opened.error().message, HasSubstr("not a pair"));
}

TEST(KeyFile, NamesWhatIsWrong) {
  const std::string text = plain_text(new_key());
  const std::string locked = *key_file_text(new_key(), phrase("x"), kCheap);
  EXPECT_THAT(error_of(replaced(text, "version = 1", "version = 2")).message, HasSubstr("newer"));
  EXPECT_EQ(error_of(replaced(text, "ed25519", "rsa")).where.field, "algorithm");
  EXPECT_EQ(error_of(replaced(text, "MCowBQ", "MCowBR")).where.field, "public_key");
  EXPECT_EQ(error_of(replaced(text, "private_key", "privat_key")).where.field, "private_key");
  EXPECT_EQ(error_of(text + "more = 1\n").where.field, "more");
  EXPECT_THAT(error_of(text + "more\n").message, HasSubstr("expected `name"));
  EXPECT_EQ(error_of(replaced(text, "Safety desk \\\"A\\\"", "")).where.field, "owner");
  EXPECT_EQ(error_of(replaced(locked, "argon2id", "argon2d")).where.field, "kdf");
  EXPECT_THAT(error_of(replaced(locked, "kdf_passes = 1", "kdf_passes = 99")).message,
              HasSubstr("1 to 16"));
  EXPECT_EQ(error_of(replaced(locked, "salt = \"", "salt = \"AAAA")).where.field, "salt");
  EXPECT_EQ(error_of(std::string(limits::kKeyFileBytes + 1, '#')).code, Code::kTooLarge);
}

TEST(KeyFile, OwnerIsOneLine) {
  EXPECT_FALSE(generate_signing_key("").ok());
  EXPECT_FALSE(generate_signing_key("a\nb").ok());
  EXPECT_FALSE(generate_signing_key(std::string(257, 'x')).ok());
}

TEST_F(KeyFileOnDisk, IsForItsOwnerAloneAndNeverOverwritten) {
  const SigningKey key = new_key();
  ASSERT_TRUE(write_private_file(path("k.toml"), plain_text(key)).ok());
  struct stat info{};
  ASSERT_EQ(::stat(path("k.toml").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
  const auto loaded = load_signing_key(path("k.toml"), std::nullopt);
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->key.sign("m"), key.key.sign("m"));

  const Status again = write_private_file(path("k.toml"), "x");
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, Code::kInvalidArgument);
  EXPECT_THAT(again.error().message, HasSubstr("never overwritten"));
  EXPECT_TRUE(load_signing_key(path("k.toml"), std::nullopt).ok());
}

TEST_F(KeyFileOnDisk, WiderRightsAreRefused) {
  ASSERT_TRUE(write_private_file(path("k.toml"), plain_text(new_key())).ok());
  for (const mode_t mode : {0640U, 0604U, 0601U, 0660U}) {
    ASSERT_EQ(::chmod(path("k.toml").c_str(), mode), 0);
    const auto loaded = load_signing_key(path("k.toml"), std::nullopt);
    ASSERT_FALSE(loaded.ok()) << mode;
    EXPECT_EQ(loaded.error().code, Code::kInvalidConfig);
    EXPECT_THAT(loaded.error().message, HasSubstr("chmod 600"));
  }
  ASSERT_EQ(::chmod(path("k.toml").c_str(), 0400), 0);
  EXPECT_TRUE(load_signing_key(path("k.toml"), std::nullopt).ok());
}

TEST_F(KeyFileOnDisk, AbsentFileIsNotFound) {
  const auto loaded = load_signing_key(path("none"), std::nullopt);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().code, Code::kNotFound);
}

TEST_F(KeyFileOnDisk, PassphraseIsOneLine) {
  ASSERT_TRUE(write_file(path("p"), "correct horse\r\n").ok());
  EXPECT_EQ(load_passphrase(path("p"))->view(), "correct horse");
  for (const std::string text : {"", "\n", "two\nlines\n"}) {
    ASSERT_TRUE(write_file(path("p"), text).ok());
    const auto passphrase = load_passphrase(path("p"));
    ASSERT_FALSE(passphrase.ok());
    EXPECT_EQ(passphrase.error().code, Code::kInvalidConfig);
  }
  ASSERT_TRUE(write_file(path("p"), std::string(1025, 'x')).ok());
  EXPECT_EQ(load_passphrase(path("p")).error().code, Code::kTooLarge);
}

}  // namespace
}  // namespace ragsieve
