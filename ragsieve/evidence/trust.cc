#include "ragsieve/evidence/trust.h"

#include <algorithm>
#include <utility>

#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/members.h"
#include "ragsieve/evidence/utc_time.h"
#include "ragsieve/json/canonical.h"

namespace ragsieve {
namespace {

constexpr std::size_t kTextBytes = 1024;
constexpr std::int64_t kVersion = 1;

void read_validity(Members& members, TrustedKey& key) {
  key.not_before_s = members.optional_time("not_before");
  key.not_after_s = members.optional_time("not_after");
  key.revoked_at_s = members.optional_time("revoked_at");
  key.revoked_reason = members.optional_text("revoked_reason", kTextBytes).value_or("");
  if (key.not_before_s && key.not_after_s && *key.not_after_s < *key.not_before_s) {
    members.fail("not_after", "lies before not_before");
  }
  if (!key.revoked_at_s && !key.revoked_reason.empty()) {
    members.fail("revoked_reason", "stands without revoked_at; say when");
  }
}

Result<TrustedKey> parse_key(const json::Value& value, std::size_t index) {
  Members members(value, "keys[" + std::to_string(index) + "].", Code::kInvalidConfig);
  const std::string owner = members.text("owner", kTextBytes);
  if (owner.empty()) members.fail("owner", "is empty; say whose key it is");
  const auto public_key = public_key_from_text(members.text("public_key", kTextBytes));
  if (!public_key) members.fail("public_key", "is no Ed25519 public key in SPKI PEM");
  TrustedKey key = trusted_key(owner, public_key.value_or(PublicKey{}));
  const std::string id = members.optional_digest("id");
  if (public_key && !id.empty() && id != key.id) {
    members.fail("id", "is not the id of public_key, which is " + key.id);
  }
  read_validity(members, key);
  RAGSIEVE_CHECK(members.finish());
  return key;
}

Result<TrustFile> parse_keys(const json::Value& value) {
  Members members(value, "", Code::kInvalidConfig);
  if (members.integer("version", kVersion) != kVersion) members.fail("version", "expected 1");
  const json::Value& keys = members.array("keys", limits::kTrustBytes);
  RAGSIEVE_CHECK(members.finish());
  if (keys.array()->size() > limits::kTrustedKeys) {
    return make_error(Code::kTooLarge, "names " + std::to_string(keys.array()->size()) +
                                           " keys, at most " +
                                           std::to_string(limits::kTrustedKeys) + " are read");
  }
  TrustFile trust;
  for (const json::Value& entry : *keys.array()) {
    RAGSIEVE_TRY(TrustedKey key, parse_key(entry, trust.keys.size()));
    if (std::ranges::find(trust.keys, key.id, &TrustedKey::id) != trust.keys.end()) {
      members.fail("keys[" + std::to_string(trust.keys.size()) + "]", "is a key named before");
    }
    trust.keys.push_back(std::move(key));
  }
  if (trust.keys.empty()) members.fail("keys", "is empty: nobody is trusted");
  RAGSIEVE_CHECK(members.status());
  return trust;
}

Error at(Error error, const std::string& path) {
  error.where.path = path;
  if (error.code == Code::kInvalidInput) error.code = Code::kInvalidConfig;
  return error;
}

void add_time(json::Object& object, std::string name, const std::optional<std::int64_t>& time) {
  if (time) object.emplace_back(std::move(name), format_utc(*time));
}

bool has_signed(const Envelope& envelope, const EnvelopeSignature& signature,
                const TrustedKey& key) {
  return signature_holds(envelope, signature, key.key);
}

void add_signer(std::vector<const TrustedKey*>& signers, const TrustedKey& key) {
  if (std::ranges::find(signers, &key) == signers.end()) signers.push_back(&key);
}

}  // namespace

TrustedKey trusted_key(std::string owner, const PublicKey& key) {
  return TrustedKey{key_id(key), std::move(owner), key, {}, {}, {}, {}};
}

Result<TrustFile> parse_trust_file(std::string_view json, const std::string& path) {
  if (json.size() > limits::kTrustBytes) {
    return make_error(Code::kTooLarge,
                      "has " + std::to_string(json.size()) + " bytes, at most " +
                          std::to_string(limits::kTrustBytes) + " are read",
                      Where{path, 0, ""});
  }
  const auto value = json::parse_strict(json);
  if (!value.ok()) return at(value.error(), path);
  auto trust = parse_keys(*value);
  if (!trust.ok()) return at(trust.error(), path);
  return trust;
}

std::string to_json(const TrustFile& trust) {
  json::Array keys;
  for (const TrustedKey& key : trust.keys) {
    json::Object object{{"id", key.id}, {"owner", key.owner}, {"public_key", to_spki_pem(key.key)}};
    add_time(object, "not_before", key.not_before_s);
    add_time(object, "not_after", key.not_after_s);
    add_time(object, "revoked_at", key.revoked_at_s);
    if (!key.revoked_reason.empty()) object.emplace_back("revoked_reason", key.revoked_reason);
    keys.emplace_back(std::move(object));
  }
  return json::dump(json::Object{{"version", kVersion}, {"keys", std::move(keys)}}) + "\n";
}

std::vector<const TrustedKey*> trusted_signers(const Envelope& envelope, const TrustFile& trust) {
  std::vector<const TrustedKey*> signers;
  for (const EnvelopeSignature& signature : envelope.signatures) {
    const auto hinted = std::ranges::find(trust.keys, signature.key_hint, &TrustedKey::id);
    if (hinted != trust.keys.end() && has_signed(envelope, signature, *hinted)) {
      add_signer(signers, *hinted);
      continue;  // a signature is one key's
    }
    for (const TrustedKey& key : trust.keys) {
      if (has_signed(envelope, signature, key)) add_signer(signers, key);
    }
  }
  return signers;
}

std::string validity_problem(const TrustedKey& key, std::int64_t report_time_s) {
  const std::string report =
      "the report is of " + format_utc(report_time_s) + ", the key of " + name_of(key);
  if (key.not_before_s && report_time_s < *key.not_before_s) {
    return report + " is valid only from " + format_utc(*key.not_before_s) + " on";
  }
  if (key.revoked_at_s && report_time_s >= *key.revoked_at_s) {
    const std::string why = key.revoked_reason.empty() ? "" : " (" + key.revoked_reason + ")";
    return report + " was revoked at " + format_utc(*key.revoked_at_s) + why;
  }
  if (key.not_after_s && report_time_s > *key.not_after_s) {
    return report + " was valid only until " + format_utc(*key.not_after_s);
  }
  return {};
}

const TrustedKey* valid_signer(const std::vector<const TrustedKey*>& signers,
                               std::int64_t report_time_s) {
  for (const TrustedKey* signer : signers) {
    if (validity_problem(*signer, report_time_s).empty()) return signer;
  }
  return nullptr;
}

std::string name_of(const TrustedKey& key) {
  return key.owner + " (key " + key.id.substr(0, 16) + ")";
}

}  // namespace ragsieve
