// What happened to a job, in order: its events have numbers that only grow, so a reader that broke
// off goes on behind the last one it saw.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ragsieve/store/database.h"

namespace ragsieve {

struct JobEvent {
  std::int64_t sequence = 0;  // given by the store; of all jobs together
  std::string type;           // "progress", "item", "done"
  std::string data;           // JSON
  std::int64_t time_us = 0;
};

class JobEventsStore {
 public:
  explicit JobEventsStore(Database& database) : database_(database) {}

  // The event's number.
  [[nodiscard]] Result<std::int64_t> append(const std::string& job, const JobEvent& event);
  // In their order, from behind `after`, at most `limit` (1 to 1000).
  [[nodiscard]] Result<std::vector<JobEvent>> since(const std::string& job, std::int64_t after,
                                                    std::int64_t limit);
  // Removes all but the last `keep` events of the job; how many.
  [[nodiscard]] Result<std::int64_t> trim(const std::string& job, std::int64_t keep);

 private:
  Database& database_;
};

}  // namespace ragsieve
