// The specification's test vectors (keys of RFC 8032, so that the signatures are known), and what
// is refused.
#include "ragsieve/evidence/dsse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "ragsieve/base/digest.h"
#include "ragsieve/crypto/base64.h"
#include "ragsieve/evidence/limits.h"

namespace ragsieve {
namespace {

using testing::HasSubstr;

constexpr std::string_view kFirstSeed =
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
constexpr std::string_view kSecondSeed =
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
constexpr std::string_view kPayload = R"({"_type":"https://in-toto.io/Statement/v1"})";

PrivateKey key_of(std::string_view seed_hex) {
  const auto digest = digest_from_hex(seed_hex);
  const std::string_view seed(reinterpret_cast<const char*>(digest->bytes.data()), kSeedBytes);
  return std::move(*PrivateKey::from_seed(seed));
}

// Signature of the first key over payload and type, as the envelope spells it.
std::string signature_of(std::string_view seed, std::string_view type, std::string_view payload) {
  Envelope envelope{std::string(type), std::string(payload), {}};
  sign(envelope, key_of(seed));
  return to_base64(envelope.signatures.front().bytes);
}

Error error_of(std::string_view json) {
  const auto envelope = parse_envelope(json);
  return envelope.ok() ? Error{Code::kInternal, "accepted", {}} : envelope.error();
}

TEST(PreAuthenticationEncoding, MatchesTheSpecification) {
  EXPECT_EQ(pre_authentication_encoding("http://example.com/HelloWorld", "hello world"),
            "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
  EXPECT_EQ(pre_authentication_encoding(kInTotoPayload, ""),
            "DSSEv1 28 application/vnd.in-toto+json 0 ");
  EXPECT_EQ(pre_authentication_encoding("", "x"), "DSSEv1 0  1 x");
  EXPECT_EQ(pre_authentication_encoding("application/vnd.ex\u00e4mple+json", "x"),
            "DSSEv1 29 application/vnd.ex\u00e4mple+json 1 x");
}

TEST(Dsse, SignaturesMatchTheSpecificationsVectors) {
  EXPECT_EQ(signature_of(kFirstSeed, kInTotoPayload, kPayload),
            "2WAfaHm5jluo0w+0rk8uVkluELJYWjSmU9x7EUzx+AyteDGJ4/nqyJXfmAUVFIAoQafWm7AxBZNw5M9ixNHi"
            "CA==");
  EXPECT_EQ(signature_of(kSecondSeed, kInTotoPayload, kPayload),
            "c1+67/aT0yqEpwx8PsVY3MLHsj9D0CZ014/Fv/QlG59P+9CobUZ7xECJ/V3USG0Ob9CiE5LjReEZUzNF2l7e"
            "Bw==");
  EXPECT_EQ(signature_of(kFirstSeed, "application/vnd.ex\u00e4mple+json", kPayload),
            "xmSk/ug66ysT7ayhkCIjhAq42zgZXSsEWuzUaNL7w2eGAdF/NU6/fRXPtmfN+5DNSAs5/i2lUnHjbbjPsu0t"
            "Aw==");
  EXPECT_EQ(signature_of(kFirstSeed, kInTotoPayload, ""),
            "gSggCAaTLTYyRH6FIDBem6meyIynsYy8RTHVzwx9tnTb7Bg/1jMWnuVgI/gffqmbsC2VX5/jHfkkDqsj7CDb"
            "Dg==");
}

TEST(Dsse, ReadsUrlSafeBase64AndIgnoresUnknownMembers) {
  const auto envelope = parse_envelope(
      R"({"payload":"-_-_Pj8=","payloadType":"application/vnd.in-toto+json","later":1.5,)"
      R"("signatures":[{"sig":"P-_KHICeR7tI6S_YyejJTRtrXhcQyQ2LYPaL8h90KjC9qN8HU_svOQ6TuDOT1HIrs)"
      R"(GW886DbWNWcCmX5twLrAw==","extension":{}}]})");
  ASSERT_TRUE(envelope.ok()) << to_string(envelope.error());
  EXPECT_EQ(envelope->payload, "\xFB\xFF\xBF\x3E\x3F");
  EXPECT_EQ(envelope->signatures.front().key_hint, "");
  EXPECT_TRUE(
      signature_holds(*envelope, envelope->signatures.front(), key_of(kFirstSeed).public_key()));
}

