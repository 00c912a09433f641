#include "ragsieve/store/job_items_store.h"

#include <iterator>

#include "ragsieve/store/page.h"

namespace ragsieve {

Status JobItemsStore::add(const std::string& job, const std::string& run, const JobItem& item,
                          std::int64_t now_us) {
  const auto rows = database_.run(
      "INSERT INTO job_items (job, item, result, time) SELECT id, $3, $4, $5 FROM jobs "
      "WHERE id = $1 AND run = $2 AND state = 'running' RETURNING item",
      {job, run, item.item, item.result, now_us});
  if (!rows.ok()) {
    return adding_error(rows.error(),
                        "item " + std::to_string(item.item) + " of job '" + job + "'");
  }
  if (!rows->empty()) return ok_status();
  return make_error(Code::kInvalidArgument, "job '" + job + "' does not run in this run");
}

Result<std::vector<JobItem>> JobItemsStore::list(const std::string& job, std::int64_t first,
                                                 std::int64_t limit) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT item, result FROM job_items WHERE job = $1 AND item >= $2 "
                             "ORDER BY item LIMIT $3",
                             {job, first, cut_limit(limit)}));
  return read_rows(rows, [](SqlReader& reader) {
    JobItem item;
    item.item = reader.integer();
    item.result = reader.text();
    return item;
  });
}

Result<std::vector<std::int64_t>> JobItemsStore::done(const std::string& job) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT item FROM job_items WHERE job = $1 ORDER BY item", {job}));
  return read_rows(rows, [](SqlReader& reader) { return reader.integer(); });
}

Result<std::int64_t> JobItemsStore::remove_all(const std::string& job, const std::string& run) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("DELETE FROM job_items WHERE job = $1 AND EXISTS (SELECT 1 FROM jobs "
                             "WHERE id = $1 AND run = $2 AND state = 'running') RETURNING item",
                             {job, run}));
  return std::ssize(rows);
}

}  // namespace ragsieve
