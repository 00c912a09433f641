// Every change of a state says in its `where` which state and run it starts from: whoever comes
// second changes nothing and is told so.
#include "ragsieve/store/jobs_store.h"

#include <array>

namespace ragsieve {
namespace {

constexpr std::int64_t kMaxAttempts = 3;
constexpr std::array kStates = {JobState::kQueued, JobState::kRunning, JobState::kDone,
                                JobState::kFailed, JobState::kCancelled};
constexpr const char* kColumns =
    "sequence, id, kind, who, request, state, run, attempts, cancel, items_done, items_total, "
    "result, error_code, error_message, created, started, ended";

StoredJob read_job(SqlReader& reader) {
  StoredJob job;
  job.sequence = reader.integer();
  job.id = reader.text();
  job.kind = reader.text();
  job.who = reader.text();
  job.request = reader.text();
  const auto state = job_state_from_name(reader.text());
  if (!state) reader.refuse();
  job.state = state.value_or(JobState::kQueued);
  job.run = reader.maybe_text();
  job.attempts = reader.integer();
  job.cancel_requested = reader.integer() != 0;
  job.items_done = reader.integer();
  job.items_total = reader.integer();
  job.result = reader.maybe_text();
  job.error_code = reader.maybe_text();
  job.error_message = reader.maybe_text();
  job.created_us = reader.integer();
  job.started_us = reader.maybe_integer();
  job.ended_us = reader.maybe_integer();
  return job;
}

std::string read_id(SqlReader& reader) { return reader.text(); }
std::int64_t read_integer(SqlReader& reader) { return reader.integer(); }

}  // namespace

std::string_view job_state_name(JobState state) {
  switch (state) {
    case JobState::kQueued:
      return "queued";
    case JobState::kRunning:
      return "running";
    case JobState::kDone:
      return "done";
    case JobState::kFailed:
      return "failed";
    case JobState::kCancelled:
      break;
  }
  return "cancelled";
}

std::optional<JobState> job_state_from_name(std::string_view name) {
  for (const JobState state : kStates) {
    if (name == job_state_name(state)) return state;
  }
  return std::nullopt;
}

Status JobsStore::enqueue(const NewJob& job, std::int64_t now_us) {
  const auto added = database_.run(
      "INSERT INTO jobs (id, kind, who, request, state, attempts, cancel, items_done, items_total, "
      "created) VALUES ($1, $2, $3, $4, 'queued', 0, 0, 0, $5, $6)",
      {job.id, job.kind, job.who, job.request, job.items_total, now_us});
  if (!added.ok()) return adding_error(added.error(), "job '" + job.id + "'");
  return ok_status();
}

Result<std::optional<StoredJob>> JobsStore::take(const std::string& run, std::int64_t now_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("UPDATE jobs SET state = 'running', run = $1, started = $2 "
                             "WHERE state = 'queued' AND sequence = (SELECT sequence FROM jobs "
                             "WHERE state = 'queued' ORDER BY sequence LIMIT 1) RETURNING " +
                                 std::string(kColumns),
                             {run, now_us}));
  return read_first(rows, read_job);
}

Result<bool> JobsStore::progress(const std::string& id, const std::string& run,
                                 std::int64_t items_done, std::int64_t items_total) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("UPDATE jobs SET items_done = $3, items_total = $4 WHERE id = $1 "
                             "AND run = $2 AND state = 'running' RETURNING cancel",
                             {id, run, items_done, items_total}));
  RAGSIEVE_TRY(const auto cancel, read_first(rows, read_integer));
  if (cancel) return *cancel != 0;
  return refusal(id);
}

Status JobsStore::end(const std::string& id, const std::string& run, const std::string& changes,
                      std::vector<SqlValue> values) {
  values.insert(values.begin(), {id, run});
  RAGSIEVE_TRY(const SqlRows rows, database_.run("UPDATE jobs SET " + changes +
                                                     " WHERE id = $1 AND run = $2 "
                                                     "AND state = 'running' RETURNING id",
                                                 values));
  if (!rows.empty()) return ok_status();
  return refusal(id);
}

Status JobsStore::finish(const std::string& id, const std::string& run, const std::string& result,
                         std::int64_t now_us) {
  return end(id, run, "state = 'done', result = $3, ended = $4", {result, now_us});
}

Status JobsStore::fail(const std::string& id, const std::string& run, const Error& error,
                       std::int64_t now_us) {
  return end(id, run, "state = 'failed', error_code = $3, error_message = $4, ended = $5",
             {code_name(error.code), to_string(error), now_us});
}

Status JobsStore::end_cancelled(const std::string& id, const std::string& run,
                                std::int64_t now_us) {
  return end(id, run, "state = 'cancelled', ended = $3", {now_us});
}

Status JobsStore::give_back(const std::string& id, const std::string& run) {
  return end(id, run, "state = 'queued', run = NULL, started = NULL", {});
}

