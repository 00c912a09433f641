#include "ragsieve/store/idempotency_store.h"

namespace ragsieve {
namespace {

struct Earlier {
  Digest request;
  std::string result;
};

}  // namespace

Result<std::optional<std::string>> IdempotencyStore::find(const IdempotentRequest& request) {
  RAGSIEVE_TRY(const SqlRows rows, database_.run("SELECT request, result FROM idempotency "
                                                 "WHERE who = $1 AND idempotency_key = $2",
                                                 {request.who, request.key}));
  RAGSIEVE_TRY(auto earlier, read_first(rows, [](SqlReader& reader) {
                 Earlier found;
                 found.request = reader.digest();
                 found.result = reader.text();
                 return found;
               }));
  if (!earlier) return std::optional<std::string>();
  if (earlier->request != request.request) {
    return make_error(Code::kInvalidInput,
                      "this Idempotency-Key came with another request before; send a new key");
  }
  return std::optional<std::string>(std::move(earlier->result));
}

Status IdempotencyStore::add(const IdempotentRequest& request, const std::string& result,
                             std::int64_t now_us) {
  const auto added = database_.run(
      "INSERT INTO idempotency (who, idempotency_key, request, result, time) "
      "VALUES ($1, $2, $3, $4, $5)",
      {request.who, request.key, request.request, result, now_us});
  if (!added.ok()) return adding_error(added.error(), "this Idempotency-Key");
  return ok_status();
}

Result<std::int64_t> IdempotencyStore::remove_before(std::int64_t time_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("DELETE FROM idempotency WHERE time < $1 RETURNING time", {time_us}));
  return std::ssize(rows);
}

}  // namespace ragsieve
