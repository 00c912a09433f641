// The watched corpora: when each is looked at, who is told, and what was seen last.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ragsieve/base/digest.h"
#include "ragsieve/store/database.h"

namespace ragsieve {

struct Monitor {
  std::string name;
  std::string corpus;    // name of a stored corpus
  std::string schedule;  // "1h", "24h"
  std::string webhook;   // URL; it may hold a secret: never logged
  std::int64_t created_us = 0;
  std::optional<std::int64_t> last_run_us;
  std::optional<Digest> last_manifest;
};

class MonitorsStore {
 public:
  explicit MonitorsStore(Database& database) : database_(database) {}

  // Adds it, or changes corpus, schedule and webhook of the one with its name; of another corpus
  // nothing was seen yet. kInvalidInput where there is no such corpus.
  [[nodiscard]] Status put(const Monitor& monitor);
  // Notes a look and what it saw (bytes of the caller's form; none: what it saw before). kNotFound
  // where there is no monitor of this name, corpus and time of making any more.
  [[nodiscard]] Status ran(const Monitor& monitor, const Digest& manifest,
                           const std::optional<std::string>& seen, std::int64_t now_us);
  // What the last look saw; nothing before the first one.
  [[nodiscard]] Result<std::optional<std::string>> seen(const std::string& name);
  [[nodiscard]] Result<std::optional<Monitor>> find(const std::string& name);
  [[nodiscard]] Result<std::vector<Monitor>> list();           // the oldest first
  [[nodiscard]] Result<bool> remove(const std::string& name);  // false: it is not there

 private:
  Database& database_;
};

}  // namespace ragsieve
