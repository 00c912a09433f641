// Any bytes as a trust file, and as the head of a chain: what is accepted comes back from its
// printed form, obeys the limits and trusts no key twice.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "ragsieve/evidence/chain.h"
#include "ragsieve/evidence/limits.h"
#include "ragsieve/evidence/trust.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_trust(std::string_view bytes) {
  const auto trust = ragsieve::parse_trust_file(bytes, "fuzz");
  if (!trust.ok()) {
    require(trust.error().where.path == "fuzz" && !trust.error().message.empty());
    return;
  }
  require(!trust->keys.empty() && trust->keys.size() <= ragsieve::limits::kTrustedKeys);
  std::set<std::string> ids;
  for (const ragsieve::TrustedKey& key : trust->keys) {
    require(ids.insert(key.id).second && key.id == ragsieve::key_id(key.key));
    require(!key.owner.empty());
  }
  const std::string printed = ragsieve::to_json(*trust);
  const auto again = ragsieve::parse_trust_file(printed, "fuzz");
  require(again.ok() && ragsieve::to_json(*again) == printed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_trust(bytes);
  const auto head = ragsieve::parse_chain_head(bytes, "fuzz");
  if (head.ok()) require(*ragsieve::parse_chain_head(ragsieve::to_json(*head), "fuzz") == *head);
  return 0;
}
