#include "ragsieve/evidence/trust.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ragsieve/evidence/limits.h"

namespace ragsieve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kDay = 86'400;

Envelope signed_by(const std::vector<const PrivateKey*>& keys) {
  Envelope envelope{std::string(kInTotoPayload), "{}", {}};
  for (const PrivateKey* key : keys) sign(envelope, *key);
  return envelope;
}

std::string entry(const PublicKey& key, const std::string& more = "") {
  return R"({"owner":"desk","public_key":")" + to_spki_pem(key).substr(27, 60) + "\"" + more + "}";
}

std::string file_of(const std::string& entries) {
  return R"({"version":1,"keys":[)" + entries + "]}";
}

Error error_of(const std::string& json) {
  const auto trust = parse_trust_file(json, "trust.json");
  return trust.ok() ? Error{Code::kInternal, "accepted", {}} : trust.error();
}

TEST(TrustFile, ComesBack) {
  TrustFile trust;
  trust.keys = {trusted_key("desk", PrivateKey::generate().public_key()),
                trusted_key("night shift", PrivateKey::generate().public_key())};
  trust.keys[1].not_before_s = kDay;
  trust.keys[1].not_after_s = 9 * kDay;
  trust.keys[1].revoked_at_s = 5 * kDay;
  trust.keys[1].revoked_reason = "laptop lost";
  const auto read = parse_trust_file(to_json(trust), "trust.json");
  ASSERT_TRUE(read.ok()) << to_string(read.error());
  EXPECT_EQ(to_json(*read), to_json(trust));
  EXPECT_EQ(read->keys[0].owner, "desk");
  EXPECT_FALSE(read->keys[0].not_before_s);
  EXPECT_EQ(read->keys[1].revoked_at_s, 5 * kDay);
}

TEST(TrustFile, NamesWhatIsWrong) {
  const PublicKey key = PrivateKey::generate().public_key();
  EXPECT_TRUE(parse_trust_file(file_of(entry(key)), "trust.json").ok());
  struct Case {
    std::string json, field, message;
  };
  const std::vector<Case> cases = {
      {"[]", "", "expected an object"},
      {"{", "", "not JSON"},
      {R"({"version":2,"keys":[]})", "version", "whole number"},
      {R"({"version":0,"keys":[]})", "version", "expected 1"},
      {file_of(""), "keys", "nobody is trusted"},
      {file_of(entry(key) + "," + entry(key)), "keys[1]", "named before"},
      {file_of(entry(key, R"(,"id":")" + std::string(64, '0') + "\"")), "keys[0].id",
       "is not the id"},
      {file_of(entry(key, R"(,"valid":true)")), "keys[0].valid", "not a member"},
      {file_of(entry(key, R"(,"not_before":"yesterday")")), "keys[0].not_before", "is no time"},
      {file_of(entry(key, R"(,"not_before":"2024-05-01T12:00:00Z",)"
                          R"("not_after":"2024-05-01T11:00:00Z")")),
       "keys[0].not_after", "before not_before"},
      {file_of(entry(key, R"(,"revoked_reason":"lost")")), "keys[0].revoked_reason", "say when"},
      {file_of(R"({"owner":"","public_key":"x"})"), "keys[0].owner", "say whose"},
      {file_of(R"({"owner":"desk","public_key":"x"})"), "keys[0].public_key", "SPKI PEM"},
      {file_of("7"), "keys[0]", "expected an object"},
      {R"({"version":1,"keys":[],"keys":[]})", "keys", "twice"},
  };
  for (const Case& each : cases) {
    const Error error = error_of(each.json);
    EXPECT_EQ(error.code, Code::kInvalidConfig) << each.json;
    EXPECT_EQ(error.where.field, each.field) << each.json;
    EXPECT_EQ(error.where.path, "trust.json");
    EXPECT_THAT(error.message, HasSubstr(each.message)) << each.json;
  }
}

TEST(TrustFile, HasLimits) {
  EXPECT_EQ(error_of(std::string(limits::kTrustBytes + 1, ' ')).code, Code::kTooLarge);
  std::string many = "7";
  for (std::size_t i = 0; i < limits::kTrustedKeys; ++i) many += ",7";
  const Error error = error_of(file_of(many));
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_THAT(error.message, HasSubstr("257 keys, at most 256"));
}

TEST(TrustedSigners, FollowTheSignatureAndNotTheHint) {
  const PrivateKey first = PrivateKey::generate();
  const PrivateKey second = PrivateKey::generate();
  const PrivateKey stranger = PrivateKey::generate();
  const TrustFile trust{
      {trusted_key("a", first.public_key()), trusted_key("b", second.public_key())}};
  EXPECT_THAT(trusted_signers(signed_by({&second}), trust), ElementsAre(&trust.keys[1]));
  EXPECT_THAT(trusted_signers(signed_by({&stranger}), trust), IsEmpty());
  EXPECT_THAT(trusted_signers(signed_by({&stranger, &first, &first, &second}), trust),
              ElementsAre(&trust.keys[0], &trust.keys[1]));

  Envelope envelope = signed_by({&second});
  for (const std::string& hint : {std::string(), std::string("x"), trust.keys[0].id}) {
    envelope.signatures[0].key_hint = hint;
    EXPECT_THAT(trusted_signers(envelope, trust), ElementsAre(&trust.keys[1])) << hint;
  }
  envelope = signed_by({&stranger});
  envelope.signatures[0].key_hint = trust.keys[0].id;
  EXPECT_THAT(trusted_signers(envelope, trust), IsEmpty());
}

TEST(ValidityProblem, HasAReasonOfItsOwn) {
  TrustedKey key = trusted_key("desk", PrivateKey::generate().public_key());
  EXPECT_EQ(validity_problem(key, 0), "");
  key.not_before_s = 10 * kDay;
  key.not_after_s = 20 * kDay;
  EXPECT_EQ(validity_problem(key, 10 * kDay), "");
  EXPECT_EQ(validity_problem(key, 20 * kDay), "");
  EXPECT_THAT(validity_problem(key, 10 * kDay - 1), HasSubstr("valid only from"));
  EXPECT_THAT(validity_problem(key, 20 * kDay + 1), HasSubstr("valid only until"));
  key.revoked_at_s = 15 * kDay;
  key.revoked_reason = "laptop lost";
  EXPECT_EQ(validity_problem(key, 15 * kDay - 1), "");
  EXPECT_THAT(validity_problem(key, 15 * kDay), HasSubstr("revoked at 1970-01-16"));
  EXPECT_THAT(validity_problem(key, 15 * kDay), HasSubstr("laptop lost"));
  EXPECT_THAT(validity_problem(key, 25 * kDay), HasSubstr("revoked"));
}

TEST(ValidSigner, OneIsEnough) {
  TrustedKey revoked = trusted_key("old", PrivateKey::generate().public_key());
  revoked.revoked_at_s = kDay;
  const TrustedKey good = trusted_key("new", PrivateKey::generate().public_key());
  EXPECT_EQ(valid_signer({&revoked, &good}, 2 * kDay), &good);
  EXPECT_EQ(valid_signer({&revoked}, 2 * kDay), nullptr);
  EXPECT_EQ(valid_signer({}, 2 * kDay), nullptr);
}

}  // namespace
}  // namespace ragsieve
