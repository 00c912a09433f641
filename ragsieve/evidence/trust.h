// The verifier's own list of keys: whose they are and when they were theirs. A key that stands in
// a report is never trusted for that. The file is JSON:
//   {"version":1,"keys":[{"owner":"Safety desk","public_key":"-----BEGIN PUBLIC KEY-----...",
//     "not_before":"2024-01-01T00:00:00Z","not_after":"2025-01-01T00:00:00Z",
//     "revoked_at":"2024-06-01T00:00:00Z","revoked_reason":"laptop lost"}]}
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/result.h"
#include "ragsieve/crypto/ed25519.h"
#include "ragsieve/evidence/dsse.h"

namespace ragsieve {

struct TrustedKey {
  std::string id;  // key_id() of the key
  std::string owner;
  PublicKey key;
  std::optional<std::int64_t> not_before_s;  // UTC, seconds since 1970; none: no bound
  std::optional<std::int64_t> not_after_s;
  std::optional<std::int64_t> revoked_at_s;
  std::string revoked_reason;
};

struct TrustFile {
  std::vector<TrustedKey> keys;
};

// kInvalidConfig names path and member: an unknown member, no key at all, the same key twice, an
// "id" that is not the key's, validity that ends before it begins; kTooLarge beyond
// limits::kTrustBytes and limits::kTrustedKeys.
[[nodiscard]] Result<TrustFile> parse_trust_file(std::string_view json, const std::string& path);

// What parse_trust_file() reads.
[[nodiscard]] std::string to_json(const TrustFile& trust);

// A key as an entry without bounds.
[[nodiscard]] TrustedKey trusted_key(std::string owner, const PublicKey& key);

// The trusted keys that signed the envelope: every signature is tried with every key, those that
// its hint names first. Pointers into `trust`.
[[nodiscard]] std::vector<const TrustedKey*> trusted_signers(const Envelope& envelope,
                                                             const TrustFile& trust);

// Why a report of that time does not count under this key: before its validity, after it, after
// its revocation; "" where it counts.
[[nodiscard]] std::string validity_problem(const TrustedKey& key, std::int64_t report_time_s);

// The first of the signers under whom a report of that time counts; null where there is none.
[[nodiscard]] const TrustedKey* valid_signer(const std::vector<const TrustedKey*>& signers,
                                             std::int64_t report_time_s);

// "Safety desk (key 0123456789abcdef)"
[[nodiscard]] std::string name_of(const TrustedKey& key);

}  // namespace ragsieve
