// The items of a job that are done, so that a resumed job does not do them again.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ragsieve/store/database.h"

namespace ragsieve {

struct JobItem {
  std::int64_t item = 0;  // its place in the job, from 0
  std::string result;     // JSON
  bool operator==(const JobItem&) const = default;
};

class JobItemsStore {
 public:
  explicit JobItemsStore(Database& database) : database_(database) {}

  // kInvalidArgument where the job does not run in `run`; is_duplicate() where the item is done.
  [[nodiscard]] Status add(const std::string& job, const std::string& run, const JobItem& item,
                           std::int64_t now_us);
  // In their order, from `first` on, at most `limit` (1 to 1000).
  [[nodiscard]] Result<std::vector<JobItem>> list(const std::string& job, std::int64_t first,
                                                  std::int64_t limit);
  // The places of all that are done, in their order.
  [[nodiscard]] Result<std::vector<std::int64_t>> done(const std::string& job);
  // Removes them all, where the job runs in `run`; how many.
  [[nodiscard]] Result<std::int64_t> remove_all(const std::string& job, const std::string& run);

 private:
  Database& database_;
};

}  // namespace ragsieve
