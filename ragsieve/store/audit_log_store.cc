#include "ragsieve/store/audit_log_store.h"

namespace ragsieve {

Status AuditLogStore::append(const LoggedAction& action) {
  RAGSIEVE_CHECK(database_.run(
      "INSERT INTO audit_log (time, who, action, target, result) VALUES ($1, $2, $3, $4, $5)",
      {action.time_us, action.who, action.action, action.target, action.result}));
  return ok_status();
}

Result<std::vector<LoggedAction>> AuditLogStore::list(const Page& page) {
  RAGSIEVE_TRY(const SqlRows rows,
               database_.run("SELECT sequence, time, who, action, target, result FROM audit_log "
                             "WHERE sequence < $1 ORDER BY sequence DESC LIMIT $2",
                             {page.before, rows_of(page)}));
  return read_rows(rows, [](SqlReader& reader) {
    LoggedAction action;
    action.sequence = reader.integer();
    action.time_us = reader.integer();
    action.who = reader.text();
    action.action = reader.text();
    action.target = reader.text();
    action.result = reader.text();
    return action;
  });
}

}  // namespace ragsieve
