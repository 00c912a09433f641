#include "ragsieve/store/deliveries_store.h"

#include <iterator>

#include "ragsieve/store/page.h"

namespace ragsieve {

Status DeliveriesStore::add(const std::string& monitor, const std::string& body,
                            std::int64_t now_us) {
  RAGSIEVE_CHECK(
      database_.run("INSERT INTO deliveries (monitor, body, state, attempts, next_try, created) "
                    "VALUES ($1, $2, 'waiting', 0, $3, $3)",
                    {monitor, body, now_us}));
  return ok_status();
}

Result<std::vector<Delivery>> DeliveriesStore::due(std::int64_t now_us, std::int64_t limit) {
  RAGSIEVE_TRY(
      const SqlRows rows,
      database_.run(
          "SELECT d.sequence, d.monitor, m.webhook, d.body, d.attempts, d.created "
          "FROM deliveries d JOIN monitors m ON m.name = d.monitor "
          "WHERE d.state = 'waiting' AND d.next_try <= $1 AND NOT EXISTS "
          "(SELECT 1 FROM deliveries o WHERE o.monitor = d.monitor "
          "AND o.state = 'waiting' AND o.sequence < d.sequence) ORDER BY d.sequence LIMIT $2",
          {now_us, cut_limit(limit)}));
  return read_rows(rows, [](SqlReader& reader) {
    Delivery delivery;
    delivery.sequence = reader.integer();
    delivery.monitor = reader.text();
    delivery.webhook = reader.text();
    delivery.body = reader.text();
    delivery.attempts = reader.integer();
    delivery.created_us = reader.integer();
    return delivery;
  });
}

Status DeliveriesStore::try_again(std::int64_t sequence, std::int64_t next_us) {
  RAGSIEVE_CHECK(
      database_.run("UPDATE deliveries SET attempts = attempts + 1, next_try = $2 "
                    "WHERE sequence = $1 AND state = 'waiting'",
                    {sequence, next_us}));
  return ok_status();
}

Status DeliveriesStore::delivered(std::int64_t sequence) {
  RAGSIEVE_CHECK(database_.run(
      "UPDATE deliveries SET attempts = attempts + 1, state = 'delivered' WHERE sequence = $1",
      {sequence}));
  return ok_status();
}

Status DeliveriesStore::give_up(std::int64_t sequence) {
  RAGSIEVE_CHECK(database_.run(
      "UPDATE deliveries SET attempts = attempts + 1, state = 'given_up' WHERE sequence = $1",
      {sequence}));
  return ok_status();
}

Result<DeliveryCounts> DeliveriesStore::counts(const std::string& monitor) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT state, count(*) FROM deliveries WHERE monitor = $1 "
                             "AND state <> 'delivered' GROUP BY state",
                             {monitor}));
  DeliveryCounts counts;
  for (const SqlRow& row : rows) {
    SqlReader reader(row);
    const bool waits = reader.text() == "waiting";
    (waits ? counts.waiting : counts.given_up) = reader.integer();
    RAGSIEVE_CHECK(reader.status());
  }
  return counts;
}

Result<std::int64_t> DeliveriesStore::remove_before(std::int64_t time_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("DELETE FROM deliveries WHERE created < $1 AND state <> 'waiting' "
                             "RETURNING sequence",
                             {time_us}));
  return std::ssize(rows);
}

}  // namespace ragsieve