TEST(Dsse, ReadsTheSpecificationsEnvelopeOnlyAsWhatItIs) {
  constexpr std::string_view kHello =
      R"({"payload":"aGVsbG8gd29ybGQ=","payloadType":"http://example.com/HelloWorld",)"
      R"("signatures":[{"sig":"A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJP)"
      R"(cAIriEGAHTVeCUjW2JIZA=="}]})";
  const auto envelope = parse_envelope(kHello, "http://example.com/HelloWorld");
  ASSERT_TRUE(envelope.ok());
  EXPECT_EQ(envelope->payload, "hello world");
  const Error error = error_of(kHello);
  EXPECT_EQ(error.code, Code::kInvalidInput);
  EXPECT_EQ(error.where.field, "payloadType");
  EXPECT_THAT(error.message, HasSubstr("expected application/vnd.in-toto+json"));
}

TEST(Dsse, TheTypeIsSignedToo) {
  Envelope envelope{std::string(kInTotoPayload), std::string(kPayload), {}};
  const PrivateKey key = key_of(kFirstSeed);
  sign(envelope, key);
  envelope.payload_type = "application/vnd.example.other+json";
  EXPECT_FALSE(signature_holds(envelope, envelope.signatures.front(), key.public_key()));
}

TEST(Dsse, ComesBackAsItWas) {
  Envelope envelope{std::string(kInTotoPayload), std::string("\0\xFF{}", 4), {}};
  const PrivateKey first = key_of(kFirstSeed);
  const PrivateKey second = key_of(kSecondSeed);
  sign(envelope, first);
  sign(envelope, second);
  const auto read = parse_envelope(to_json(envelope));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->payload, envelope.payload);
  ASSERT_EQ(read->signatures.size(), 2U);
  EXPECT_EQ(read->signatures[1].key_hint, key_id(second.public_key()));
  EXPECT_TRUE(signature_holds(*read, read->signatures[0], first.public_key()));
  EXPECT_TRUE(signature_holds(*read, read->signatures[1], second.public_key()));
  EXPECT_FALSE(signature_holds(*read, read->signatures[1], first.public_key()));
}

struct Refused {
  std::string_view json, field, message;
};

constexpr std::array<Refused, 10> kRefused = {{
    {"[]", "", "expected an object"},
    {"{}", "payloadType", "is missing"},
    {R"({"payloadType":"application/vnd.in-toto+json","signatures":[]})", "payload", "is missing"},
    {R"({"payloadType":"application/vnd.in-toto+json","payload":"e30="})", "signatures",
     "is missing"},
    {R"({"payloadType":"application/vnd.in-toto+json","payload":"e30=","signatures":[]})",
     "signatures", "nobody signed"},
    {R"({"payloadType":"application/vnd.in-toto+json","payload":"e30","signatures":[{"sig":""}]})",
     "payload", "not base64"},
    {R"({"payloadType":"application/vnd.in-toto+json","payload":"e30=","signatures":[{}]})",
     "signatures[0].sig", "is missing"},
    {R"({"payloadType":"application/vnd.in-toto+json","payload":"e30=","signatures":[7]})",
     "signatures[0]", "expected an object"},
    {R"({"payloadType":"application/vnd.in-toto+json","payload":"e30=","payload":"e30=",)"
     R"("signatures":[{"sig":""}]})",
     "payload", "twice"},
    {R"({"payloadType":"application/vnd.in-toto+json","payload":"e30=",)"
     R"("signatures":[{"sig":"","sig":""}]})",
     "signatures[0].sig", "twice"},
}};

TEST(Dsse, RefusesWhatIsNoEnvelope) {
  for (const Refused& refused : kRefused) {
    const Error error = error_of(refused.json);
    EXPECT_EQ(error.code, Code::kInvalidInput) << refused.json;
    EXPECT_EQ(error.where.field, refused.field) << refused.json;
    EXPECT_THAT(error.message, HasSubstr(std::string(refused.message)));
  }
  EXPECT_THAT(error_of("not json").message, HasSubstr("not JSON"));
}

TEST(Dsse, HasLimits) {
  Envelope envelope{std::string(kInTotoPayload), "{}", {}};
  envelope.signatures.resize(limits::kSignatures, {"", std::string(kSignatureBytes, 'x')});
  EXPECT_TRUE(parse_envelope(to_json(envelope)).ok());
  envelope.signatures.push_back({});
  Error error = error_of(to_json(envelope));
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_THAT(error.message, HasSubstr("17 signatures, at most 16"));

  error = error_of(std::string(limits::kReportBytes + 1, ' '));
  EXPECT_EQ(error.code, Code::kTooLarge);
  EXPECT_THAT(error.message, HasSubstr("4194305 bytes"));

  envelope.signatures = {{std::string(limits::kKeyHintBytes + 1, 'k'), "s"}};
  EXPECT_EQ(error_of(to_json(envelope)).where.field, "signatures[0].keyid");
}

}  // namespace
}  // namespace ragsieve
