// What each look of a monitor found, so that the alarm rate of a corpus is seen over time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ragsieve/store/database.h"
#include "ragsieve/store/page.h"

namespace ragsieve {

struct StoredLook {
  std::int64_t sequence = 0;  // given by the store
  std::string monitor;        // name of a stored monitor
  std::string job;
  std::int64_t documents = 0;
  std::int64_t added = 0;
  std::int64_t changed = 0;
  std::int64_t removed = 0;
  std::int64_t flagged = 0;
  std::int64_t newly_flagged = 0;
  std::int64_t rescreened = 0;  // verdicts that leaned on what changed
  std::int64_t reopened = 0;    // of them those that came out otherwise
  std::int64_t left_alone = 0;  // that could not be screened again: their verdicts stay as they are
  std::string found;            // JSON: what was newly flagged and re-opened
  std::int64_t time_us = 0;
};

class LooksStore {
 public:
  explicit LooksStore(Database& database) : database_(database) {}

  // kInvalidInput where there is no such monitor.
  [[nodiscard]] Status add(const StoredLook& look);
  // Of one monitor, newest first.
  [[nodiscard]] Result<std::vector<StoredLook>> list(const std::string& monitor, const Page& page);
  // Forgets those before `time_us`; how many.
  [[nodiscard]] Result<std::int64_t> remove_before(std::int64_t time_us);

 private:
  Database& database_;
};

}  // namespace ragsieve
