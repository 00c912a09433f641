#include "ragsieve/store/job_events_store.h"

#include <algorithm>

#include "ragsieve/store/page.h"

namespace ragsieve {

Result<std::int64_t> JobEventsStore::append(const std::string& job, const JobEvent& event) {
  RAGSIEVE_TRY(const SqlRows rows, database_.run("INSERT INTO job_events (job, type, data, time) "
                                                 "VALUES ($1, $2, $3, $4) RETURNING sequence",
                                                 {job, event.type, event.data, event.time_us}));
  RAGSIEVE_TRY(const auto sequence,
               read_first(rows, [](SqlReader& reader) { return reader.integer(); }));
  return sequence.value_or(0);
}

Result<std::vector<JobEvent>> JobEventsStore::since(const std::string& job, std::int64_t after,
                                                    std::int64_t limit) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT sequence, type, data, time FROM job_events "
                             "WHERE job = $1 AND sequence > $2 ORDER BY sequence LIMIT $3",
                             {job, after, cut_limit(limit)}));
  return read_rows(rows, [](SqlReader& reader) {
    JobEvent event;
    event.sequence = reader.integer();
    event.type = reader.text();
    event.data = reader.text();
    event.time_us = reader.integer();
    return event;
  });
}

Result<std::int64_t> JobEventsStore::trim(const std::string& job, std::int64_t keep) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("DELETE FROM job_events WHERE job = $1 AND sequence NOT IN "
                             "(SELECT sequence FROM job_events WHERE job = $1 "
                             "ORDER BY sequence DESC LIMIT $2) RETURNING sequence",
                             {job, std::max<std::int64_t>(keep, 0)}));
  return std::ssize(rows);
}

}  // namespace ragsieve
