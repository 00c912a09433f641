// A job as it is stored: long work with an owner, a state and its progress. Values, no I/O.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ragsieve {

enum class JobState { kQueued, kRunning, kDone, kFailed, kCancelled };

// "queued", "running", "done", "failed", "cancelled"
[[nodiscard]] std::string_view job_state_name(JobState state);
[[nodiscard]] std::optional<JobState> job_state_from_name(std::string_view name);

struct NewJob {
  std::string id;
  std::string kind;  // "audit", "screens"
  std::string who;
  std::string request;  // JSON
  std::int64_t items_total = 0;
};

struct StoredJob {
  std::int64_t sequence = 0;  // given by the store
  std::string id;
  std::string kind;
  std::string who;
  std::string request;
  JobState state = JobState::kQueued;
  std::optional<std::string> run;  // the process that has it or had it last
  std::int64_t attempts = 0;       // runs that broke off
  bool cancel_requested = false;
  std::int64_t items_done = 0;
  std::int64_t items_total = 0;
  std::optional<std::string> result;         // JSON, of a job that is done
  std::optional<std::string> error_code;     // of a job that failed
  std::optional<std::string> error_message;  // of a job that failed
  std::int64_t created_us = 0;
  std::optional<std::int64_t> started_us;
  std::optional<std::int64_t> ended_us;
};

}  // namespace ragsieve
