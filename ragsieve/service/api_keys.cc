#include "ragsieve/service/api_keys.h"

#include <utility>

#include "ragsieve/crypto/base64.h"
#include "ragsieve/crypto/secret_bytes.h"
#include "ragsieve/crypto/sha256.h"
#include "ragsieve/service/idempotent.h"
#include "ragsieve/service/stored_ids.h"

namespace ragsieve {
namespace {

constexpr std::string_view kPrefix = "rs_";
constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kSecretLetters = 43;
constexpr std::size_t kNameBytes = 100;

std::string url_safe(std::string text) {
  while (!text.empty() && text.back() == '=') text.pop_back();
  for (char& c : text) {
    if (c == '+') c = '-';
    if (c == '/') c = '_';
  }
  return text;
}

std::string hex_id() { return to_hex(sha256(random_bytes(kSecretBytes))).substr(0, 16); }

Status check_name(const std::string& name) {
  const bool plain = may_be_text(name) && !has_control(name);
  if (!name.empty() && name.size() <= kNameBytes && plain) return ok_status();
  return make_error(Code::kInvalidArgument,
                    "the name of a key has " + std::to_string(name.size()) +
                        " bytes, expected 1 to " + std::to_string(kNameBytes) +
                        " without control characters",
                    Where{"", 0, "name"});
}

}  // namespace

Status ApiKeys::load() {
  const std::lock_guard changing(changing_);
  RAGSIEVE_TRY(const std::vector<LiveApiKey> live,
               state_.use([](Stores& stores) { return stores.api_keys.live(); }));
  for (const LiveApiKey& one : live) know(one.hash, one.key);
  return ok_status();
}

void ApiKeys::know(const Digest& hash, const ApiKey& key) {
  const std::optional<Role> role = role_of(key.role);
  if (!role) return;
  const std::lock_guard lock(mutex_);
  known_[hash] = Principal{key.name, *role, key.id};
}

Result<NewApiKey> ApiKeys::create(const std::string& name, Role role, const std::string& who,
                                  const std::optional<IdempotentRequest>& once) {
  RAGSIEVE_CHECK(check_name(name));
  NewApiKey made;
  made.secret = std::string(kPrefix) + url_safe(to_base64(random_bytes(kSecretBytes)));
  const Digest hash = sha256(made.secret);
  const std::int64_t now_us = clock_.now_ms() * 1000;
  made.key = {hex_id(), name, std::string(role_name(role)), now_us, std::nullopt};
  const auto work = [&](Stores& stores) -> Result<std::string> {
    RAGSIEVE_CHECK(stores.api_keys.add(made.key, hash));
    RAGSIEVE_CHECK(stores.audit_log.append(
        {0, now_us, who, "create key", made.key.id, name + ", " + made.key.role}));
    return made.key.id;
  };
  const std::lock_guard changing(changing_);
  RAGSIEVE_TRY(const DoneOnce done, do_once(state_, once, now_us, work));
  if (done.earlier) return made_before(done.place);
  know(hash, made.key);
  return made;
}

Result<NewApiKey> ApiKeys::made_before(const std::string& id) {
  RAGSIEVE_TRY(std::vector<ApiKey> all, list());
  for (ApiKey& key : all) {
    if (key.id == id) return NewApiKey{std::move(key), ""};
  }
  return make_error(Code::kCorrupt, "the key of the first answer is missing in the state");
}

Result<bool> ApiKeys::revoke(const std::string& id, const std::string& who) {
  const std::int64_t now_us = clock_.now_ms() * 1000;
  bool revoked = false;
  const std::lock_guard changing(changing_);
  RAGSIEVE_CHECK(state_.in_transaction([&](Stores& stores) -> Status {
    RAGSIEVE_TRY(revoked, stores.api_keys.revoke(id, now_us));
    return stores.audit_log.append(
        {0, now_us, who, "revoke key", id, revoked ? "revoked" : "there was none"});
  }));
  const std::lock_guard lock(mutex_);
  std::erase_if(known_, [&](const auto& entry) { return entry.second.key_id == id; });
  return revoked;
}

Result<std::vector<ApiKey>> ApiKeys::list() {
  return state_.use([](Stores& stores) { return stores.api_keys.list(); });
}

std::optional<Principal> ApiKeys::find(std::string_view secret) {
  if (!secret.starts_with(kPrefix) || secret.size() != kPrefix.size() + kSecretLetters) {
    return std::nullopt;
  }
  const Digest hash = sha256(secret);
  const std::lock_guard lock(mutex_);
  const auto known = known_.find(hash);
  return known == known_.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace ragsieve
