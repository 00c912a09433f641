// The rows of the cache: looked up, added, marked as used, removed, the oldest first. Every call
// stands inside a transaction of the caller. Inside the cache only; one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ragsieve/base/digest.h"
#include "ragsieve/base/result.h"
#include "ragsieve/cache/connection.h"

namespace ragsieve {

class CacheTables {
 public:
  // The connection must outlive the tables.
  [[nodiscard]] static Result<CacheTables> prepare(Connection& connection);

  struct Found {
    std::int64_t day = 0;              // on which it was last marked as used
    std::optional<std::string> value;  // nothing: the stored bytes are damaged
  };
  [[nodiscard]] Result<std::optional<Found>> find(const Digest& key);

  // Bytes added: 0 where the key is there already.
  [[nodiscard]] Result<std::int64_t> add(const Digest& key, std::string_view value,
                                         std::int64_t day);
  // Bytes removed: 0 where the key is not there.
  [[nodiscard]] Result<std::int64_t> remove(const Digest& key);
  [[nodiscard]] Status mark_used(const Digest& key, std::int64_t day);
  // Removes the least recently used values, `bytes` or a little more of them.
  [[nodiscard]] Status remove_oldest(std::int64_t bytes);

  // Adds `bytes` (or takes them off) to what is on record as stored; the new sum.
  [[nodiscard]] Result<std::int64_t> change_total(std::int64_t bytes);

  // Counts anew what is stored.
  [[nodiscard]] Status recount_total();

  // Ends the lookups' hold on the file; call before the end of a transaction.
  void release() { find_.reset(); }

 private:
  explicit CacheTables(Connection& connection) : connection_(&connection) {}
  Connection* connection_;
  SqlStatement find_;
  SqlStatement entry_;
  SqlStatement add_value_;
  SqlStatement add_entry_;
  SqlStatement remove_value_;
  SqlStatement remove_entry_;
  SqlStatement mark_;
  SqlStatement change_total_;
};

}  // namespace ragsieve
