#include "ragsieve/store/looks_store.h"

#include <iterator>

namespace ragsieve {
namespace {

StoredLook read_look(SqlReader& reader) {
  StoredLook look;
  look.sequence = reader.integer();
  look.monitor = reader.text();
  look.job = reader.text();
  for (std::int64_t* count :
       {&look.documents, &look.added, &look.changed, &look.removed, &look.flagged,
        &look.newly_flagged, &look.rescreened, &look.reopened, &look.left_alone}) {
    *count = reader.integer();
  }
  look.found = reader.text();
  look.time_us = reader.integer();
  return look;
}

}  // namespace

Status LooksStore::add(const StoredLook& look) {
  RAGSIEVE_CHECK(
      database_.run("INSERT INTO looks (monitor, job, documents, added, changed, removed, flagged, "
                    "newly_flagged, rescreened, reopened, left_alone, found, time) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                    {look.monitor, look.job, look.documents, look.added, look.changed, look.removed,
                     look.flagged, look.newly_flagged, look.rescreened, look.reopened,
                     look.left_alone, look.found, look.time_us}));
  return ok_status();
}

Result<std::vector<StoredLook>> LooksStore::list(const std::string& monitor, const Page& page) {
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run(
          "SELECT sequence, monitor, job, documents, added, changed, removed, "
          "flagged, newly_flagged, rescreened, reopened, left_alone, found, time FROM looks "
          "WHERE monitor = $1 AND sequence < $2 ORDER BY sequence DESC LIMIT $3",
          {monitor, page.before, rows_of(page)}));
  return read_rows(rows, read_look);
}

Result<std::int64_t> LooksStore::remove_before(std::int64_t time_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("DELETE FROM looks WHERE time < $1 RETURNING sequence", {time_us}));
  return std::ssize(rows);
}

}  // namespace ragsieve
