// Seals of every format version that was ever written verify for ever (samples/evidence).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "ragsieve/base/file.h"
#include "ragsieve/evidence/verify.h"
#include "ragsieve/evidence/verify_testing.h"

namespace ragsieve {
namespace {

constexpr std::size_t kManyBytes = std::size_t{1} << 20;
constexpr std::int64_t kLater = 1'800'000'000;  // 2027

std::string read(const std::filesystem::path& path) {
  const auto bytes = read_file(path.string(), kManyBytes);
  EXPECT_TRUE(bytes.ok()) << path;
  return bytes.ok() ? *bytes : std::string();
}

TEST(OldSeals, Verify) {
  std::size_t n_seals = 0;
  for (const auto& folder : std::filesystem::directory_iterator("samples/evidence")) {
    if (!folder.is_directory()) continue;
    const std::string document = read(folder.path() / "document.md");
    const auto trust = parse_trust_file(read(folder.path() / "trust.json"), "trust.json");
    ASSERT_TRUE(trust.ok()) << to_string(trust.error());
    for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
      if (!file.path().string().ends_with(".dsse.json")) continue;
      ++n_seals;
      const std::string bytes = read(file.path());
      const testing_evidence::FixedClock clock(kLater);
      const VerifyReport good = verify({bytes, document, std::nullopt}, *trust, clock);
      EXPECT_EQ(good.outcome(), VerifyOutcome::kVerifies) << testing_evidence::describe(good);
      const VerifyReport bad = verify({bytes, document + " ", std::nullopt}, *trust, clock);
      EXPECT_EQ(bad.outcome(), VerifyOutcome::kDoesNotVerify) << file.path();
    }
  }
  EXPECT_GE(n_seals, 2U);
}

}  // namespace
}  // namespace ragsieve
