// Who did what, when, to what, and how it ended. Rows are only ever added, each in the transaction
// of what it tells of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ragsieve/store/database.h"
#include "ragsieve/store/page.h"

namespace ragsieve {

struct LoggedAction {
  std::int64_t sequence = 0;  // given by the store
  std::int64_t time_us = 0;
  std::string who;
  std::string action;  // "release", "revoke key"
  std::string target;
  std::string result;
};

class AuditLogStore {
 public:
  explicit AuditLogStore(Database& database) : database_(database) {}

  [[nodiscard]] Status append(const LoggedAction& action);
  // Newest first.
  [[nodiscard]] Result<std::vector<LoggedAction>> list(const Page& page);

 private:
  Database& database_;
};

}  // namespace ragsieve
