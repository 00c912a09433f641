// What a monitor has to tell its receiver: kept until it was taken, or given up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ragsieve/store/database.h"

namespace ragsieve {

struct Delivery {
  std::int64_t sequence = 0;  // given by the store
  std::string monitor;        // name of a stored monitor
  std::string webhook;        // of that monitor now; it may hold a secret: never logged
  std::string body;           // JSON
  std::int64_t attempts = 0;
  std::int64_t created_us = 0;
};

struct DeliveryCounts {
  std::int64_t waiting = 0;
  std::int64_t given_up = 0;
};

class DeliveriesStore {
 public:
  explicit DeliveriesStore(Database& database) : database_(database) {}

  // Due at once. kInvalidInput where there is no such monitor.
  [[nodiscard]] Status add(const std::string& monitor, const std::string& body,
                           std::int64_t now_us);
  // Of each monitor the oldest that waits, where it is due, the oldest first: a receiver is told in
  // order, and one that does not answer keeps nobody else from being told.
  [[nodiscard]] Result<std::vector<Delivery>> due(std::int64_t now_us, std::int64_t limit);
  // After an attempt that failed. Nothing where it does not wait any more.
  [[nodiscard]] Status try_again(std::int64_t sequence, std::int64_t next_us);
  [[nodiscard]] Status delivered(std::int64_t sequence);
  [[nodiscard]] Status give_up(std::int64_t sequence);
  [[nodiscard]] Result<DeliveryCounts> counts(const std::string& monitor);
  // Forgets those before `time_us` that wait no more; how many.
  [[nodiscard]] Result<std::int64_t> remove_before(std::int64_t time_us);

 private:
  Database& database_;
};

}  // namespace ragsieve