Error JobsStore::refusal(const std::string& id) {
  const auto found = find(id);
  if (!found.ok()) return found.error();
  const auto& job = *found;
  if (!job) return make_error(Code::kNotFound, "there is no job '" + id + "'");
  return make_error(Code::kInvalidArgument,
                    "job '" + id + "' is " + std::string(job_state_name(job->state)) +
                        (job->state == JobState::kRunning ? " in another run" : "") +
                        ": this cannot be done to it any more");
}

Result<JobState> JobsStore::request_cancel(const std::string& id, std::int64_t now_us) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("UPDATE jobs SET cancel = 1, "
                             "ended = CASE WHEN state = 'queued' THEN $2 ELSE ended END, "
                             "state = CASE WHEN state = 'queued' THEN 'cancelled' ELSE state END "
                             "WHERE id = $1 AND state IN ('queued', 'running') RETURNING state",
                             {id, now_us}));
  RAGSIEVE_TRY(const auto name, read_first(rows, read_id));
  if (name) return job_state_from_name(*name).value_or(JobState::kCancelled);
  return refusal(id);
}

Result<JobRecovery> JobsStore::recover(const std::string& run, std::int64_t now_us) {
  const std::string left = " WHERE state = 'running' AND run <> $1";
  JobRecovery recovery;
  const auto change = [&](std::vector<std::string>& ids, const std::string& sql,
                          const std::vector<SqlValue>& parameters) -> Status {
    RAGSIEVE_TRY(const SqlRows rows, database_.run(sql + " RETURNING id", parameters));
    RAGSIEVE_TRY(ids, read_rows(rows, read_id));
    return ok_status();
  };
  RAGSIEVE_CHECK(database_.as_one([&](Database&) -> Status {
    RAGSIEVE_CHECK(
        change(recovery.cancelled,
               "UPDATE jobs SET state = 'cancelled', ended = $2" + left + " AND cancel = 1",
               {run, now_us}));
    RAGSIEVE_CHECK(change(recovery.failed,
                          "UPDATE jobs SET state = 'failed', attempts = attempts + 1, ended = $2, "
                          "error_code = 'interrupted', "
                          "error_message = 'the server stopped in the middle of it too often'" +
                              left + " AND attempts + 1 >= $3",
                          {run, now_us, kMaxAttempts}));
    return change(recovery.queued,
                  "UPDATE jobs SET state = 'queued', run = NULL, started = NULL, "
                  "attempts = attempts + 1" +
                      left,
                  {run});
  }));
  return recovery;
}

Result<std::optional<StoredJob>> JobsStore::find(const std::string& id) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT " + std::string(kColumns) + " FROM jobs WHERE id = $1", {id}));
  return read_first(rows, read_job);
}

Result<std::optional<std::string>> JobsStore::pending(const std::string& kind,
                                                      const std::string& request) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT id FROM jobs WHERE state IN ('queued', 'running') "
                             "AND kind = $1 AND request = $2 ORDER BY sequence LIMIT 1",
                             {kind, request}));
  return read_first(rows, [](SqlReader& reader) { return reader.text(); });
}

Result<std::vector<StoredJob>> JobsStore::list(const JobFilter& filter, const Page& page) {
  std::vector<SqlValue> parameters{page.before, rows_of(page)};
  std::string condition;
  const auto require = [&](const std::string& column, SqlValue value) {
    parameters.push_back(std::move(value));
    condition += "AND " + column + " = $" + std::to_string(parameters.size()) + " ";
  };
  if (filter.state) require("state", job_state_name(*filter.state));
  if (!filter.who.empty()) require("who", filter.who);
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT " + std::string(kColumns) + " FROM jobs WHERE sequence < $1 " +
                                 condition + "ORDER BY sequence DESC LIMIT $2",
                             parameters));
  return read_rows(rows, read_job);
}

Result<std::int64_t> JobsStore::count(JobState state, const std::string& who) {
  std::string sql = "SELECT count(*) FROM jobs WHERE state = $1";
  std::vector<SqlValue> parameters{job_state_name(state)};
  if (!who.empty()) {
    sql += " AND who = $2";
    parameters.emplace_back(who);
  }
  RAGSIEVE_TRY(const SqlRows rows, database_.run(sql, parameters));
  RAGSIEVE_TRY(const auto n, read_first(rows, read_integer));
  return n.value_or(0);
}

Result<std::int64_t> JobsStore::remove_ended_before(std::int64_t time_us, std::int64_t most) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("DELETE FROM jobs WHERE sequence IN (SELECT sequence FROM jobs "
                             "WHERE ended < $1 ORDER BY sequence LIMIT $2) RETURNING id",
                             {time_us, most}));
  return std::ssize(rows);
}

}  // namespace ragsieve
