// The keys that callers show: made once, shown once, stored as a hash. The hashes of the live ones
// are in memory, as nobody but this process changes them: whoever shows a key, known or not, costs
// a hash and never a look into the state. Thread-safe.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ragsieve/base/clock.h"
#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/core/role.h"
#include "ragsieve/store/state_store.h"

namespace ragsieve {

struct NewApiKey {
  ApiKey key;
  // "rs_" and 43 letters of URL-safe base64: 256 random bits. Empty where a repeated request made
  // the key before: it is nowhere any more.
  std::string secret;
};

class ApiKeys {
 public:
  ApiKeys(StateStore& state, const Clock& clock) : state_(state), clock_(clock) {}

  // Reads the keys that the state has; before it find() knows those alone that were made here.
  // Errors of the state.
  [[nodiscard]] Status load();

  // A new key, noted in the audit log in the same transaction; its secret is nowhere else.
  // With `once`: the key of then where that request was done before. kInvalidArgument for a name
  // that is empty, longer than 100 bytes, or no plain line of text; errors of do_once().
  [[nodiscard]] Result<NewApiKey> create(
      const std::string& name, Role role, const std::string& who,
      const std::optional<IdempotentRequest>& once = std::nullopt);

  // False: it was revoked before, or is not there. From then on find() knows it no more.
  [[nodiscard]] Result<bool> revoke(const std::string& id, const std::string& who);

  // All, the oldest first, revoked ones too.
  [[nodiscard]] Result<std::vector<ApiKey>> list();

  // Who has the key; nothing for one that is unknown, malformed or revoked. Does not block.
  [[nodiscard]] std::optional<Principal> find(std::string_view secret);

 private:
  [[nodiscard]] Result<NewApiKey> made_before(const std::string& id);
  // A key of a role that this program does not know is nobody's.
  void know(const Digest& hash, const ApiKey& key);
  StateStore& state_;
  const Clock& clock_;
  std::mutex changing_;  // held over a change of the state and of what is known: one at a time
  std::mutex mutex_;     // of `known_`, for moments
  std::map<Digest, Principal> known_;
};

}  // namespace ragsieve
