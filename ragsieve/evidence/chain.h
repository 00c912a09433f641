// A folder of reports that form a chain: each names the digest of the one before it, so that none
// can be taken out, put in or moved without being noticed. Files: `<n>-<digest12>.dsse.json` (or
// `.report.json` where no key was at hand), `head`, `lock`, and for a moment `pending`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ragsieve/base/result.h"
#include "ragsieve/crypto/ed25519.h"
#include "ragsieve/evidence/any_statement.h"

namespace ragsieve {

// The last link, or number 0 where there is none yet.
struct ChainHead {
  std::uint64_t number = 0;
  std::string digest{kNoReport};  // of the report: sha256 of its statement's bytes
  bool operator==(const ChainHead&) const = default;
};

[[nodiscard]] std::string to_json(const ChainHead& head);
// kCorrupt where it is not what to_json() wrote.
[[nodiscard]] Result<ChainHead> parse_chain_head(std::string_view json, const std::string& path);

// "12-0123456789ab", without folder and suffix.
[[nodiscard]] std::string link_stem(std::uint64_t number, std::string_view digest);

struct ChainLink {
  std::string path;
  std::uint64_t number = 0;
  std::string digest;
};

// Appends to a folder. Several processes may append at once: each waits for the others' lock. One
// thread at a time an object.
class ReportChain {
 public:
  // Makes the folder where it is not there (its parent must be). kIo, kNotFound.
  [[nodiscard]] static Result<ReportChain> open(std::string folder);

  // Sets the statement's previous report, seals it with `key` (null: written unsealed) and appends
  // it. All or nothing: whatever interrupts it, the chain is valid, with or without the report.
  // Errors of check_before_signing(); kCorrupt where head and reports do not agree (`verify
  // --chain` says how); kTimedOut where another process holds the lock for half a minute.
  [[nodiscard]] Result<ChainLink> append(AnyStatement statement, const PrivateKey* key);

 private:
  explicit ReportChain(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
};

}  // namespace ragsieve
