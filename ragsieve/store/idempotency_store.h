// Requests that carried an Idempotency-Key, with the place of their result: the same request again
// gets the first answer, and is not done twice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ragsieve/base/digest.h"
#include "ragsieve/store/database.h"

namespace ragsieve {

struct IdempotentRequest {
  std::string key;
  std::string who;
  Digest request;  // sha256 of what was asked
};

class IdempotencyStore {
 public:
  explicit IdempotencyStore(Database& database) : database_(database) {}

  // The place of the first answer; nothing where the key is new for this sender. kInvalidInput
  // where it came with another request.
  [[nodiscard]] Result<std::optional<std::string>> find(const IdempotentRequest& request);
  // Call it in the transaction of the result. is_duplicate() where the key is there already.
  [[nodiscard]] Status add(const IdempotentRequest& request, const std::string& result,
                           std::int64_t now_us);
  [[nodiscard]] Result<std::int64_t> remove_before(std::int64_t time_us);

 private:
  Database& database_;
};

}  // namespace ragsieve
